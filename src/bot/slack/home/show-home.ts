import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { caseHandler } from '../../cases/case-jobs.ts';
import type { CaseStore } from '../../store/case-store.ts';
import type { SlackClients } from '../slack-client.ts';
import { homeView } from './home-view.ts';

const mostFiles = 30;

/** Shows somebody who opens the bot's page what became of the files they brought. */
export function createShowHome(deps: {
  clientOf: SlackClients;
  store: CaseStore;
  isServiceClosed(): Promise<boolean>;
  clock: Clock;
}): JobHandler {
  const { clientOf, store, clock } = deps;
  return caseHandler({
    kind: 'show-home',
    concurrency: 2,
    maxAttempts: 4,
    async run({ team, user }) {
      const rows = await store.casesOfAuthor({ team, user }, mostFiles);
      const places = await store.findPlaces([...new Set(rows.map(({ placeKey }) => placeKey))]);
      const urls = new Map(places.map(({ key, url }) => [key, url]));
      const files = rows.map((row) => ({ ...row, url: urls.get(row.placeKey) ?? null }));
      const view = homeView({ files, isServiceClosed: await deps.isServiceClosed(), nowMs: clock.now() });
      try {
        await clientOf(team).call('views.publish', { user_id: user, view });
      } catch (error) {
        // Somebody without a page, or an app that has none, is not waited for.
        if (!(error instanceof RemoteError) || error.code !== 'rejected') throw error;
        return { status: 'dead', reason: error.reason ?? error.code };
      }
      return { status: 'done' };
    },
  });
}
