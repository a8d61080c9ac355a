import type { JobHandler } from '#jobs/queue.ts';
import { rerunTicket } from './ask-on-ticket.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { done } from './planned.ts';
import { isOurs } from './ticket-filter.ts';
import { ticketLabels } from './ticket-labels.ts';

/** A label somebody set: look at the ticket's files, or look at them anew. */
export function createRunLabel(deps: CaseDeps): JobHandler {
  const { jira, settings } = deps;
  return caseHandler({
    kind: 'run-label',
    async run({ issueId, labels, delivery }) {
      const fetched = await jira.ticket(issueId);
      if (fetched.status !== 'found' || !isOurs(fetched.value, settings.tickets)) return { status: 'done' };
      if (!labels.includes(ticketLabels.rerun)) {
        const read = newJob('read-ticket', {
          issueId,
          attachmentIds: null,
          delivery: `label:${delivery}`,
          isAsked: true,
        });
        return { status: 'done', enqueue: [read] };
      }
      const planned = await rerunTicket(deps, fetched.value, `label:${delivery}`);
      // So that it can be set once more.
      await jira.label(issueId, { remove: [ticketLabels.rerun] });
      return done(planned);
    },
  });
}
