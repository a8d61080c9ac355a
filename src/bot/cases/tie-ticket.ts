import { RemoteError } from '#core/errors.ts';
import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { projectOf } from './issue-keys.ts';
import { placeKey } from './place.ts';
import { done, type Planned } from './planned.ts';
import { type JiraPort, type Ticket, ticketPlace, ticketSeen } from './ports.ts';

/** Finds the ticket a thread names, and ties the two. */
export function createTieTicket({
  store,
  jira,
  log,
  privacy,
}: Pick<CaseDeps, 'store' | 'jira' | 'log' | 'privacy'>): JobHandler {
  return caseHandler({
    kind: 'tie',
    async run({ threadKey, issueKey, asker }) {
      const mayTie = (await mayExist(jira, issueKey)) && (await privacy.mayTie(asker, issueKey));
      const fetched = mayTie ? await jira.ticket(issueKey) : null;
      if (fetched?.status !== 'found') {
        log.debug('word is no ticket of ours', { issueKey });
        return { status: 'done', writes: [store.dropPendingTie(threadKey, issueKey)] };
      }
      return done(await tieThread(store, threadKey, issueKey, fetched.value));
    },
  });
}

/** From now on answers go to both; what was found of the files already goes to the ticket too. */
export async function tieThread(
  store: CaseDeps['store'],
  threadKey: string,
  issueKey: string,
  ticket: Ticket,
): Promise<Planned> {
  const place = ticketPlace(ticket);
  const ticketKey = placeKey(place);
  const answered = (await store.questionsOfPlace(threadKey)).filter(({ state }) => state === 'answered');
  // What people asked on is theirs; where the files had no question of their own, it is all there is.
  const own = answered.filter(({ kind }) => kind === 'file');
  return {
    writes: [store.savePlace(place, ticketSeen(ticket)), store.tie({ threadKey, issueKey, ticketKey })],
    enqueue: (own.length > 0 ? own : answered).map(({ id }) =>
      newJob('conclude', { questionId: id, round: ticketKey }),
    ),
  };
}

async function mayExist(jira: JiraPort, issueKey: string): Promise<boolean> {
  try {
    return (await jira.projects()).has(projectOf(issueKey));
  } catch (error) {
    // Who may not list projects may still see the one ticket.
    const isRefusal = error instanceof RemoteError && ['rejected', 'forbidden', 'not_found'].includes(error.code);
    if (isRefusal) return true;
    throw error;
  }
}
