import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFileSource } from '#service/archives/file-source.ts';
import { createDocumentMaker } from '#service/child/document-writer.ts';
import { defaultLimits, readUpload } from '#service/child/read-upload.ts';
import type { Format } from '#service/formats/format.ts';
import { sampleOf } from '#service/formats/sample.ts';
import { UnreadableFile } from '#service/formats/unreadable-file.ts';
import { checkReading } from './check-reading.ts';

/** Reads bytes as the reading child does: typed by their content, unpacked where packed. Throws what a reader may not do. */
export async function readTyped(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'upload');
  writeFileSync(path, bytes);
  const { signal } = new AbortController();
  const result = await readUpload({ path, name, folder: join(folder, 'reading') }, { signal, progress() {} });
  if (result.ok) checkReading(result.reading);
  else if (result.failure.code === 'reader_failed') throw new Error(result.failure.message);
}

/** Reads bytes with one format, whatever they look like: it may refuse the file, and do nothing worse. */
export async function readForced(folder: string, format: Format, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'upload');
  const reading = join(folder, 'reading');
  writeFileSync(path, bytes);
  rmSync(reading, { recursive: true, force: true });
  mkdirSync(reading);
  const source = openFileSource(path);
  try {
    const sureness = await format.detect(await sampleOf(name, source));
    if (!(sureness >= 0 && sureness <= 1)) throw new Error(`the format is sure by ${sureness}`);
    const context = {
      name,
      source,
      limits: { ...defaultLimits },
      signal: new AbortController().signal,
      progress() {},
      createDocument: createDocumentMaker(reading),
      readMember: () => Promise.reject(new UnreadableFile('unsupported', 'Members are not read here.')),
    };
    checkReading(await format.read(context));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  } finally {
    source.close();
  }
}
