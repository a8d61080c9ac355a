import type { LineFields } from '../../../lines/line-fields.ts';

/** "GC(3) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.456ms": unified logging of JVMs from version 9 on. */
const pause =
  /\bGC\((?<gc>\d{1,9})\) (?<said>Pause (?<kind>[A-Z][a-z]+)\b.{0,120}?) (?<before>\d{1,9}[KMG])->(?<after>\d{1,9}[KMG])\((?<heap>\d{1,9}[KMG])\) (?<took>\d{1,9}\.\d{3}ms)$/;

/** What the places of such a line state; undefined for other lines. */
export function pauseFields(line: string): LineFields | undefined {
  const { gc, said = '', kind = '', before, after, heap, took = '' } = pause.exec(line)?.groups ?? {};
  if (gc === undefined) return undefined;
  const fields = new Map<string, string | number>([
    ['gc_id', Number(gc)],
    ['kind', kind],
    ['pause', took],
    ['heap before', `${before}B`],
    ['heap after', `${after}B`],
    ['heap size', `${heap}B`],
  ]);
  return { message: said, fields, source: 'gc' };
}
