import { ApiError } from '../api/errors.ts';
import { readDeltaState } from '../deltas/delta-record.ts';
import { findDelta } from '../deltas/find-delta.ts';
import { findFile, requireCompleted } from '../files/find-file.ts';
import type { RequestFrame } from './request-frame.ts';
import type { StreamDeps } from './stream-deps.ts';
import { StreamError } from './stream-error.ts';

/** The file or delta of a frame: there, the user's, of the type named, and ready. Throws otherwise. */
export async function findEntity(
  { search: { sql }, types }: StreamDeps,
  targetKind: 'file' | 'delta',
  userId: string,
  frame: RequestFrame,
): Promise<void> {
  try {
    if (targetKind === 'file') {
      const file = await findFile(sql, userId, frame.entityId);
      requireType(types.outward(file.fileType), frame);
      requireCompleted(file);
      return;
    }
    const state = await readDeltaState(sql, await findDelta(sql, userId, frame.entityId));
    requireType(types.outward(state.fileType), frame);
    if (!state.isReady) throw new StreamError('not_ready', 'Not all files of the delta are COMPLETED.');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const code = error.code === 'not_ready' || error.code === 'analysis_failed' ? error.code : 'not_found';
    throw new StreamError(code, error.message, error.extra);
  }
}

function requireType(wanted: string, { entityType }: RequestFrame): void {
  if (entityType === wanted) return;
  throw new StreamError('entity_type_mismatch', 'entity_type is not the file_type of this entity.', {
    file_type: wanted,
  });
}
