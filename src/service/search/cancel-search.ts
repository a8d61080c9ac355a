import { eq } from 'drizzle-orm';
import { type SearchRow, searches } from '../store/searches.ts';
import { endSearch } from './end-search.ts';
import type { SearchDeps } from './search-deps.ts';

/** Ends a running search as cancelled; one that ended by itself stays as it is. Gives the search as it then is. */
export async function cancelSearch(
  deps: Pick<SearchDeps, 'sql' | 'clock' | 'announce' | 'live' | 'metrics' | 'queue'>,
  search: SearchRow,
): Promise<SearchRow> {
  if (search.status === 'RUNNING') {
    await endSearch(deps, search, { code: 'cancelled', message: 'The search was cancelled.' });
    deps.live.cancel(search.id);
  }
  const [row] = await deps.sql.select().from(searches).where(eq(searches.id, search.id));
  return row ?? search;
}
