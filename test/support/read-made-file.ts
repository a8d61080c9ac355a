import { join } from 'node:path';
import { readUpload } from '#service/child/read-upload.ts';
import type { ReadFileResult } from '#service/child/reading-room.ts';
import type { ReadLimits } from '#service/formats/format.ts';
import type { Reading } from '#service/formats/reading.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** Reads a small made file in this process, as the child does. */
export async function readMadeFile(
  folder: TemporaryFolder,
  name: string,
  content: string | Uint8Array,
  limits?: Partial<ReadLimits>,
): Promise<ReadFileResult> {
  const all = { maxMembers: 10_000, maxExpandedBytes: 5 * 1024 ** 3, maxRatio: 200, maxDepth: 2, ...limits };
  return await readUpload(
    { path: folder.file('upload', content), name, folder: join(folder.path, 'reading') },
    { signal: new AbortController().signal, progress() {}, limits: all },
  );
}

/** The same where the reading must succeed. */
export async function readingOf(
  folder: TemporaryFolder,
  name: string,
  content: string | Uint8Array,
  limits?: Partial<ReadLimits>,
): Promise<Reading> {
  const result = await readMadeFile(folder, name, content, limits);
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.reading;
}
