import type { Dissection } from './dissect/dissection.ts';

/** One line a packet, so that line N of the printed form is packet N. Names from the wire are visible ASCII already. */
export function printFrame(dissection: Dissection, path: string, wireLength: number): string {
  const { source, destination, transport, layers, info, isTruncated } = dissection;
  const from = transport?.from ?? source ?? '?';
  const to = transport?.to ?? destination ?? '?';
  const addresses = source === undefined && destination === undefined ? '' : `${from} > ${to} `;
  const what = info || (layers.at(-1) ?? 'unknown link type').toUpperCase();
  return `${formatTime(dissection.timeMs)} ${addresses}${what}, ${wireLength} bytes on the wire${isTruncated ? ', cut' : ''} [${path}]\n`;
}

/** Packets of one second share the front of their time. */
let lastSecond = Number.NaN;
let lastPrefix = '';

/** RFC 3339 with microseconds; `-` for a record without a time or with one no calendar knows. */
function formatTime(timeMs: number | undefined): string {
  if (timeMs === undefined || !(Math.abs(timeMs) < 8.64e15)) return '-';
  const second = Math.floor(timeMs / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastPrefix = new Date(second * 1000).toISOString().slice(0, -4);
  }
  const micros = Math.min(999_999, Math.floor((timeMs - second * 1000) * 1000));
  return `${lastPrefix}${String(micros).padStart(6, '0')}Z`;
}
