import { addressOf, contains, lengthOfMask, type Network, networkOf, parseNetwork } from './ipv4.ts';

/** What a packet must be for a rule to apply. A field that is absent is not asked for. */
export type Conditions = Map<string, string | Network | PortRange>;

interface PortRange {
  from: number;
  to: number;
}

const ports: Record<string, number> = {
  ftp: 21,
  ssh: 22,
  telnet: 23,
  smtp: 25,
  domain: 53,
  bootps: 67,
  bootpc: 68,
  tftp: 69,
  www: 80,
  http: 80,
  pop3: 110,
  ntp: 123,
  snmp: 161,
  snmptrap: 162,
  bgp: 179,
  ldap: 389,
  https: 443,
  syslog: 514,
};

/** Whether every packet that fits `inner` fits `outer`. */
export function covers(outer: Conditions, inner: Conditions): boolean {
  for (const [field, wanted] of outer) {
    const had = inner.get(field);
    if (had === undefined) return false;
    if (typeof wanted === 'string' || typeof had === 'string') {
      if (wanted !== had) return false;
    } else if ('first' in wanted) {
      if (!('first' in had) || !contains(wanted, had)) return false;
    } else if (!('from' in had) || had.from < wanted.from || had.to > wanted.to) return false;
  }
  return true;
}

/** Of `tcp 10.0.0.0 0.0.0.255 any eq 80 established`; wildcards and masks by `isMask`. Undefined where it is unclear. */
export function conditionsOfEntry(words: readonly string[], isMask: boolean): Conditions | undefined {
  const conditions: Conditions = new Map();
  const left = [...words];
  const isStandard = /^(?:any|host|\d)/.test(left[0] ?? '');
  if (!isStandard) {
    const protocol = left.shift();
    if (protocol === undefined || protocol === 'object-group' || protocol === 'object') return undefined;
    if (!/^(?:ip|ipv4)$/.test(protocol)) conditions.set('protocol', protocol);
  }
  for (const side of isStandard ? ['source'] : ['source', 'destination']) {
    if (!takeAddress(left, side, conditions, isMask)) return undefined;
    takePorts(left, `${side} port`, conditions);
  }
  for (const word of left)
    if (!/^(?:log|log-input|logging|inactive|hits?|\d+|informational|disable|default|interval)$/.test(word))
      conditions.set(`word ${word}`, word);
  return left.includes('inactive') ? undefined : conditions;
}

function takeAddress(left: string[], side: string, conditions: Conditions, isMask: boolean): boolean {
  const word = left.shift();
  if (word === undefined) return false;
  if (/^any[46]?$/.test(word)) return true;
  if (word === 'host') {
    const net = parseNetwork(left.shift() ?? '');
    if (net) conditions.set(side, net);
    return net !== undefined;
  }
  if (/^(?:object|object-group|addrgroup|net-group|interface)$/.test(word)) {
    conditions.set(side, `${word} ${left.shift() ?? ''}`);
    return true;
  }
  if (word.includes('/')) {
    const net = parseNetwork(word);
    if (net) conditions.set(side, net);
    return net !== undefined;
  }
  const address = addressOf(word);
  if (address === undefined) return false;
  const mask = addressOf(left[0] ?? '') === undefined ? undefined : left.shift()!;
  const length = mask === undefined ? 32 : lengthOfMask(mask, !isMask);
  if (length === undefined) conditions.set(side, `${word} ${mask}`);
  else conditions.set(side, networkOf(address, length));
  return true;
}

function takePorts(left: string[], field: string, conditions: Conditions): void {
  const [word = ''] = left;
  if (!/^(?:eq|range|gt|lt|neq)$/.test(word)) return;
  left.shift();
  const first = left.shift() ?? '';
  const from = portOf(first);
  if (word === 'range') {
    const to = portOf(left.shift() ?? '');
    if (from !== undefined && to !== undefined) conditions.set(field, { from, to });
    return;
  }
  const more: string[] = [];
  // Some devices take several ports behind one `eq`.
  while (word === 'eq' && /^(?:\d+|[a-z][a-z0-9-]*)$/.test(left[0] ?? '') && portOf(left[0]!) !== undefined)
    more.push(left.shift()!);
  if (from === undefined || word === 'neq' || more.length > 0)
    conditions.set(field, `${word} ${[first, ...more].join(' ')}`);
  else
    conditions.set(
      field,
      word === 'eq' ? { from, to: from } : word === 'gt' ? { from: from + 1, to: 65535 } : { from: 0, to: from - 1 },
    );
}

function portOf(text: string): number | undefined {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  return Object.hasOwn(ports, text) ? ports[text] : undefined;
}

/** Of an iptables rule without its chain and target: each option with its value is one condition. */
export function conditionsOfOptions(text: string): Conditions {
  const conditions: Conditions = new Map();
  for (const [whole, not, option, value] of text.matchAll(
    /(?:^|\s)(! )?(--?[\w-]+)(?: (?!-)((?:"[^"]*"|\S+)(?: (?!-|!)(?:"[^"]*"|\S+))*))?/g,
  )) {
    if (/^(?:-m|--comment|-c)$/.test(option!)) continue;
    const net =
      not === undefined && /^(?:-s|-d|--source|--destination|--src|--dst)$/.test(option!)
        ? parseNetwork(value ?? '')
        : undefined;
    const range = not === undefined && /port$/.test(option!) ? /^(\d+)(?::(\d+))?$/.exec(value ?? '') : null;
    const field = not === undefined ? option! : `! ${option}`;
    if (net) conditions.set(field, net);
    else if (range) conditions.set(field, { from: Number(range[1]), to: Number(range[2] ?? range[1]) });
    else conditions.set(field, (value ?? whole).trim());
  }
  return conditions;
}
