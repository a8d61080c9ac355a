import { eq } from 'drizzle-orm';
import { files } from '../store/files.ts';
import type { FileDeps } from './file-deps.ts';

/** Folders without a row: uploads that an earlier process did not live to finish. For the start, before any upload. */
export async function removeOrphans({ sql, storage, log }: FileDeps): Promise<void> {
  let count = 0;
  for (const id of await storage.listIds()) {
    const [known] = await sql.select({ id: files.id }).from(files).where(eq(files.id, id)).limit(1);
    if (known) continue;
    await storage.remove(id);
    count += 1;
  }
  if (count > 0) log.info('unfinished uploads removed', { count });
}
