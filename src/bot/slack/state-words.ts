import type { FileState } from '../cases/messages.ts';
import { isEnded } from '../store/case-store.ts';

/** How far a file is, in a word or two. */
export const stateWords: Record<FileState, string> = {
  queued: 'waiting',
  downloading: 'being fetched',
  uploading: 'being uploaded',
  analysing: 'being read',
  investigating: 'being investigated',
  waiting_for_service: 'safe, waiting for the log service',
  answered: 'answered',
  skipped: 'skipped',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** `answered 4 s ago`, `being read for 3 min`. */
export function stateFor(state: FileState, ms: number): string {
  const words = stateWords[state];
  return isEnded(state) ? `${words} ${age(ms)} ago` : `${words} for ${age(ms)}`;
}

/** `40 s`, `12 min`, `3 h`, `2 days`. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
