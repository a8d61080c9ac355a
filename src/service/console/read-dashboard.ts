import { eq } from 'drizzle-orm';
import { renameWord } from '#core/rename-word.ts';
import type { Sql } from '#core/sql.ts';
import type { Dashboard } from '../files/file-deps.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { renamed } from '../files/under-name.ts';
import { files } from '../store/files.ts';

/** The dashboard of a file, in which it is called as given. */
export async function readDashboard(
  { sql, storage }: { sql: Sql; storage: FileStorage },
  { id, name }: { id: string; name: string },
): Promise<Dashboard & { generated_at: string }> {
  const dashboard = (await storage.readJson(id, 'dashboard')) as Dashboard & { generated_at: string };
  const [uploaded] = await sql.select({ name: files.name }).from(files).where(eq(files.id, id));
  if (!uploaded || uploaded.name === name) return dashboard;
  return renamed(dashboard, (text) => renameWord(text, uploaded.name, name));
}
