import type { ReadingRoom } from '../child/reading-room.ts';
import type { ReadFile, Report } from '../investigator/report.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import type { SearchDeps } from '../search/search-deps.ts';

/** What is different between the files of a delta, found without being asked. */
export type Comparison =
  | { state: 'running' }
  | { state: 'done'; report: Report; files: readonly ReadFile[] }
  | { state: 'failed'; why: string };

export interface Comparisons {
  /** Of a delta that is ready; begun by the first who looks. */
  of(deltaId: string): Comparison;
}

const mostKept = 50;
const budgetMs = 60_000;

export function createComparisons(
  deps: Pick<SearchDeps, 'sql' | 'storage' | 'mayRead'> & {
    readingRoom: Pick<ReadingRoom, 'investigate'>;
    closing: AbortSignal;
  },
): Comparisons {
  const kept = new Map<string, Comparison>();

  async function compare(deltaId: string): Promise<Comparison> {
    const files = await loadReadFiles(deps, { targetKind: 'delta', targetId: deltaId });
    if (!files)
      return { state: 'failed', why: 'A file of it was deleted, or does not lie where you may see it any more.' };
    const request = { files, question: '', mode: 'quick' as const, signal: deps.closing, budgetMs };
    return { state: 'done', report: await deps.readingRoom.investigate(request, () => {}), files };
  }

  return {
    of(deltaId) {
      const known = kept.get(deltaId);
      if (known) return known;
      for (const oldest of kept.keys()) {
        if (kept.size < mostKept) break;
        kept.delete(oldest);
      }
      kept.set(deltaId, { state: 'running' });
      compare(deltaId).then(
        (done) => kept.set(deltaId, done),
        () => kept.set(deltaId, { state: 'failed', why: 'The comparison failed. Ask below, or try again later.' }),
      );
      return { state: 'running' };
    },
  };
}
