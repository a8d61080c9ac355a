import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Sql } from '#core/sql.ts';
import { viewerOf } from '../access/identities.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { findFile } from '../files/find-file.ts';
import { type FileRow, files } from '../store/files.ts';
import type { CaseBook } from './case-book.ts';

/** A file as somebody may look at it: their own, or one that lies where they may see it in Slack or Jira. */
export interface ReadableFile {
  /** Under the name it has for them. */
  row: FileRow;
  isOwn: boolean;
}

export type FindReadable = (c: Context<ServiceBindings>, id: string | undefined) => Promise<ReadableFile>;

export function createFindReadable(sql: Sql, caseBook: () => CaseBook | undefined): FindReadable {
  return async (c, id) => {
    const { user } = c.get('caller');
    const [row] = await sql
      .select()
      .from(files)
      .where(eq(files.id, id ?? ''));
    if (!row || row.ownerId === user.id) return { row: await findFile(sql, user.id, id), isOwn: true };
    const shown = await caseBook()?.mayReadFile(row.id, await viewerOf(sql, user));
    // Not theirs to see: the same as one that does not exist.
    if (!shown) return { row: await findFile(sql, user.id, id), isOwn: true };
    return { row: { ...row, name: shown.name }, isOwn: false };
  };
}
