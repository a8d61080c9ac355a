import { resolve } from 'node:path';
import { openFileSource } from '#service/archives/file-source.ts';
import type { LineRange, Quote } from '#service/formats/format.ts';
import type { DocumentInfo } from '#service/formats/reading.ts';

/**
 * The cited lines verbatim, with one pass over each document. Ranges beyond a document's end are left out.
 * `folder` is the reading's folder.
 */
export async function quoteLines(
  folder: string,
  documents: readonly DocumentInfo[],
  ranges: readonly LineRange[],
): Promise<Map<LineRange, Quote>> {
  const quotes = new Map<LineRange, Quote>();
  for (const document of documents) {
    const wanted = ranges.filter((range) => range.document === document.name);
    if (wanted.length === 0) continue;
    const lines = await linesOf(resolve(folder, document.path), wanted);
    for (const range of wanted) {
      const text: string[] = [];
      for (let n = range.lineStart; n <= range.lineEnd && lines.has(n); n++) text.push(lines.get(n)!);
      if (text.length === 0) continue;
      quotes.set(range, {
        file: document.name,
        line_start: range.lineStart,
        line_end: range.lineStart + text.length - 1,
        excerpt: text.join('\n'),
      });
    }
  }
  return quotes;
}

/** 1-based lines that any of the ranges asks for. */
export async function linesOf(path: string, ranges: readonly LineRange[]): Promise<Map<number, string>> {
  const wanted = new Set<number>();
  for (const { lineStart, lineEnd } of ranges) for (let n = lineStart; n <= lineEnd; n++) wanted.add(n);
  const last = Math.max(0, ...ranges.map(({ lineEnd }) => lineEnd));
  const lines = new Map<number, string>();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const source = openFileSource(path);
  try {
    let current = 1;
    let parts: Uint8Array[] = [];
    const take = () => {
      if (wanted.has(current)) lines.set(current, decoder.decode(Buffer.concat(parts)));
      parts = [];
    };
    for await (const chunk of source.stream()) {
      let start = 0;
      for (let at = chunk.indexOf(10); at >= 0 && current <= last; at = chunk.indexOf(10, start)) {
        if (wanted.has(current)) parts.push(chunk.subarray(start, at));
        take();
        start = at + 1;
        current++;
      }
      if (current > last) return lines;
      if (wanted.has(current)) parts.push(chunk.subarray(start));
    }
    if (parts.some(({ length }) => length > 0)) take();
    return lines;
  } finally {
    source.close();
  }
}
