import type { Context } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { readableFiles, type SightDeps } from '../files/file-sight.ts';
import type { FileRow } from '../store/files.ts';

/** A file as somebody may look at it: their own, or one that lies where they may see it in Slack or Jira. */
export interface ReadableFile {
  /** Under the name it has for them. */
  row: FileRow;
  isOwn: boolean;
}

export type FindReadable = (c: Context<ServiceBindings>, id: string | undefined) => Promise<ReadableFile>;

export function createFindReadable(deps: SightDeps): FindReadable {
  return async (c, id) => {
    const { user } = c.get('caller');
    const [row] = await readableFiles(deps, user.id, [id ?? '']);
    // Not theirs to see: the same as one that does not exist.
    if (!row) throw new ApiError('not_found', { message: 'There is no such file.' });
    return { row, isOwn: row.ownerId === user.id };
  };
}
