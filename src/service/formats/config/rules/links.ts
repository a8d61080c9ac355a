import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';

interface Port {
  name: string;
  line: number;
  /** By command: `mtu`, `speed`, `duplex`, `switchport mode`, …, with its value and line. */
  settings: Map<string, { value: string; line: number }>;
}

const compared = [
  'mtu',
  'speed',
  'duplex',
  'switchport mode',
  'switchport trunk allowed vlan',
  'switchport trunk native vlan',
  'switchport access vlan',
];

/** Ports of one bundle that disagree, timers in the wrong order, and ports set for two things at once. */
export function findLinkTroubles({ statements }: ConfigText, document: string): Finding[] {
  const ports = new Map<string, Port>();
  const troubles: Finding[] = [];
  for (const { text, line, path } of statements) {
    const name = /^interface (.+)$/i.exec(path[0] ?? '')?.[1];
    if (name !== undefined && path.length === 1) {
      const port = ports.get(name) ?? { name, line: line - 1, settings: new Map() };
      ports.set(name, port);
      const match =
        /^(mtu|speed|duplex|channel-group|switchport mode|switchport trunk allowed vlan|switchport trunk native vlan|switchport access vlan|spanning-tree portfast) ?(\S.*)?$/.exec(
          text,
        );
      if (match)
        port.settings.set(match[1]!, {
          value: match[1] === 'channel-group' ? match[2]!.split(' ')[0]! : (match[2] ?? ''),
          line,
        });
    }
    const timers =
      /^(?:standby (?:\d+ )?timers |timers (?:bgp )?|neighbor \S+ timers |hello-interval |ip ospf )(\d+) (\d+)$/.exec(
        text,
      );
    if (timers && Number(timers[1]) >= Number(timers[2]) && Number(timers[2]) > 0) {
      troubles.push(
        findingAt(document, line, {
          rule: 'config.timers-in-wrong-order',
          severity: 'error',
          title: `The keepalive time ${timers[1]} is not shorter than the hold time ${timers[2]}`,
          explanation: 'The other side is declared down before it can answer, again and again.',
          next: 'Set the hold time to three times the keepalive time.',
        }),
      );
    }
  }
  const bundles = Map.groupBy(
    [...ports.values()].filter(({ settings }) => settings.has('channel-group')),
    ({ settings }) => settings.get('channel-group')!.value,
  );
  return [
    ...troubles,
    ...[...bundles].flatMap(([bundle, members]) => disagreements(bundle, members, ports, document)),
    ...[...ports.values()].flatMap((port) => edgeOnTrunk(port, document)),
  ].slice(0, 30);
}

function disagreements(
  bundle: string,
  members: readonly Port[],
  ports: ReadonlyMap<string, Port>,
  document: string,
): Finding[] {
  const own = [...ports.values()].find(({ name }) =>
    new RegExp(`^(?:port-channel|bundle-ether|po) ?${bundle.replace(/\D/g, '')}$`, 'i').test(name),
  );
  const all = own ? [own, ...members] : members;
  return compared.flatMap((command): Finding[] => {
    const set = all.flatMap((port) => (port.settings.has(command) ? [{ port, ...port.settings.get(command)! }] : []));
    // A member takes over what only its bundle sets.
    if (new Set(set.map(({ value }) => value)).size < 2) return [];
    return [
      findingAt(
        document,
        set.map(({ line }) => line),
        {
          rule: 'config.bundle-mismatch',
          severity: 'warning',
          certainty: 'certain',
          title: `The ports of bundle ${bundle} disagree about ${command}`,
          explanation: `${set
            .slice(0, 4)
            .map(({ port, value }) => `${port.name}: ${value}`)
            .join('; ')}. A port that differs is left out of the bundle, or frames are lost.`,
          subjects: set.map(({ port }) => port.name),
        },
      ),
    ];
  });
}

function edgeOnTrunk({ name, settings }: Port, document: string): Finding[] {
  const edge = settings.get('spanning-tree portfast');
  if (
    !edge ||
    settings.get('switchport mode')?.value !== 'trunk' ||
    /trunk|disable|network|edge trunk/.test(edge.value)
  )
    return [];
  return [
    findingAt(document, [edge.line, settings.get('switchport mode')!.line], {
      rule: 'config.spanning-tree',
      severity: 'warning',
      title: `${name} is a trunk and set as an edge port`,
      explanation:
        'Edge ports forward at once; with a switch behind it, this causes a loop until spanning tree blocks it.',
      subjects: [name],
    }),
  ];
}
