import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CaseJobs } from './case-jobs.ts';
import { openCases } from './open-cases.ts';
import { placeKey } from './place.ts';
import { planNothing, together } from './planned.ts';
import { ticketPlace } from './ports.ts';
import { ticketQuestion } from './query.ts';
import { endCaptureRequest, hasFiles, requestCapture } from './request-capture.ts';
import { nameInWords, skipWords } from './sentences.ts';
import { isOurs, isWanted } from './ticket-filter.ts';

// An attachment may be announced before the ticket shows it.
const appearsWithinMs = 10_000;

/** Fetches a ticket anew and opens a case for each file it was announced with. */
export function createReadTicket(deps: CaseDeps): JobHandler {
  const { jira, store, clock, log, deliver, settings } = deps;
  return {
    kind: 'read-ticket',
    concurrency: 4,
    async run(job) {
      const payload = job.payload as unknown as CaseJobs['read-ticket'];
      const { issueId, attachmentIds, delivery, isAsked = false, sinceMs = 0 } = payload;
      const fetched = await jira.ticket(issueId);
      if (fetched.status !== 'found') {
        log.warn('ticket cannot be read', { issueId, status: fetched.status });
        return { status: 'done' };
      }
      const ticket = fetched.value;
      const isOfUse = isAsked ? isOurs(ticket, settings.tickets) : await isWanted(deps, ticket);
      if (!isOfUse) {
        log.info('ticket event ignored', { issueId, reason: 'outside of JIRA_PROJECTS or JIRA_FILTER' });
        return { status: 'done' };
      }
      const wanted = ticket.attachments
        .filter(({ id }) => attachmentIds === null || attachmentIds.includes(id))
        .filter(({ createdMs = sinceMs }) => createdMs >= sinceMs);
      const isMissingSome = attachmentIds !== null && wanted.length < attachmentIds.length;
      if (isMissingSome && clock.now() - job.enqueuedAtMs < appearsWithinMs) {
        return { status: 'later', runAtMs: clock.now() + 2_000 };
      }
      const others = wanted.filter(({ author }) => !author.isOwn);
      if (!hasFiles(ticket) && (isAsked || attachmentIds?.length === 0)) {
        return { status: 'done', ...(await requestCapture(deps, ticket, isAsked)) };
      }
      if (others.length === 0) {
        log.info('ticket event ignored', { issueId, reason: wanted.length > 0 ? 'own action' : 'attachment is gone' });
        return { status: 'done' };
      }
      const place = ticketPlace(ticket);
      const skipped = others.flatMap((file) =>
        file.skip ? [{ name: nameInWords(file.name), verdict: 'skipped' as const, reason: skipWords(file.skip) }] : [],
      );
      const planned = together(
        {
          writes: [store.savePlace(place, { label: ticket.issueKey, url: ticket.url, isOpen: !place.isServiceDesk })],
          enqueue: [],
        },
        await openCases(deps, {
          place,
          files: others.filter(({ skip }) => !skip),
          source: { vendor: 'jira', site: place.site, issueId: place.issueId },
          question: ticketQuestion(ticket),
          isAskedHere: true,
        }),
        await endCaptureRequest(deps, ticket),
        skipped.length === 0
          ? planNothing()
          : await deliver([
              {
                key: `skips:${placeKey(place)}:${delivery}`,
                place,
                message: { kind: 'verdicts', files: skipped, links: [] },
              },
            ]),
      );
      return { status: 'done', ...planned };
    },
  };
}
