import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { panosCommands } from '../panos-commands.ts';
import { findAddressTroubles } from './addresses.ts';
import { findDuplicates } from './duplicates.ts';
import { findUnreachableEntries } from './entry-order.ts';
import { findIpv6Troubles } from './ipv6-addresses.ts';
import { findManifestTroubles } from './kubernetes.ts';
import { findLinkTroubles } from './links.ts';
import { findOpenDoors } from './open-doors.ts';
import { findParseErrors } from './parse-errors.ts';
import { findPolicyTroubles } from './policy-order.ts';
import { findBrokenReferences } from './references.ts';
import { findRuleTroubles } from './rule-order.ts';
import { findBrokenSettingReferences } from './setting-references.ts';
import { findValuePairs } from './value-pairs.ts';
import { findWeakCredentials } from './weak-credentials.ts';
import { findWeakSettings } from './weak-settings.ts';
import { findWrongAddresses } from './wrong-addresses.ts';

/** Everything in a configuration that does not fit together or is rarely meant. `nowMs` is the present. */
export function findTroubles(config: ConfigText, document: string, nowMs: number): Finding[] {
  const commands = { ...config, statements: [...config.statements, ...panosCommands(config)] };
  return [
    ...findParseErrors(config, document),
    ...findBrokenReferences(commands, document),
    ...findBrokenSettingReferences(config, document),
    ...findManifestTroubles(config, document),
    ...findAddressTroubles(config, document),
    ...findIpv6Troubles(config, document),
    ...findWrongAddresses(config, document),
    ...findDuplicates(config, document),
    ...findRuleTroubles(config, document),
    ...findUnreachableEntries(config, document),
    ...findPolicyTroubles(commands, document),
    ...findLinkTroubles(config, document),
    ...findWeakCredentials(config, document),
    ...findOpenDoors(config, document),
    ...findWeakSettings(config, document),
    ...findValuePairs(config, document, nowMs),
  ];
}
