import type { JobHandler } from '#jobs/queue.ts';
import type { CaseRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { type Cancellation, newJob } from './case-jobs.ts';
import { cancelCase } from './end-cases.ts';
import { type Planned, planNothing, together } from './planned.ts';
import { messageKeyOf, withdrawReplaced } from './withdraw-question.ts';

/** As many as a look into the store may give. */
const mostAtOnce = 500;

/** Ids of files are those of a workspace: another one's may be the same. */
async function ofTeam(rows: PromiseLike<CaseRow[]>, team: string | undefined): Promise<CaseRow[]> {
  return (await rows).filter((row) => team === undefined || row.team === team);
}

/** What was deleted is not worked on any more, and nothing is posted about it; what is kept of it goes. */
export function createCancelWork(deps: CaseDeps): JobHandler {
  const { store, jira, log } = deps;

  function find(what: Cancellation): Promise<CaseRow[]> {
    switch (what.what) {
      case 'message':
        return store.casesOfMessage(what.team, what.channel, what.ts);
      case 'chat-file':
        return ofTeam(store.casesOfVendorFile('slack', what.fileId), what.team);
      case 'attachment':
        return store.casesOfVendorFile('jira', what.attachmentId);
      case 'ticket':
        return store.casesOfPlace(`ticket:${jira.site}:${what.issueId}`);
    }
  }

  /** A message that brought no file may have asked something. */
  function unask(what: Cancellation): Planned | Promise<Planned> {
    return what.what === 'message' ? withdrawReplaced(deps, messageKeyOf(what), undefined) : planNothing();
  }

  return {
    kind: 'cancel',
    async run(job) {
      const what = job.payload as unknown as Cancellation;
      const rows = await find(what);
      // A list has its bounds: what did not fit is found once these are gone.
      const isMore = rows.length >= mostAtOnce;
      if (rows.length > 0) log.info('work cancelled', { cases: rows.length });
      const isPlaceGone = what.what === 'ticket';
      const forgetting: Planned = {
        writes: [],
        enqueue: rows.map(({ id }) => newJob('forget', { caseId: id, isPlaceGone })),
      };
      return {
        ...(isMore ? { status: 'later' as const, runAtMs: deps.clock.now() + 5_000 } : { status: 'done' as const }),
        ...together(...(await Promise.all(rows.map((row) => cancelCase(deps, row)))), await unask(what), forgetting),
      };
    },
  };
}
