import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileSource } from '#service/archives/file-source.ts';
import { createDocumentMaker } from '#service/child/document-writer.ts';
import type { ReadContext } from '#service/formats/format.ts';
import type { DocumentInfo, Reading } from '#service/formats/reading.ts';
import { type IndexedDocument, indexDocument } from '#service/lines/index-document.ts';
import type { OpenDocument } from '#service/lines/open-document.ts';
import { openLines } from '#service/lines/open-lines.ts';

/** When the files of a test were last changed: stamps without a year are placed before it. */
export const writtenAt = new Date('2026-11-20T12:00:00Z');

export interface LineFolder extends Disposable {
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  index(content: string | Uint8Array): Promise<IndexedDocument & { info: DocumentInfo }>;
  open(content: string | Uint8Array, options?: { withIndex: boolean }): Promise<OpenDocument>;
  read(
    format: { read(context: ReadContext): Promise<Reading> },
    content: string | Uint8Array,
    name?: string,
  ): Promise<Reading>;
}

/** A folder for one test's documents. */
export function lineFolder(): LineFolder {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  const path = (name: string) => join(folder, name);
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(path(name), content);
    utimesSync(path(name), writtenAt, writtenAt);
    return path(name);
  };
  const index: LineFolder['index'] = async (content) => {
    const file = write('document', content);
    const indexed = await indexDocument({ path: file, indexPath: path('document.lines') });
    const info: DocumentInfo = {
      name: 'document',
      fileType: 'log',
      path: 'document',
      sizeBytes: indexed.sizeBytes,
      lines: indexed.lines,
      indexPath: 'document.lines',
      clock: indexed.clock,
    };
    return { ...indexed, info };
  };
  return {
    path,
    write,
    index,
    open: async (content, options = { withIndex: true }) => {
      const { info } = await index(content);
      const { indexPath, ...plain } = info;
      return openLines(folder, options.withIndex ? info : plain);
    },
    read: async (format, content, name = 'app.log') =>
      format.read({
        name,
        source: openFileSource(write('source', content)),
        limits: { maxMembers: 10, maxExpandedBytes: 1e9, maxRatio: 200, maxDepth: 2 },
        signal: new AbortController().signal,
        progress() {},
        createDocument: createDocumentMaker(path('reading')),
        readMember: () => Promise.reject(new Error('a text has no members')),
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
