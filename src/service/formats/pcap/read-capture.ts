import { eventsOf } from '../cite.ts';
import type { ReadContext } from '../format.ts';
import type { DocumentInfo, Reading, Series } from '../reading.ts';
import { type CaptureSummary, createCaptureSummary } from './capture-summary.ts';
import { containerOf, readPackets } from './container.ts';
import { addressByLink, createDissection } from './dissect/dissection.ts';
import { createEapFragments } from './dissect/eap.ts';
import { createReassembly } from './dissect/ip-fragments.ts';
import { readLink } from './dissect/link.ts';
import { createQuicConnections } from './dissect/quic.ts';
import { createTcpStreams } from './dissect/tcp-streams.ts';
import { createNetworkEvents, type NetworkEvents } from './network-events.ts';
import { networkFindings } from './network-findings.ts';
import type { Packet, PacketBatches } from './packet.ts';
import { printFrame } from './print-frame.ts';
import { tcpFindings } from './tcp-findings.ts';

const maxPoints = 2_000;

/** Takes a capture apart packet by packet; its printed form is the document that findings cite. */
export async function readCapture(context: ReadContext): Promise<Reading> {
  const kind = containerOf(await context.source.read(0, 64)) ?? 'pcap';
  const documentName = `${context.name}#packets`;
  const writer = await context.createDocument(documentName);
  const summary = createCaptureSummary();
  const events = createNetworkEvents();
  const capture = {
    fragments: createReassembly(),
    streams: createTcpStreams(),
    quic: createQuicConnections(),
    eap: createEapFragments(),
  };
  const unread: string[] = [];
  let readBytes = 0;

  const batches = readPackets(kind, context.source);
  const damage = await eachBatch(batches, async (packets) => {
    context.signal.throwIfAborted();
    let text = '';
    for (const packet of packets) {
      const dissection = createDissection(packet, capture);
      dissect(dissection, packet.linkType);
      addressByLink(dissection);
      const path = dissection.layers.join(':');
      summary.add(dissection, path, packet.wireLength);
      events.note(dissection);
      text += printFrame(dissection, path, packet.wireLength);
      readBytes += packet.bytes.length + 16;
    }
    await writer.write(text);
    context.progress(Math.min(1, readBytes / Math.max(1, context.source.sizeBytes)));
  });
  if (damage !== undefined)
    unread.push(`${context.name}: ${damage}; the ${summary.packets} packets before it were read.`);
  events.finish();
  const printed = await writer.end();
  const connections = [...capture.streams.connections()];
  const findings = [...tcpFindings(connections, documentName), ...networkFindings(events, documentName)];
  return {
    fileType: 'pcap',
    documents: [describeDocument(documentName, printed, summary)],
    findings,
    series: seriesOf(summary, events, documentName),
    timeline: eventsOf(findings).sort((a, b) => a.timeMs - b.timeMs),
    unread,
    facts: factsOf(kind, summary, connections.length),
    capture: { packets: summary.packets, protocols: summary.protocols, conversations: summary.conversations },
    tables: tablesOf(summary),
  };
}

/** Gives what the container says of damage at its end. */
async function eachBatch(
  batches: PacketBatches,
  visit: (packets: readonly Packet[]) => Promise<void>,
): Promise<string | undefined> {
  for (;;) {
    const step = await batches.next();
    if (step.done) return step.value.damage;
    await visit(step.value);
  }
}

function dissect(dissection: Parameters<typeof readLink>[0], linkType: number): void {
  try {
    readLink(dissection, linkType);
  } catch (error) {
    // A frame that ends inside a field: what was read of it stands, the packet still counts.
    if (!(error instanceof RangeError)) throw error;
  }
}

function describeDocument(
  name: string,
  printed: { path: string; sizeBytes: number; lines: number },
  summary: CaptureSummary,
): DocumentInfo {
  return {
    name,
    fileType: 'pcap',
    ...printed,
    clock: summary.firstTimeMs === undefined ? 'none' : 'absolute',
    ...(summary.firstTimeMs === undefined ? {} : { firstTimeMs: summary.firstTimeMs }),
    ...(summary.lastTimeMs === undefined ? {} : { lastTimeMs: summary.lastTimeMs }),
  };
}

function seriesOf(summary: CaptureSummary, events: NetworkEvents, document: string): Series[] {
  const seconds = [...summary.perSecond].sort(([a], [b]) => a - b);
  const stride = Math.max(1, Math.ceil(seconds.length / maxPoints));
  const bucketed = seconds.filter((_, index) => index % stride === 0);
  const series: Series[] = [
    {
      name: 'packets per second',
      unit: '1/s',
      document,
      points: bucketed.map(([second, { packets, frame }]) => ({ timeMs: second * 1000, value: packets, line: frame })),
    },
    {
      name: 'bytes per second',
      unit: 'B/s',
      document,
      points: bucketed.map(([second, { bytes, frame }]) => ({ timeMs: second * 1000, value: bytes, line: frame })),
    },
  ];
  if (events.dnsAnswerTimes.length > 0) {
    series.push({
      name: 'DNS answer time',
      unit: 'ms',
      document,
      points: events.dnsAnswerTimes.map(({ timeMs, valueMs, frame }) => ({ timeMs, value: valueMs, line: frame })),
    });
  }
  return series.filter(({ points }) => points.length > 0);
}

function factsOf(kind: string, summary: CaptureSummary, connections: number): Reading['facts'] {
  const seconds = summary.firstTimeMs === undefined ? 0 : (summary.lastTimeMs! - summary.firstTimeMs) / 1000;
  return {
    container: kind,
    packets: summary.packets,
    'bytes on the wire': summary.wireBytes,
    'duration (s)': Math.round(seconds * 1000) / 1000,
    conversations: summary.conversations,
    'TCP connections': connections,
  };
}

function tablesOf(summary: CaptureSummary): NonNullable<Reading['tables']> {
  const talkers = [...summary.talkers].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, 50);
  return {
    talkers: talkers.map(([conversation, { packets, bytes }]) => ({ conversation, packets, bytes })),
    protocols: Object.entries(summary.protocols).map(([protocol, frames]) => ({ protocol, frames })),
  };
}
