import type { JobHandler, NewJob } from '#jobs/queue.ts';
import type { CaseDeps, TicketSettings } from '../case-deps.ts';
import { newJob } from '../case-jobs.ts';
import type { JiraPort } from '../ports.ts';
import { sweptSince } from './sweep-window.ts';

export const sweepTicketsJob = { kind: 'sweep-tickets', payload: {}, dedupKey: 'sweep-tickets' };

const everyMs = 30 * 60_000;
const mostPages = 50;
const mostCommented = 200;

/** Finds tickets that got files, and comments to the bot, that no webhook told of. */
export function createSweepTickets(deps: CaseDeps): JobHandler {
  const { jira, memory, clock, log, settings } = deps;
  return {
    kind: sweepTicketsJob.kind,
    isStanding: true,
    async run() {
      const now = clock.now();
      const later = { status: 'later' as const, runAtMs: now + everyMs };
      const sinceMs = await sweptSince(memory, 'tickets', now);
      if (sinceMs === undefined) return { ...later, writes: [memory.markSwept('tickets', now)] };
      const updated = `updated >= -${Math.ceil((now - sinceMs) / 60_000)}m`;
      const files = await findAll(jira, ofProjects(settings.tickets, `attachments IS NOT EMPTY AND ${updated}`));
      const round = String(now);
      const reads = files.map(({ issueId }) =>
        newJob('read-ticket', { issueId, attachmentIds: null, delivery: `sweep:${round}:${issueId}`, sinceMs }),
      );
      const comments = await findComments(deps, `comment ~ "logtriage" AND ${updated}`, sinceMs);
      if (reads.length + comments.length > 0)
        log.info('tickets swept', { tickets: reads.length, comments: comments.length });
      return { ...later, writes: [memory.markSwept('tickets', now)], enqueue: [...reads, ...comments] };
    },
  };
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
