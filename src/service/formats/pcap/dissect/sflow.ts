import { type Dissection, pushLayer } from './dissection.ts';
import { readEthernet } from './link.ts';
import { readIpv4, readIpv6 } from './network.ts';

/** sFlow version 5: samples hold the first bytes of frames that passed a switch. */
export function readSflow(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  if (!pushLayer(dissection, 'sflow') || start + 28 > end || view.getUint32(start) !== 5) return;
  const agentBytes = view.getUint32(start + 4) === 2 ? 16 : 4;
  const samplesAt = start + 8 + agentBytes + 12;
  for (let at = samplesAt + 4; at + 8 <= end; ) {
    const format = view.getUint32(at);
    const sampleEnd = Math.min(end, at + 8 + view.getUint32(at + 4));
    // Flow samples, plain and expanded; counters have no frames.
    if (format === 1) readRecords(dissection, at + 8 + 32, sampleEnd);
    else if (format === 3) readRecords(dissection, at + 8 + 44, sampleEnd);
    at = sampleEnd;
  }
}

function readRecords(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  for (let at = start; at + 24 <= end; ) {
    const recordEnd = Math.min(end, at + 8 + view.getUint32(at + 4));
    if (view.getUint32(at) === 1) {
      const headerEnd = Math.min(recordEnd, at + 24 + view.getUint32(at + 20));
      readSample(dissection, view.getUint32(at + 8), at + 24, headerEnd);
    }
    at = Math.max(recordEnd, at + 8);
  }
}

/** Its layers count; it is no part of this capture's own conversations. */
function readSample(dissection: Dissection, protocol: number, start: number, end: number): void {
  const { source, destination, transport, info, notes, isQuoted } = dissection;
  dissection.isQuoted = true;
  dissection.notes = [];
  if (protocol === 1) readEthernet(dissection, start, end);
  else if (protocol === 11) readIpv4(dissection, start, end);
  else if (protocol === 12) readIpv6(dissection, start, end);
  Object.assign(dissection, { source, destination, transport, info, notes, isQuoted });
}
