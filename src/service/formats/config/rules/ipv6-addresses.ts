import { isIPv6 } from 'node:net';
import type { Finding } from '../../reading.ts';
import type { ConfigText, Statement } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { onRunningInterfaces } from './interface-addresses.ts';

const maxAddresses = 500;
const maxShown = 20;

interface Ipv6Address {
  owner: string;
  vrf: string;
  text: string;
  address: bigint;
  length: number;
  line: number;
}

/** Over the whole text: interface, address, length. */
const forms: readonly RegExp[] = [
  /^interface (.+?) ipv6 address ([\da-f:.]+)(?:\/| )(\d{1,3})(?! (?:link-local|anycast|eui-64))(?: |$)/i,
  /^interfaces (\S+)(?: unit \d+)? family inet6 address ([\da-f:.]+)\/(\d+)/i,
  /^interfaces (?:ethernet|bonding|bridge|dummy|loopback|wireguard|vti|pseudo-ethernet) (\S+)(?: vif \d+)? address '?([\da-f:.]{1,40}:[\da-f:.]*)\/(\d+)/i,
  /^config system interface edit "?([^"]+?)"? config ipv6 set ip6-address ([\da-f:.]+)\/(\d+)/i,
  /^iface (\S+) inet6 static address ([\da-f:.]+)\/(\d+)/i,
];

/** IPv6 addresses on two interfaces of one device, and networks of two that overlap. */
export function findIpv6Troubles(config: ConfigText, document: string): Finding[] {
  const all = onRunningInterfaces(config, readAddress).slice(0, maxAddresses);
  return all.flatMap((one, index) => clashOf(one, all.slice(index + 1), document)).slice(0, maxShown);
}

function readAddress(statement: Statement, whole: string, interfaceName: string | undefined): Ipv6Address | undefined {
  const match = forms.map((form) => form.exec(whole)).find((each) => each);
  if (!match) return undefined;
  const [, owner = '', text = '', length = ''] = match;
  // Every interface may have the same link-local addresses.
  if (!isIPv6(text) || Number(length) > 128 || /^fe[89ab]/i.test(text)) return undefined;
  const vrf = /^routing-instances (\S+)/.exec(whole)?.[1] ?? '';
  return {
    owner: interfaceName ?? owner,
    vrf,
    text,
    address: numberOf(text),
    length: Number(length),
    line: statement.line,
  };
}

function clashOf(one: Ipv6Address, others: readonly Ipv6Address[], document: string): Finding[] {
  const other = others.find(
    (each) => each.vrf === one.vrf && each.owner !== one.owner && (each.address === one.address || overlaps(each, one)),
  );
  if (!other) return [];
  const isSame = other.address === one.address;
  return [
    findingAt(document, [one.line, other.line], {
      rule: isSame ? 'config.duplicate-address' : 'config.overlapping-networks',
      severity: isSame ? 'error' : 'warning',
      certainty: 'likely',
      title: isSame
        ? `${one.text} is on 2 interfaces: ${one.owner}, ${other.owner}`
        : `The networks of ${one.owner} and ${other.owner} overlap`,
      explanation: isSame
        ? 'One address on two interfaces of one device is refused by it, or makes one of them unreachable.'
        : `${one.text}/${one.length} and ${other.text}/${other.length} share addresses: they do not determine which interface a packet leaves by.`,
      subjects: [one.owner, other.owner],
    }),
  ];
}

/** A host's own address (127, 128 bits) lies in other networks on purpose. */
function overlaps(one: Ipv6Address, other: Ipv6Address): boolean {
  const length = Math.min(one.length, other.length);
  if (Math.max(one.length, other.length) >= 127) return false;
  const host = BigInt(128 - length);
  return one.address >> host === other.address >> host;
}

function numberOf(text: string): bigint {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const hex = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);
  const plain = dotted ? `${dotted[1]}${hex(dotted[2]!, dotted[3]!)}:${hex(dotted[4]!, dotted[5]!)}` : text;
  const [left = [], right] = plain.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...(right ?? [])].reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}
