import { join } from 'node:path';
import type { ReadFileResult } from '#service/child/reading-room.ts';
import { openReadingRoom } from '../../../src/commands/open-reading-room.ts';
import type { TemporaryFolder } from '../temporary-folder.ts';
import type { HostileFile } from './hostile-files.ts';

/** What a refusal may take; readings of what is no bomb have the limits of any file. */
const maxBytes = 512 * 1024 * 1024;

/** Has a child read a hostile file, with as much memory as a refusal may take. */
export async function readInBounds(
  folder: TemporaryFolder,
  file: HostileFile,
  scale: number,
): Promise<{ result: ReadFileResult; seconds: number }> {
  const path = folder.file('upload', await file.make(scale));
  const room = openReadingRoom({ maxChildBytes: maxBytes });
  const { signal } = new AbortController();
  const startedMs = performance.now();
  const result = await room.read(
    { path, name: file.name, folder: join(folder.path, 'reading') },
    { signal, progress() {} },
  );
  return { result, seconds: (performance.now() - startedMs) / 1000 };
}
