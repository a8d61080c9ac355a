import { join } from 'node:path';
import Database from 'better-sqlite3';
import { UsageError } from '#core/errors.ts';

/** A connection nobody refers to is collected as garbage, and its lock with it: the hold must not depend on who keeps it. */
const held = new Set<Database.Database>();

/**
 * Keeps a second process off the same databases: it would take the first one's running jobs for those of a dead process
 * and do them again. The hold is a file lock, so it ends with the process however that dies. Waits a while for a process
 * that is on its way out, then throws a UsageError. Returns what lets go.
 */
export function holdDataFolder(folder: string, patienceMs = 15_000): () => void {
  const lock = new Database(join(folder, 'process.lock'), { timeout: patienceMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    throw new UsageError(
      `DATA_DIR: ${folder} is in use by another process of this program. Stop that one, or give this one its own folder.`,
    );
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}
