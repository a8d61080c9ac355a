import { and, eq } from 'drizzle-orm';
import { type FileRow, files } from '../store/files.ts';
import type { FileDeps } from './file-deps.ts';

const progressStepMs = 1_000;

/** Has the reading room read the file and keeps what it came to beside it, before the state may move on. */
export async function readUpload(
  { sql, clock, storage, readingRoom }: FileDeps,
  file: FileRow,
  signal: AbortSignal,
): Promise<'done' | { code: string; message: string; isPermanent: boolean }> {
  const place = storage.place(file.id);
  let toldAtMs = clock.now();

  function progress(fraction: number): void {
    const now = clock.now();
    if (now - toldAtMs < progressStepMs) return;
    toldAtMs = now;
    const isCurrent = and(eq(files.id, file.id), eq(files.round, file.round), eq(files.status, 'ANALYZING'));
    const value = Math.min(1, Math.max(0, fraction));
    // Only for show: a lost update is made up by the next one.
    sql
      .update(files)
      .set({ progress: value, updatedAtMs: now })
      .where(isCurrent)
      .then(undefined, () => {});
  }

  const input = { path: place.upload, name: file.name, folder: place.reading };
  const result = await readingRoom.read(input, { signal, progress });
  if (!result.ok) return result.failure;
  await storage.writeJson(file.id, 'reading', result.reading);
  return 'done';
}
