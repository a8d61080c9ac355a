import type { Finding } from '../reading.ts';
import type { Connection } from './dissect/tcp-streams.ts';
import { frameRanges, timesOf } from './network-findings.ts';

/** Share of a capture's TCP packets sent again, above which people feel it; half a percent is common on a healthy WAN. */
const noticeableLoss = 0.01;
const heavyLoss = 0.05;
/** Share of a capture's TCP packets that acknowledge bytes it does not hold; a few stand at every capture's start. */
const noticeableHoles = 0.01;
const slowHandshakeMs = 1_000;
const maxServers = 6;

/** What the connections tell, gathered by the server they went to. */
export function tcpFindings(connections: Iterable<Connection>, document: string): Finding[] {
  const refused = groupBy(connections, (connection) => wasRefused(connection) && connection.server);
  const unanswered = groupBy(connections, (connection) => wasUnanswered(connection) && connection.server);
  const reset = groupBy(
    connections,
    (connection) => wasReset(connection) && `${connection.server} ${connection.resetBy}`,
  );
  const stalled = groupBy(connections, (connection) => connection.zeroWindowFrames.length > 0 && connection.server);
  const slow = groupBy(
    connections,
    (connection) => (connection.handshakeMs ?? 0) >= slowHandshakeMs && connection.server,
  );
  return [
    ...refused.map((group) => describe(group, document, refusal(group))),
    ...unanswered.map((group) => describe(group, document, silence(group))),
    ...reset.map((group) => describe(group, document, interruption(group))),
    ...stalled.map((group) => describe(group, document, stall(group))),
    ...slow.map((group) => describe(group, document, slowness(group))),
    ...lossFinding(connections, document),
    ...holesFinding(connections, document),
  ];
}

type Account = Pick<Finding, 'rule' | 'title' | 'explanation' | 'severity' | 'role' | 'certainty' | 'next'> & {
  framesOf: (connection: Connection) => (number | undefined)[];
};

function refusal(group: readonly Connection[]): Account {
  const { server } = group[0]!;
  return {
    rule: 'tcp.refused',
    title: `${server} refuses connections: ${plural(group.length, 'attempt')} answered with RST`,
    explanation: 'The SYN reached the host but nothing listens on that port, or a firewall rejects it.',
    severity: 'error',
    role: 'cause',
    certainty: 'certain',
    next: [`on the server: ss -ltnp | grep ':${server.split(':').at(-1)}'`],
    framesOf: ({ synFrames, resetFrame }) => [synFrames[0], resetFrame],
  };
}

function silence(group: readonly Connection[]): Account {
  const { server } = group[0]!;
  const syns = group.reduce((sum, { synFrames }) => sum + synFrames.length, 0);
  return {
    rule: 'tcp.no-answer',
    title: `${server} does not answer: ${plural(syns, 'SYN')} of ${plural(group.length, 'connection')} without reply`,
    explanation:
      'The SYN was repeated, but neither SYN-ACK nor RST came back: a firewall drops it, or the host is down.',
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    next: [
      `capture on the server's side of the firewall: tcpdump -i any -w server.pcap host ${server.replace(/:\d+$/, '')}`,
    ],
    framesOf: ({ synFrames }) => synFrames,
  };
}

function interruption(group: readonly Connection[]): Account {
  const { server, client, resetBy } = group[0]!;
  const who = resetBy === 'server' ? server : `the client of ${server}`;
  return {
    rule: 'tcp.reset',
    title: `${who} resets ${plural(group.length, 'established connection')}`,
    explanation: `The connection was open and was reset with RST instead of being closed (first between ${client} and ${server}).`,
    severity: resetBy === 'server' ? 'error' : 'warning',
    role: 'symptom',
    certainty: 'certain',
    framesOf: ({ resetFrame }) => [resetFrame],
  };
}

function stall(group: readonly Connection[]): Account {
  return {
    rule: 'tcp.zero-window',
    title: `a receiver on ${plural(group.length, 'connection')} to ${group[0]!.server} accepts no more data (zero window)`,
    explanation: 'The receiving program does not read fast enough; the network is not the bottleneck.',
    severity: 'warning',
    role: 'cause',
    certainty: 'certain',
    framesOf: ({ zeroWindowFrames }) => zeroWindowFrames,
  };
}

function slowness(group: readonly Connection[]): Account {
  const slowest = Math.max(...group.map(({ handshakeMs }) => handshakeMs ?? 0));
  return {
    rule: 'tcp.slow-handshake',
    title: `slow handshake with ${group[0]!.server}: up to ${(slowest / 1000).toFixed(1)} s`,
    explanation: 'The handshake took more than a second: loss, a long path or a full accept queue.',
    severity: 'warning',
    role: 'symptom',
    certainty: 'certain',
    framesOf: ({ synFrames, synAckFrame }) => [synFrames[0], synAckFrame],
  };
}

