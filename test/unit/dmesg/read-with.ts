import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createDocumentMaker } from '../../../src/service/child/document-writer.ts';
import type { Format, ReadContext, Sample } from '../../../src/service/formats/format.ts';
import type { LineRange, Reading } from '../../../src/service/formats/reading.ts';

export interface ReadFile {
  reading: Reading;
  /** Lines of each document, by its name. */
  lines(document: string): string[];
  /** The cited lines, joined by LF; throws where the range is outside the document. */
  quote(range: LineRange): string;
}

/** Reads bytes with one format, as the reading child process does, in a folder that is gone afterwards. */
export async function readWith(format: Format, name: string, content: string | Uint8Array): Promise<ReadFile> {
  const folder = mkdtempSync(join(tmpdir(), 'reading-'));
  try {
    const bytes = Buffer.from(content);
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    const reading = await format.read(contextOf(name, path, bytes, folder));
    const texts = new Map(
      reading.documents.map((document) => [
        document.name,
        linesOf(readFileSync(isAbsolute(document.path) ? document.path : join(folder, document.path))),
      ]),
    );
    const lines = (document: string) => texts.get(document) ?? [];
    return {
      reading,
      lines,
      quote: ({ document, lineStart, lineEnd }) => {
        const all = lines(document);
        if (lineStart < 1 || lineEnd < lineStart || lineEnd > all.length) {
          throw new Error(`${document} has no lines ${lineStart} to ${lineEnd}`);
        }
        return all.slice(lineStart - 1, lineEnd).join('\n');
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function sampleOf(name: string, content: string | Uint8Array): Sample {
  const bytes = Buffer.from(content);
  return {
    name,
    sizeBytes: bytes.length,
    head: bytes.subarray(0, 262_144),
    tail: bytes.subarray(Math.max(0, bytes.length - 65_536)),
  };
}

function contextOf(name: string, path: string, bytes: Buffer, folder: string): ReadContext {
  return {
    name,
    source: {
      sizeBytes: bytes.length,
      path,
      read: async (offset, length) => bytes.subarray(offset, offset + length),
      async *stream(offset = 0) {
        for (let at = offset; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      },
    },
    limits: { maxMembers: 100, maxExpandedBytes: 1e9, maxRatio: 1000, maxDepth: 3 },
    signal: AbortSignal.timeout(120_000),
    progress: () => undefined,
    createDocument: createDocumentMaker(folder),
    readMember: () => Promise.reject(new Error('no members here')),
  };
}

function linesOf(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
