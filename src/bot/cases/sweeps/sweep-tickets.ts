import type { JobHandler, NewJob } from '#jobs/queue.ts';
import type { CaseDeps, TicketSettings } from '../case-deps.ts';
import { type CaseJobs, newJob } from '../case-jobs.ts';
import type { JiraPort } from '../ports.ts';
import { ticketLabels } from '../ticket-labels.ts';
import { sweptSince } from './sweep-window.ts';

export const sweepTicketsJob = { kind: 'sweep-tickets', payload: {}, dedupKey: 'sweep-tickets' };

const everyMs = 30 * 60_000;
const mostPages = 50;
const mostCommented = 200;

/** Finds tickets that got files or labels, or were made without a log, and comments to the bot, that no webhook told of. */
export function createSweepTickets(deps: CaseDeps): JobHandler {
  const { memory, clock, log } = deps;
  return {
    kind: sweepTicketsJob.kind,
    isStanding: true,
    async run() {
      const now = clock.now();
      const later = { status: 'later' as const, runAtMs: now + everyMs };
      const sinceMs = await sweptSince(memory, 'tickets', now);
      if (sinceMs === undefined) return { ...later, writes: [memory.markSwept('tickets', now)] };
      const minutes = Math.ceil((now - sinceMs) / 60_000);
      const updated = `updated >= -${minutes}m`;
      const reads = [
        ...(await findReads(deps, `attachments IS NOT EMPTY AND ${updated}`, { attachmentIds: null, sinceMs })),
        ...(await findReads(deps, `labels = "${ticketLabels.run}" AND ${updated}`, {
          attachmentIds: null,
          isAsked: true,
        })),
        ...(await findNewTickets(deps, minutes)),
        ...(await findReruns(deps, updated)),
      ];
      const comments = await findComments(deps, `comment ~ "logtriage" AND ${updated}`, sinceMs);
      if (reads.length + comments.length > 0)
        log.info('tickets swept', { tickets: reads.length, comments: comments.length });
      return { ...later, writes: [memory.markSwept('tickets', now)], enqueue: [...reads, ...comments] };
    },
  };
}

type Read = Pick<CaseJobs['read-ticket'], 'attachmentIds' | 'isAsked' | 'sinceMs'>;

async function findReads({ jira, clock, settings }: CaseDeps, query: string, read: Read): Promise<NewJob[]> {
  const kind = read.isAsked ? 'labelled' : read.sinceMs === undefined ? 'new' : 'files';
  return (await findAll(jira, ofProjects(settings.tickets, query))).map(({ issueId }) =>
    newJob('read-ticket', { issueId, delivery: `sweep:${clock.now()}:${kind}:${issueId}`, ...read }),
  );
}

/** Those that are asked for a capture, where some are. */
async function findNewTickets(deps: CaseDeps, minutes: number): Promise<NewJob[]> {
  const asked = deps.settings.tickets.asksForCaptures?.replace(/\border\s+by\b[\s\S]*$/i, '').trim();
  if (!asked) return [];
  return await findReads(deps, `created >= -${minutes}m AND (${asked})`, { attachmentIds: [] });
}

/** The bot takes that label away: where it is still there, nothing was done. */
async function findReruns({ jira, clock, settings }: CaseDeps, updated: string): Promise<NewJob[]> {
  const found = await findAll(jira, ofProjects(settings.tickets, `labels = "${ticketLabels.rerun}" AND ${updated}`));
  return found.map(({ issueId }) =>
    newJob('run-label', { issueId, labels: [ticketLabels.rerun], delivery: `sweep:${clock.now()}:${issueId}` }),
  );
}

/** Whoever spoke to the bot; each comment is carried out once, however often it is found. */
async function findComments({ jira, settings, log }: CaseDeps, query: string, sinceMs: number): Promise<NewJob[]> {
  const found = await findAll(jira, ofProjects(settings.tickets, query)).catch((error: unknown) => {
    // Texts of comments are not searched everywhere.
    log.info('comments cannot be swept', { error });
    return [];
  });
  const jobs: NewJob[] = [];
  for (const { issueId } of found.slice(0, mostCommented)) {
    const ids = await jira.recentComments(issueId, sinceMs);
    jobs.push(...ids.map((commentId) => newJob('read-comment', { issueId, commentId })));
  }
  return jobs;
}

export async function findAll(jira: JiraPort, query: string) {
  const tickets: Awaited<ReturnType<JiraPort['search']>>['tickets'] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const found = await jira.search(query, after);
    tickets.push(...found.tickets);
    after = found.next;
    if (!after) break;
  }
  return tickets;
}

/** The same query, in the projects that are looked at alone. */
export function ofProjects({ projects }: Pick<TicketSettings, 'projects'>, query: string): string {
  if (projects.size === 0) return query;
  const keys = [...projects].map((key) => JSON.stringify(key)).join(', ');
  return `project IN (${keys}) AND ${query}`;
}