function describe(group: readonly Connection[], document: string, { framesOf, next, ...account }: Account): Finding {
  const frames = group.flatMap(framesOf).filter((frame) => frame !== undefined);
  const { server, client } = group[0]!;
  return {
    ...account,
    ...(next ? { next } : {}),
    count: group.length,
    ...timesOf({ firstTimeMs: group[0]!.firstTimeMs, lastTimeMs: group.at(-1)!.lastTimeMs }),
    evidence: frameRanges(document, frames),
    signature: `${account.rule} port ${server.split(':').at(-1)}`,
    subjects: [server, client],
  };
}

function lossFinding(connections: Iterable<Connection>, document: string): Finding[] {
  const lossy = [...connections].filter(({ retransmissionCount }) => retransmissionCount > 0);
  const packets = [...connections].reduce((sum, connection) => sum + connection.packets, 0);
  const count = lossy.reduce((sum, { retransmissionCount }) => sum + retransmissionCount, 0);
  if (count === 0) return [];
  lossy.sort((a, b) => b.retransmissionCount - a.retransmissionCount);
  const share = count / packets;
  const worst = lossy[0]!;
  return [
    {
      rule: 'tcp.retransmission',
      title: `${plural(count, 'retransmission')} in ${packets} TCP packets (${(share * 100).toFixed(1)} %), most between ${worst.client} and ${worst.server}`,
      explanation: 'Segments were retransmitted because they, or their acknowledgements, did not arrive in time.',
      severity: share >= heavyLoss ? 'error' : share >= noticeableLoss ? 'warning' : 'info',
      role: 'symptom',
      certainty: 'certain',
      count,
      ...timesOf({ firstTimeMs: worst.firstTimeMs, lastTimeMs: worst.lastTimeMs }),
      evidence: frameRanges(
        document,
        lossy.flatMap(({ retransmissions }) => retransmissions),
      ),
      signature: 'tcp.retransmission',
      subjects: [worst.server, worst.client],
    },
  ];
}

/** What the capture misses its readers must know: gaps look like faults of the network. */
function holesFinding(connections: Iterable<Connection>, document: string): Finding[] {
  const all = [...connections];
  const packets = all.reduce((sum, connection) => sum + connection.packets, 0);
  const holed = all.filter(({ unseenCount }) => unseenCount > 0);
  const count = holed.reduce((sum, { unseenCount }) => sum + unseenCount, 0);
  if (count < 10 || count / packets < noticeableHoles) return [];
  holed.sort((a, b) => b.unseenCount - a.unseenCount);
  const { client, server } = holed[0]!;
  return [
    {
      rule: 'tcp.capture-holes',
      title: `the capture lacks packets: ${plural(count, 'acknowledgement')} of data it does not contain`,
      explanation:
        'The receiver had the data, so the network delivered it; the capturing machine lost it or saw only one direction.',
      severity: 'info',
      role: 'context',
      certainty: 'certain',
      count,
      ...timesOf({ firstTimeMs: holed[0]!.firstTimeMs, lastTimeMs: holed[0]!.lastTimeMs }),
      evidence: frameRanges(
        document,
        holed.flatMap(({ unseenFrames }) => unseenFrames),
      ),
      signature: 'tcp.capture-holes',
      subjects: [server, client],
      next: ['capture with a larger buffer and shorter packets: tcpdump -B 65536 -s 128 -w again.pcap'],
    },
  ];
}

function wasRefused({ synFrames, synAckFrame, resetBy }: Connection): boolean {
  return synFrames.length > 0 && synAckFrame === undefined && resetBy === 'server';
}

function wasUnanswered({ synFrames, synAckFrame, resetFrame, payloadBytes }: Connection): boolean {
  return synFrames.length >= 2 && synAckFrame === undefined && resetFrame === undefined && payloadBytes === 0;
}

/** A RST after a FIN is only a hasty goodbye. */
function wasReset({ synAckFrame, payloadBeforeReset, resetFrame, finSeen }: Connection): boolean {
  return resetFrame !== undefined && !finSeen && (synAckFrame !== undefined || payloadBeforeReset);
}

/** Largest groups first, at most a handful. */
function groupBy(connections: Iterable<Connection>, keyOf: (connection: Connection) => string | false): Connection[][] {
  const groups = new Map<string, Connection[]>();
  for (const connection of connections) {
    const key = keyOf(connection);
    if (key === false) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(connection);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length).slice(0, maxServers);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
