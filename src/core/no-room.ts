import { RemoteError } from './errors.ts';

/** Waits for people, or for the work before it, to make room; nothing is lost. */
export function noRoom(reason: 'no_space' | 'over_quota', cause?: unknown): RemoteError {
  const message =
    reason === 'no_space' ? 'There is no space for files on the disk' : 'Files on their way use all of their quota';
  return new RemoteError('unavailable', message, { reason, needsPeople: true, retryAfterMs: 60_000, cause });
}
