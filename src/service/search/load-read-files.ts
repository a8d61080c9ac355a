import { isAbsolute } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { readableFiles } from '../files/file-sight.ts';
import { underName } from '../files/under-name.ts';
import type { Reading } from '../formats/reading.ts';
import type { ReadFile } from '../investigator/report.ts';
import { type FileRow, files } from '../store/files.ts';
import { deltas, type SearchRow } from '../store/searches.ts';
import type { SearchDeps } from './search-deps.ts';

type Deps = Pick<SearchDeps, 'sql' | 'storage' | 'mayRead'>;

/** The files a search is about, in its order. Undefined where one is gone, or not to be seen any more by who asks. */
export async function loadReadFiles(
  deps: Deps,
  { targetKind, targetId }: Pick<SearchRow, 'targetKind' | 'targetId'>,
): Promise<ReadFile[] | undefined> {
  if (targetKind === 'file') {
    const rows = await deps.sql.select().from(files).where(eq(files.id, targetId));
    return rows.length === 0 ? undefined : await readAll(deps, rows);
  }
  const [delta] = await deps.sql.select().from(deltas).where(eq(deltas.id, targetId));
  if (!delta) return undefined;
  const rows = await readableFiles(deps, delta.ownerId, delta.fileIds);
  if (rows.length < delta.fileIds.length) return undefined;
  const read = await readAll(deps, rows);
  return read.map((file, index) => underName(file, rows[index]?.name ?? file.name));
}

async function readAll({ sql, storage }: Deps, rows: readonly FileRow[]): Promise<ReadFile[]> {
  const ids = rows.map(({ id }) => id);
  const stored = await sql.select({ id: files.id, name: files.name }).from(files).where(inArray(files.id, ids));
  return await Promise.all(
    ids.map(async (id) => {
      const name = stored.find((row) => row.id === id)?.name ?? '';
      const place = storage.place(id);
      const reading = (await storage.readJson(id, 'reading')) as Reading;
      // An absolute path is that of the upload itself, which may have moved with the data folder.
      const documents = reading.documents.map((document) =>
        isAbsolute(document.path) ? { ...document, path: place.upload } : document,
      );
      return { id, name, folder: place.reading, reading: { ...reading, documents } };
    }),
  );
}
