import type { Statement } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { type EndDeps, endCase } from './end-cases.ts';
import { done } from './planned.ts';

const atOnce = 100;

/** Ends what is under way for a workspace that the bot is no longer in; what it was about says why. */
export function createEndWorkspace(deps: EndDeps & { stopDigests(team: string): Statement }): JobHandler {
  return caseHandler({
    kind: 'end-workspace',
    concurrency: 1,
    async run({ team, reason }) {
      const rows = await deps.store.openCasesOfTeam(team, atOnce);
      const why = `was not finished, because the app was removed from its workspace (${reason})`;
      // Nobody there can be told; a ticket can.
      const ends = rows.map((row) => endCase(deps, row, 'failed', why, ({ kind }) => kind === 'ticket'));
      const rest = newJob('end-workspace', { team, reason, round: rows.at(-1)?.id ?? '' });
      return done(...(await Promise.all(ends)), {
        writes: [deps.stopDigests(team)],
        enqueue: rows.length === atOnce ? [rest] : [],
      });
    },
  });
}
