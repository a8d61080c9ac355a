import type { JobHandler } from '#jobs/queue.ts';
import type { JobControl } from '../../store/job-control.ts';
import type { CaseDeps } from '../case-deps.ts';
import { caseHandler, newJob } from '../case-jobs.ts';
import { done, planNothing } from '../planned.ts';
import { retryCase, stopCase } from './change-work.ts';
import { findTarget } from './find-target.ts';

/** Tries a file of one's own again or stops it, as asked for on the page that lists it; the page then shows what came of it. */
export function createRunHomeAction(deps: CaseDeps & { control: JobControl }): JobHandler {
  return caseHandler({
    kind: 'home-action',
    async run({ press }) {
      const { team, user, caseId, key } = press;
      const asker = { team, user, channel: '' };
      const [row] = await findTarget(deps, { asker, team }, { kind: 'case', caseId });
      const changed = row && (press.do === 'retry' ? await retryCase(deps, row, key) : await stopCase(deps, row));
      const shown = { writes: [], enqueue: [newJob('show-home', { team, user, delivery: key })] };
      return done(changed?.planned ?? planNothing(), shown);
    },
  });
}
