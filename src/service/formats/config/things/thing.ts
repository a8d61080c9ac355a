import { firewallThings } from './firewall-things.ts';
import { junosThings } from './junos-things.ts';
import { networkThings } from './network-things.ts';
import { programThings } from './program-things.ts';

/** A kind of thing that a configuration names in one place and uses in another. */
export interface Thing {
  label: string;
  /** Ids of the devices or programs it is about; of all network devices where absent. */
  kinds?: readonly string[];
  /** Patterns look at a statement with everything around it in front, without a leading `set`. */
  isWhole?: boolean;
  /** Each with the name, or a list of names, as its groups, over a statement's text. A global one may match often. */
  defines: readonly RegExp[];
  uses: readonly RegExp[];
  /** Names that need no definition. */
  builtIn?: RegExp;
  /** How names compare. */
  fold?(name: string): string;
  /** One written name that stands for several: `10-12`. */
  expand?(name: string): string[];
  /** An undefined name is told only where the file defines at least one: else definitions lie elsewhere. */
  needsDefinitions?: boolean;
  isReportedUnused?: boolean;
}

const networkKinds = new Set(['ios', 'xr', 'nxos', 'asa', 'eos', 'frr', 'vrp']);

/** What is looked for in a configuration of this kind; router text of unknown kind counts as a router's. */
export function thingsFor(kind: string | undefined): Thing[] {
  const all = [...networkThings, ...junosThings, ...firewallThings, ...programThings];
  return all.filter(({ kinds }) =>
    kinds ? kind !== undefined && kinds.includes(kind) : kind === undefined || networkKinds.has(kind),
  );
}
