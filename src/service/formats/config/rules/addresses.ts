import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { type InterfaceAddress, interfaceAddresses } from './interface-addresses.ts';
import { addressOf, contains, formatAddress, type Network, networkOf, overlap, parseNetwork } from './ipv4.ts';
import { wholeTextOf } from './whole-text.ts';

const maxShown = 40;

/** Addresses that cannot be, that are on two interfaces, whose networks overlap, and gateways that nothing reaches. */
export function findAddressTroubles(config: ConfigText, document: string): Finding[] {
  const all = interfaceAddresses(config);
  return [
    ...all.flatMap((each) => wrongMask(each, document)),
    ...sharedAddresses(all, document),
    ...overlaps(all, document),
    ...virtualAddresses(config, all, document),
    ...unreachableGateways(config, all, document),
  ].slice(0, maxShown);
}

function wrongMask({ text, address, mask, length, line, owner }: InterfaceAddress, document: string): Finding[] {
  if (length === undefined) {
    return [
      findingAt(document, line, {
        rule: 'config.wrong-mask',
        severity: 'error',
        title: `${mask} is not a valid mask`,
        explanation: `The mask of ${owner} is neither a length up to 32 nor ones followed by zeros; a device refuses the line.`,
        subjects: [owner, text],
      }),
    ];
  }
  const { first } = networkOf(address, length);
  const isEnd = length <= 30 && (address === first || address === first + 2 ** (32 - length) - 1);
  if (!isEnd) return [];
  return [
    findingAt(document, line, {
      rule: 'config.wrong-address',
      severity: 'error',
      title: `${text} is the ${address === first ? 'network' : 'broadcast'} address of its own network`,
      explanation: `With the mask ${mask} no host of ${owner} can have it.`,
      subjects: [owner, text],
    }),
  ];
}

function sharedAddresses(all: readonly InterfaceAddress[], document: string): Finding[] {
  const byAddress = Map.groupBy(all, ({ vrf, address }) => `${vrf} ${address}`);
  return [...byAddress.values()].flatMap((each): Finding[] => {
    const owners = [...new Set(each.map(({ owner }) => owner))];
    if (owners.length < 2) return [];
    const { text } = each[0]!;
    const finding = findingAt(
      document,
      each.map(({ line }) => line),
      {
        rule: 'config.duplicate-address',
        severity: 'error',
        certainty: 'likely',
        title: `${text} is on ${owners.length} interfaces: ${owners.slice(0, 4).join(', ')}`,
        explanation: 'One address on two interfaces of one device is refused by it, or makes one of them unreachable.',
        signature: 'config duplicate interface address',
        subjects: [text, ...owners],
      },
    );
    return [{ ...finding, count: owners.length }];
  });
}

function overlaps(all: readonly InterfaceAddress[], document: string): Finding[] {
  const nets = all.flatMap((each) =>
    each.length === undefined || each.length >= 31 ? [] : [{ ...each, net: networkOf(each.address, each.length) }],
  );
  const found: Finding[] = [];
  for (const [index, one] of nets.slice(0, 500).entries()) {
    const other = nets
      .slice(index + 1, 500)
      .find(
        (each) =>
          each.vrf === one.vrf &&
          each.owner !== one.owner &&
          each.address !== one.address &&
          overlap(each.net, one.net),
      );
    if (!other) continue;
    found.push(
      findingAt(document, [one.line, other.line], {
        rule: 'config.overlapping-networks',
        severity: 'warning',
        certainty: 'likely',
        title: `The networks of ${one.owner} and ${other.owner} overlap`,
        explanation: `${one.text}/${one.length} and ${other.text}/${other.length} share addresses: they do not determine which interface a packet leaves by.`,
        subjects: [one.owner, other.owner],
      }),
    );
  }
  return found;
}

/** The address that gateways share must lie in the network of the interface they share it on. */
function virtualAddresses({ statements }: ConfigText, all: readonly InterfaceAddress[], document: string): Finding[] {
  return statements.flatMap((statement): Finding[] => {
    const match = /^interface (.+?) (?:standby|vrrp|hsrp)(?: \d+)? (?:ip |address )?(?:ip )?(\d[\d.]+)$/.exec(
      wholeTextOf(statement),
    );
    const address = addressOf(match?.[2] ?? '');
    if (!match || address === undefined) return [];
    const own = all.filter(({ owner, length }) => owner === match[1] && length !== undefined);
    if (own.length === 0) return [];
    if (own.some((each) => contains(networkOf(each.address, each.length!), { first: address, length: 32 }))) return [];
    return [
      findingAt(document, [statement.line, own[0]!.line], {
        rule: 'config.address-outside-network',
        severity: 'error',
        title: `The shared address ${match[2]} is not in the network of ${match[1]}`,
        explanation: `${match[1]} has ${own[0]!.text}/${own[0]!.length}; hosts there cannot use this gateway.`,
        subjects: [match[1]!, match[2]!],
      }),
    ];
  });
}

const dynamic =
  /^(?:router (?:ospf|bgp|isis|eigrp|rip)|ospf|bgp|isis|protocols (?:ospf|bgp|isis|rip)|routing (?:ospf|bgp))\b|address dhcp|ip address negotiated|unnumbered|\bdhcp\b/;
const nextHops: readonly RegExp[] = [
  /^ip(?:v4)? route(?:-static)? (?:vrf \S+ )?(\d[\d.]+)(?: |\/)(\d[\d.]*) (\d+\.\d+\.\d+\.\d+)/,
  /^route \S+ (\d[\d.]+) (\d[\d.]+) (\d+\.\d+\.\d+\.\d+)/,
  /^routing-options static route (\d[\d.]+)\/(\d+) next-hop (\d+\.\d+\.\d+\.\d+)$/,
  /^(ip) (default-gateway) (\d+\.\d+\.\d+\.\d+)$/,
];

/** Only where all routes are written down: a routing protocol may know the way to any gateway. */
function unreachableGateways(
  { statements }: ConfigText,
  all: readonly InterfaceAddress[],
  document: string,
): Finding[] {
  const texts = statements.map((statement) => ({ text: wholeTextOf(statement), line: statement.line }));
  const nets = all.flatMap(({ address, length }): Network[] =>
    length === undefined ? [] : [networkOf(address, length)],
  );
  if (nets.length === 0 || texts.some(({ text }) => dynamic.test(text))) return [];
  const routes = texts.flatMap(({ text, line }) => {
    const match = nextHops.map((form) => form.exec(text)).find((each) => each);
    const hop = addressOf(match?.[3] ?? '');
    if (!match || hop === undefined || / vrf /.test(text)) return [];
    return [{ line, hop, to: parseNetwork(`${match[1]}/${match[2]}`) }];
  });
  const known = [...nets, ...routes.flatMap(({ to }) => (to && to.length > 0 ? [to] : []))];
  return routes.flatMap(({ line, hop }): Finding[] => {
    if (known.some((net) => contains(net, { first: hop, length: 32 }))) return [];
    return [
      findingAt(document, line, {
        rule: 'config.unreachable-gateway',
        severity: 'warning',
        certainty: 'likely',
        title: `The gateway ${formatAddress(hop)} is in no network of this device`,
        explanation: 'No interface and no other route leads to it, so what is sent there is lost.',
        subjects: [formatAddress(hop)],
      }),
    ];
  });
}
