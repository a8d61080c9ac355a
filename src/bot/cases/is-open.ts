import type { QuestionRow } from '../store/case-store.ts';

/** Somebody still waits for its answer. */
export function isOpen({ state }: Pick<QuestionRow, 'state'>): boolean {
  return state === 'waiting' || state === 'searching';
}
