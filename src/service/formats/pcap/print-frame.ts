import type { Dissection } from './dissect/dissection.ts';

/** One line a packet, so that line N of the printed form is packet N. Names from the wire are visible ASCII already. */
export function printFrame(dissection: Dissection, wireLength: number): string {
  const { source, destination, transport, layers, info, isTruncated } = dissection;
  const from = transport && source ? `${source}:${transport.sourcePort}` : (source ?? '?');
  const to = transport && destination ? `${destination}:${transport.destinationPort}` : (destination ?? '?');
  const addresses = source === undefined && destination === undefined ? '' : `${from} > ${to} `;
  const what = info || (layers.at(-1) ?? 'unknown link type').toUpperCase();
  return `${formatTime(dissection.timeMs)} ${addresses}${what}, ${wireLength} bytes on the wire${isTruncated ? ', cut' : ''} [${layers.join(':')}]\n`;
}

/** RFC 3339 with microseconds; `-` for a record without a time or with one no calendar knows. */
function formatTime(timeMs: number | undefined): string {
  if (timeMs === undefined || !(Math.abs(timeMs) < 8.64e15)) return '-';
  const whole = Math.floor(timeMs);
  const micros = Math.min(999, Math.floor((timeMs - whole) * 1000));
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}
