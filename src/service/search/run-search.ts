import { and, eq } from 'drizzle-orm';
import { wholeText } from '#core/kept-text.ts';
import type { Job, JobHandler } from '#jobs/queue.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import { endSearch } from './end-search.ts';
import { loadReadFiles } from './load-read-files.ts';
import { quickDeadlineMs, type SearchDeps } from './search-deps.ts';

type SearchJob = Job<{ searchId: string }>;

/** How many of each mode go on at once; more wait their turn. */
const concurrency = { quick: 4, deep: 2 } as const;

/** The two kinds of job that carry searches out. A run that a crash cut off starts again from its beginning. */
export function searchHandlers(deps: SearchDeps): JobHandler<{ searchId: string }>[] {
  return (['quick', 'deep'] as const).map((mode) => ({
    kind: `search.${mode}`,
    concurrency: concurrency[mode],
    leaseMs: 60_000,
    maxAttempts: 3,
    async run({ payload }: SearchJob, { signal }) {
      const search = await runningSearch(deps, payload.searchId);
      if (!search) return { status: 'done' };
      await carryOut(deps, search, signal);
      return { status: 'done' };
    },
    async onDead({ payload }: SearchJob) {
      const search = await runningSearch(deps, payload.searchId);
      if (search) await endSearch(deps, search, { code: 'search_failed', message: 'The search broke down.' });
      return {};
    },
  }));
}

async function carryOut(deps: SearchDeps, search: SearchRow, signal: AbortSignal): Promise<void> {
  const { clock, live, timers } = deps;
  const startedAtMs = clock.now();
  const budgetMs =
    search.mode === 'deep' ? deps.deepDeadlineMs : Math.max(0, search.createdAtMs + quickDeadlineMs - startedAtMs);
  const own = new AbortController();
  const forget = live.begin(search.id, () => own.abort(new Error('cancelled')));
  const cancelDeadline = timers.after(budgetMs, () => own.abort(new Error('deadline')));
  const started = { ...search, startedAtMs };
  try {
    const files = await loadReadFiles(deps, search);
    if (!files) return await endSearch(deps, started, { code: 'not_found', message: 'The file was deleted.' });
    const report = await deps.readingRoom.investigate(
      {
        files,
        question: await wholeText(deps.vault, { text: search.query, whole: search.whole }),
        mode: search.mode,
        signal: AbortSignal.any([signal, own.signal]),
        budgetMs,
      },
      (event) => live.emit(search.id, event),
    );
    await endSearch(deps, started, report);
  } catch (error) {
    // On shutdown the job goes back and starts again with the next process.
    if (signal.aborted && !own.signal.aborted) throw error;
    const reason = own.signal.aborted ? (own.signal.reason as Error).message : 'failure';
    if (reason === 'failure') deps.log.warn('search failed', { search: search.id, error });
    await endSearch(deps, started, failures[reason as keyof typeof failures] ?? failures.failure);
  } finally {
    cancelDeadline();
    forget();
  }
}

const failures = {
  deadline: { code: 'search_timeout', message: 'The search did not end within its time.' },
  cancelled: { code: 'cancelled', message: 'The search was cancelled.' },
  failure: { code: 'search_failed', message: 'The service had trouble carrying the search out.' },
} as const;

async function runningSearch({ sql }: SearchDeps, id: string): Promise<SearchRow | undefined> {
  const [search] = await sql
    .select()
    .from(searches)
    .where(and(eq(searches.id, id), eq(searches.status, 'RUNNING')));
  return search;
}
