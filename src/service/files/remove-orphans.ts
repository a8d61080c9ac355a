import { files } from '../store/files.ts';
import type { FileDeps } from './file-deps.ts';

/** Folders without a row: uploads that an earlier process did not live to finish. For the start, before any upload. */
export async function removeOrphans({ sql, storage, log }: FileDeps): Promise<void> {
  const known = new Set((await sql.select({ id: files.id }).from(files)).map(({ id }) => id));
  const orphans = (await storage.listIds()).filter((id) => !known.has(id));
  for (const id of orphans) await storage.remove(id);
  if (orphans.length > 0) log.info('unfinished uploads removed', { count: orphans.length });
}
