import type { ReadContext } from '../formats/format.ts';
import type { DocumentInfo, FileType } from '../formats/reading.ts';
import type { LineWatch } from './form-book.ts';
import { type IndexedDocument, indexDocument } from './index-document.ts';

export interface TextToIndex {
  /** As cited. */
  name: string;
  fileType: FileType;
  /** Absolute path of its bytes. */
  path: string;
  /** The same as recorded in the reading; default: `path`. */
  recordedPath?: string;
  watch?: LineWatch;
  /** No line is later, in milliseconds, where the text says so itself; default: when the file was written. */
  notAfterMs?: number;
  /** Share of the file's progress this text makes, 0 to 1; default all of it. */
  progress?(fraction: number): void;
}

/** Indexes a text and describes it as a document of the reading; any text qualifies: a log, a printed form, a section. */
export async function indexIntoReading(
  context: ReadContext,
  text: TextToIndex,
): Promise<{ info: DocumentInfo; indexed: IndexedDocument; indexFile: string }> {
  // Only its place is wanted: the index is written there in its own way.
  const place = await context.createDocument(`${text.name}.lines`);
  const indexed = await indexDocument({
    path: text.path,
    indexPath: place.path,
    signal: context.signal,
    progress: text.progress ?? context.progress,
    ...(text.watch && { watch: text.watch }),
    ...(text.notAfterMs !== undefined && { notAfterMs: text.notAfterMs }),
  });
  const info: DocumentInfo = {
    name: text.name,
    fileType: text.fileType,
    path: text.recordedPath ?? text.path,
    sizeBytes: indexed.sizeBytes,
    lines: indexed.lines,
    indexPath: place.path,
    clock: indexed.clock,
    ...(indexed.isTimeOfDay && { isTimeOfDay: true }),
    ...(indexed.clock === 'absolute' && { namesZone: indexed.hasZone }),
    ...(indexed.clock === 'absolute' && indexed.zoneMinutes !== undefined && { zoneMinutes: indexed.zoneMinutes }),
    ...(indexed.firstTimeMs !== undefined && { firstTimeMs: indexed.firstTimeMs }),
    ...(indexed.lastTimeMs !== undefined && { lastTimeMs: indexed.lastTimeMs }),
  };
  return { info, indexed, indexFile: place.path };
}
