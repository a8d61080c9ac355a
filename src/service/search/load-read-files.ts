import { isAbsolute } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import type { Reading } from '../formats/reading.ts';
import type { ReadFile } from '../investigator/report.ts';
import { files } from '../store/files.ts';
import { deltas, type SearchRow } from '../store/searches.ts';
import type { SearchDeps } from './search-deps.ts';

/** The files a search is about, in its order. Undefined where one is gone. */
export async function loadReadFiles(
  { sql, storage }: Pick<SearchDeps, 'sql' | 'storage'>,
  search: Pick<SearchRow, 'targetKind' | 'targetId'>,
): Promise<ReadFile[] | undefined> {
  const ids = search.targetKind === 'file' ? [search.targetId] : await fileIdsOf(search.targetId);
  const rows = await sql.select().from(files).where(inArray(files.id, ids));
  if (ids.length === 0 || rows.length < ids.length) return undefined;
  return await Promise.all(
    ids.map(async (id) => {
      const { name } = rows.find((row) => row.id === id)!;
      const place = storage.place(id);
      const reading = (await storage.readJson(id, 'reading')) as Reading;
      // An absolute path is that of the upload itself, which may have moved with the data folder.
      const documents = reading.documents.map((document) =>
        isAbsolute(document.path) ? { ...document, path: place.upload } : document,
      );
      return { id, name, folder: place.reading, reading: { ...reading, documents } };
    }),
  );

  async function fileIdsOf(deltaId: string): Promise<string[]> {
    const [delta] = await sql.select({ fileIds: deltas.fileIds }).from(deltas).where(eq(deltas.id, deltaId));
    return delta?.fileIds ?? [];
  }
}
