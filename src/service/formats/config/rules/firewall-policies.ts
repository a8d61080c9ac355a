import type { ConfigText, Statement } from '../config-text.ts';
import { wholeTextOf } from './whole-text.ts';
import { writtenNames } from './written-names.ts';

const dimensions = ['from', 'to', 'source', 'destination', 'service', 'application'] as const;
type Dimension = (typeof dimensions)[number];

/** One rule between zones or interfaces. A dimension that is absent narrows nothing. */
export interface FirewallPolicy {
  /** Rules of one list are tried one after the other. */
  list: string;
  name: string;
  line: number;
  permits: boolean | undefined;
  isDisabled: boolean;
  /** It asks for more than its dimensions say: users, times, categories, everything but. */
  isNarrowed: boolean;
  takes: Partial<Record<Dimension, ReadonlySet<string>>>;
}

interface Part {
  list: string;
  name: string;
  key: string;
  value: string;
}

/** The policies of FortiOS, Junos (SRX) and PAN-OS in their order. */
export function firewallPolicies({ kind, statements }: ConfigText): FirewallPolicy[] {
  const partOf = kind === undefined ? undefined : makers[kind];
  if (!partOf) return [];
  const found = new Map<string, FirewallPolicy>();
  for (const statement of statements) {
    const part = partOf(wholeTextOf(statement).slice(0, 4000));
    if (part) take(part, statement, found);
  }
  return [...found.values()];
}

const makers: Record<string, (text: string) => Part | undefined> = {
  fortios(text) {
    const match = /^(.*?)config firewall policy edit (\S+) set (\S+) (.+)$/.exec(text);
    return match ? { list: match[1]!, name: match[2]!, key: match[3]!, value: match[4]! } : undefined;
  },
  junos(text) {
    const match =
      /^((?:deactivate |inactive: )?)(.{0,300}?)security policies (?:(from-zone \S+ to-zone \S+)|global) (?:inactive: )?policy (\S+)(?: (?:match (\S+) (.+)|then (permit|deny|reject)(?: .*)?|(scheduler-name) (\S+)))?$/.exec(
        text,
      );
    if (!match) return undefined;
    const [, off, before = '', zones = 'global', name = '', matched, value, action, schedule] = match;
    const of = { list: `${before}${zones}`, name };
    if (off || text.includes('inactive: policy')) return { ...of, key: 'inactive', value: '' };
    if (action) return { ...of, key: 'action', value: action };
    if (schedule) return { ...of, key: 'schedule', value: schedule };
    return matched && value ? { ...of, key: matched, value } : undefined;
  },
  panos(text) {
    const match = /^(.{0,300}?\b(?:pre-|post-)?rulebase) security rules ("[^"]+"|\S+) (\S+) (.+)$/.exec(text);
    return match ? { list: match[1]!, name: match[2]!.replace(/"/g, ''), key: match[3]!, value: match[4]! } : undefined;
  },
};

const meaning: Record<string, Dimension> = {
  srcintf: 'from',
  dstintf: 'to',
  srcaddr: 'source',
  dstaddr: 'destination',
  from: 'from',
  to: 'to',
  'from-zone': 'from',
  'to-zone': 'to',
  source: 'source',
  destination: 'destination',
  'source-address': 'source',
  'destination-address': 'destination',
  service: 'service',
  application: 'application',
};

const narrowing =
  /^(?:users|groups|fsso-groups|internet-service\S*|srcaddr6|dstaddr6|\S+-negate|\S+-excluded|source-(?:user|hip|identity|device)|destination-(?:hip|device)|category|url-category|dynamic-application|schedule|negate-\S+)$/;

function take({ list, name, key, value }: Part, statement: Statement, found: Map<string, FirewallPolicy>): void {
  const id = `${list}\n${name}`;
  const policy: FirewallPolicy = found.get(id) ?? {
    list,
    name,
    line: /^edit /.test(statement.path.at(-1) ?? '') ? (statement.parentLine ?? statement.line) : statement.line,
    permits: undefined,
    isDisabled: false,
    isNarrowed: false,
    takes: zonesIn(list),
  };
  found.set(id, policy);
  const names = writtenNames(value).map((each) => (/^(?:any|all)$/i.test(each) ? 'any' : each));
  const dimension = meaning[key];
  if (dimension) {
    if (!names.includes('any')) policy.takes[dimension] = new Set([...(policy.takes[dimension] ?? []), ...names]);
  } else if (key === 'action') policy.permits = /^(?:accept|allow|permit)/.test(value);
  else if (key === 'inactive' || (key === 'status' && names[0] === 'disable')) policy.isDisabled = true;
  else if (key === 'disabled' && names[0] === 'yes') policy.isDisabled = true;
  else if (narrowing.test(key) && !/^(?:any|always|disable|no)$/.test(names.join(' '))) policy.isNarrowed = true;
}

function zonesIn(list: string): FirewallPolicy['takes'] {
  const zones = /from-zone (\S+) to-zone (\S+)$/.exec(list);
  return zones ? { from: new Set([zones[1]!]), to: new Set([zones[2]!]) } : {};
}

/** Whether everything the one takes is taken by the other, by the names they use. */
export function takesAllOf(one: FirewallPolicy, other: FirewallPolicy): boolean {
  return dimensions.every((dimension) => {
    const wide = one.takes[dimension];
    const narrow = other.takes[dimension];
    return wide === undefined || (narrow !== undefined && [...narrow].every((name) => wide.has(name)));
  });
}
