import { viewOf } from '../../../lines/byte-reading.ts';

const countedBytes = 4096;

/** Pages by number, `to` not included. */
export interface PageSpan {
  from: number;
  to: number;
}

/** Which pages one part of a dump holds that makedumpfile wrote into several files. */
export function partOf(sub: Uint8Array): PageSpan | undefined {
  if (sub.length < 32) return undefined;
  const view = viewOf(sub);
  if (view.getInt32(12, true) !== 1) return undefined;
  // Newer dumps have the numbers once more in 64 bits, and the highest page behind them.
  const at = sub.length >= 104 && view.getBigUint64(96, true) > 0n ? 80 : 16;
  return { from: Number(view.getBigUint64(at, true)), to: Number(view.getBigUint64(at + 8, true)) };
}

/** Gives the place of a page's descriptor: how many pages before it are in this file. */
export function countPages(bitmap: Uint8Array, part?: PageSpan): (frame: number) => number | undefined {
  const before = new Float64Array(Math.ceil(bitmap.length / countedBytes) + 1);
  for (let block = 0; block < before.length - 1; block++) {
    let bits = 0;
    const end = Math.min(bitmap.length, (block + 1) * countedBytes);
    for (let at = block * countedBytes; at < end; at++) bits += bitsOf(bitmap[at] ?? 0);
    before[block + 1] = (before[block] ?? 0) + bits;
  }
  if (part === undefined) return rank;
  // Every part lists all pages of the dump, and describes its own.
  const first = pagesBefore(part.from);
  return (frame) => {
    const index = frame >= part.from && frame < part.to ? rank(frame) : undefined;
    return index === undefined ? undefined : index - first;
  };

  function rank(frame: number): number | undefined {
    const here = bitmap[Math.floor(frame / 8)];
    if (frame < 0 || here === undefined || (here & (1 << (frame % 8))) === 0) return undefined;
    return pagesBefore(frame);
  }

  function pagesBefore(frame: number): number {
    const byte = Math.min(bitmap.length, Math.floor(frame / 8));
    const here = bitmap[byte] ?? 0;
    const block = Math.floor(byte / countedBytes);
    let index = before[block] ?? 0;
    for (let at = block * countedBytes; at < byte; at++) index += bitsOf(bitmap[at] ?? 0);
    return index + bitsOf(here & ((1 << (frame % 8)) - 1));
  }
}

function bitsOf(byte: number): number {
  let value = byte - ((byte >> 1) & 0x55);
  value = (value & 0x33) + ((value >> 2) & 0x33);
  return (value + (value >> 4)) & 0x0f;
}
