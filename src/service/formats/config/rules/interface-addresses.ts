import type { ConfigText, Statement } from '../config-text.ts';
import { addressOf, lengthOfMask } from './ipv4.ts';
import { wholeTextOf } from './whole-text.ts';

/** An address that an interface carries. `length` is undefined where the mask has gaps or is out of range. */
export interface InterfaceAddress {
  owner: string;
  vrf: string;
  text: string;
  address: number;
  mask: string;
  length: number | undefined;
  line: number;
  isSecondary: boolean;
}

/** Over the whole text: interface, address, and mask or length. */
const forms: readonly RegExp[] = [
  /^interface (.+?) (?:ip|ipv4) address (\d[\d.]+)(?:\/| )(\d[\d.]*)(?! anycast| virtual)/i,
  /^interfaces (?:interface-range )?(\S+)(?: unit (?:\d+))? family inet address (\d[\d.]+)\/(\d+)/,
  /^interfaces (?:ethernet|bonding|bridge|dummy|loopback|wireguard|vti|pseudo-ethernet) (\S+)(?: vif \d+)? address '?(\d[\d.]+)\/(\d+)/,
  /^config system interface edit "?([^"]+?)"? set ip (\d[\d.]+) (\d[\d.]+)/,
  /^network interface \S+ (\S+) layer3 ip (\d[\d.]+)\/(\d+)/,
  /^interface (\S+) ipv4-address (\d[\d.]+) mask-length (\d+)/,
  /^iface (\S+) inet static address (\d[\d.]+)\/(\d+)/,
];

/** The IPv4 addresses of a device's interfaces that are not shut down, each with its routing table. */
export function interfaceAddresses(config: ConfigText): InterfaceAddress[] {
  return onRunningInterfaces(config, readAddress);
}

/** What `read` finds, in whatever address family, on the interfaces that are not shut down. */
export function onRunningInterfaces<A extends { owner: string; vrf: string }>(
  { statements }: ConfigText,
  read: (statement: Statement, whole: string, owner: string | undefined) => A | undefined,
): A[] {
  const vrfs = new Map<string, string>();
  const shut = new Set<string>();
  const found: A[] = [];
  for (const statement of statements) {
    const whole = wholeTextOf(statement).slice(0, 500);
    const owner = /^interface (.+?)(?: (?:l2transport|point-to-point|multipoint))?$/i.exec(
      statement.path[0] ?? '',
    )?.[1];
    const vrf = /^(?:ip )?vrf (?:forwarding |member )?(\S+)$/.exec(statement.text)?.[1];
    if (owner && vrf) vrfs.set(owner, vrf);
    if (owner && /^(?:shutdown|disable)$/.test(statement.text)) shut.add(owner);
    const address = read(statement, whole, owner);
    if (address) found.push(address);
  }
  return found
    .filter(({ owner }) => !shut.has(owner))
    .map((each) => ({ ...each, vrf: vrfs.get(each.owner) ?? each.vrf }));
}

function readAddress(
  { text, line }: Statement,
  whole: string,
  owner: string | undefined,
): InterfaceAddress | undefined {
  if (/ anycast| virtual-/.test(text)) return undefined;
  const mikrotik = /^\/ip address add (?=.*\baddress=(\d[\d.]+)\/(\d+))(?=.*\binterface=("[^"]+"|\S+))/.exec(whole);
  const match = mikrotik
    ? [whole, mikrotik[3]!, mikrotik[1]!, mikrotik[2]!]
    : forms.map((form) => form.exec(whole)).find((each) => each);
  if (!match) return undefined;
  const [, name = '', written = '', mask = ''] = match;
  const address = addressOf(written);
  if (address === undefined) return undefined;
  const length = mask.includes('.') ? lengthOfMask(mask) : Number(mask) <= 32 ? Number(mask) : undefined;
  return {
    owner: owner ?? name,
    vrf: /^routing-instances (\S+)/.exec(whole)?.[1] ?? '',
    text: written,
    address,
    mask,
    length,
    line,
    isSecondary: / secondary\b/.test(text),
  };
}
