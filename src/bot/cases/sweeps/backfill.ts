import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from '../case-deps.ts';
import { caseHandler, newJob } from '../case-jobs.ts';
import { likelyLogs } from '../find-no-logs.ts';
import { sourceKey } from '../open-cases.ts';
import { findAll, ofProjects } from './sweep-tickets.ts';

interface BackfillCount {
  tickets: number;
  files: number;
  /** Of the files: those that were looked at already, or are being looked at. */
  known: number;
}

/** So that a thousand old tickets take turns with a new one. */
export const backfillFairKey = 'backfill';

const withFiles = (query: string) => {
  const [where = '', order = ''] = query.split(/\border\s+by\b/i);
  const condition = where.trim() === '' ? '' : ` AND (${where.trim()})`;
  return `attachments IS NOT EMPTY${condition}${order === '' ? '' : ` ORDER BY ${order.trim()}`}`;
};

/** What a backfill would look at. Throws `rejected` where the query is none. */
export async function countBackfill(
  { jira, store, settings }: Pick<CaseDeps, 'jira' | 'store'> & { settings: Pick<CaseDeps['settings'], 'tickets'> },
  query: string,
): Promise<BackfillCount> {
  const tickets = await findAll(jira, ofProjects(settings.tickets, withFiles(query)));
  const files = tickets.flatMap((ticket) =>
    likelyLogs(ticket).map(({ id }) => sourceKey({ vendor: 'jira', site: jira.site, issueId: ticket.issueId }, id)),
  );
  let known = 0;
  for (let at = 0; at < files.length; at += 50) known += (await store.casesBySource(files.slice(at, at + 50))).length;
  return { tickets: tickets.length, files: files.length, known };
}

/** Has every ticket that a query finds looked at, a page of them at once. */
export function createBackfill({ jira, settings, log }: CaseDeps): JobHandler {
  return caseHandler({
    kind: 'backfill',
    async run({ query, after, round }, job) {
      const { tickets, next } = await jira.search(ofProjects(settings.tickets, withFiles(query)), after);
      log.info('backfill', { tickets: tickets.length, isLast: next === undefined });
      const reads = tickets.map(({ issueId }) => ({
        ...newJob('read-ticket', {
          issueId,
          attachmentIds: null,
          delivery: `backfill:${round}:${issueId}`,
          isOld: true,
        }),
        fairKey: backfillFairKey,
      }));
      return next === undefined
        ? { status: 'done', enqueue: reads }
        : { status: 'later', runAtMs: job.enqueuedAtMs, payload: { query, after: next, round }, enqueue: reads };
    },
  });
}
