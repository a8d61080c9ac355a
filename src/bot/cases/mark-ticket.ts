import type { JobHandler } from '#jobs/queue.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { namedCause } from './named-cause.ts';
import { causeLabel, ticketLabels } from './ticket-labels.ts';

/** Where programs find what was found, whatever people make of the comment. */
const propertyName = 'logtriage.cause';

/**
 * Writes a cause that has a name onto its ticket, as a property and as a label by which JQL finds its siblings. On service
 * projects nothing: customers may see labels.
 */
export function createMarkTicket({
  jira,
  store,
  memory,
  log,
}: Pick<CaseDeps, 'jira' | 'store' | 'memory' | 'log'>): JobHandler {
  return caseHandler({
    kind: 'mark-ticket',
    concurrency: 2,
    maxAttempts: 8,
    async run({ questionId, placeKey }) {
      const question = await store.findQuestion(questionId);
      const place = (await store.findPlace(placeKey))?.place;
      const answer = readAnswer(question?.answer);
      const named = await namedCause(answer.signature, answer.verdict);
      if (named && question && (await memory.isWrong(question.caseId))) return { status: 'done' };
      const isOpen = answer.verdict === 'INCONCLUSIVE' && answer.next.length > 0;
      if ((!named && !isOpen) || place?.kind !== 'ticket') return { status: 'done' };
      const standing = await jira.standing(place.issueId);
      if (standing.status !== 'found' || standing.value.project.isServiceDesk) return { status: 'done' };
      if (!named) {
        // The answer itself says which capture would settle it.
        await jira.label(place.issueId, { add: [ticketLabels.needsCapture] });
        return { status: 'done', writes: [memory.requestCapture(placeKey)] };
      }
      const key = (await memory.canonical(named.key))?.key ?? named.key;
      await jira.label(place.issueId, { add: [causeLabel(key)] });
      await jira.setProperty(place.issueId, propertyName, {
        key,
        signature: named.words,
        verdict: answer.verdict ?? null,
        cause: answer.cause ?? null,
      });
      return { status: 'done' };
    },
    async onDead(_, reason) {
      log.warn('ticket could not be marked with its cause', { reason });
      return {};
    },
  });
}
