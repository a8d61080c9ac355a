import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { likelyLogs, type NoLogs, noLogsOfTicket } from './find-no-logs.ts';
import { noLogWords } from './is-log.ts';
import { openCases } from './open-cases.ts';
import { placeKey } from './place.ts';
import { done, type Planned, planNothing, planWrites, together } from './planned.ts';
import { scopeOf } from './policy.ts';
import { type Ticket, ticketPlace, ticketSeen } from './ports.ts';
import { ticketQuestion } from './query.ts';
import { endCaptureRequest, requestCapture } from './request-capture.ts';
import { nameInWords } from './sentences.ts';
import { isOurs, isWanted } from './ticket-filter.ts';

// An attachment may be announced before the ticket shows it.
const appearsWithinMs = 10_000;
// Programs make a ticket first and attach its files then.
const filesFollowWithinMs = 20_000;

/** Fetches a ticket anew and opens a case for each log it was announced with. */
export function createReadTicket(deps: CaseDeps): JobHandler {
  const { jira, clock, log, settings } = deps;
  return caseHandler({
    kind: 'read-ticket',
    concurrency: 4,
    async run(payload, job, { signal }) {
      const { issueId, attachmentIds, delivery, isAsked = false, isOld = false, sinceMs = 0 } = payload;
      const fetched = await jira.ticket(issueId);
      if (fetched.status !== 'found') {
        log.warn('ticket cannot be read', { issueId, status: fetched.status });
        return { status: 'done' };
      }
      const ticket = fetched.value;
      const isOfUse = isAsked || isOld ? isOurs(ticket, settings.tickets) : await isWanted(deps, ticket);
      if (!isOfUse) {
        log.info('ticket event ignored', { issueId, reason: 'outside of JIRA_PROJECTS or JIRA_FILTER' });
        return { status: 'done' };
      }
      const wanted = ticket.attachments
        .filter(({ id }) => attachmentIds === null || attachmentIds.includes(id))
        .filter(({ createdMs = sinceMs }) => createdMs >= sinceMs);
      const waitedMs = clock.now() - job.enqueuedAtMs;
      const isMissingSome = attachmentIds !== null && wanted.length < attachmentIds.length;
      if (isMissingSome && waitedMs < appearsWithinMs) return { status: 'later', runAtMs: clock.now() + 2_000 };
      const others = wanted.filter(({ author }) => !author.isOwn);
      const noLogs = await noLogsOfTicket(deps, others, isAsked ? undefined : signal);
      const logs = others.filter(({ id }) => !noLogs.has(id));
      const told = await tellOfAll(deps, ticket, noLogs, delivery);
      if (logs.length > 0) return done(await take(deps, ticket, logs), told);
      // Where work or a person brought it up; a sweep and a backfill find what is long known.
      if (likelyLogs(ticket, noLogs).length === 0 && (isAsked || attachmentIds !== null)) {
        const mayFollow = attachmentIds !== null && waitedMs < filesFollowWithinMs;
        if (mayFollow) return { status: 'later', runAtMs: job.enqueuedAtMs + filesFollowWithinMs };
        return done(await requestCapture(deps, ticket, isAsked), told);
      }
      const reason = others.length > 0 ? 'no logs' : wanted.length > 0 ? 'own action' : 'attachment is gone';
      log.info('ticket event ignored', { issueId, reason });
      return done(told);
    },
  });
}

async function take(deps: CaseDeps, ticket: Ticket, files: Ticket['attachments']): Promise<Planned> {
  const place = ticketPlace(ticket);
  return together(
    planWrites(deps.store.savePlace(place, ticketSeen(ticket))),
    await openCases(deps, {
      place,
      files,
      source: { vendor: 'jira', site: place.site, issueId: place.issueId },
      question: ticketQuestion(ticket),
      isAskedHere: true,
    }),
    await endCaptureRequest(deps, ticket, files),
  );
}

/** Reply to files that are not logs, where the project wants it. */
async function tellOfAll(
  { policies, store, deliver }: CaseDeps,
  ticket: Ticket,
  noLogs: NoLogs,
  delivery: string,
): Promise<Planned> {
  const place = ticketPlace(ticket);
  const files = ticket.attachments.flatMap(({ id, name }) => {
    const noLog = noLogs.get(id);
    return noLog ? [{ name: nameInWords(name), verdict: 'skipped' as const, reason: noLogWords(noLog) }] : [];
  });
  if (files.length === 0 || !(await policies.policyOf(scopeOf(place))).tellsOfAll) return planNothing();
  const message = { kind: 'verdicts' as const, files, links: [] };
  return together(
    planWrites(store.savePlace(place, ticketSeen(ticket))),
    await deliver([{ key: `skips:${placeKey(place)}:${delivery}`, place, message }]),
  );
}
