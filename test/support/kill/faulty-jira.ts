import type { Clock } from '#core/clock.ts';
import { serveHttp } from '../../../src/node/http-server.ts';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { createJiraStandIn } from '../../../src/sandbox/jira/jira-stand-in.ts';
import { jiraSecrets } from '../vendors.ts';

export interface FaultyJira {
  url: string;
  /** Ids of the tickets that take comments. */
  tickets: { issueId: string; issueKey: string; projectId: string }[];
  /** All comments as they stand, as JSON. */
  comments(): string[];
  faults: Record<string, number>;
  close(): Promise<void>;
}

/** The find of a comment reads a ticket's newest: many tickets, as in life. */
const mostTickets = 24;
const lateMs = 100;

const failures: Record<string, Fault> = {
  'jira 500': { kind: 'status', status: 500 },
  'jira 503 with a page': {
    kind: 'status',
    status: 503,
    body: '<html>Down for maintenance</html>',
    contentType: 'text/html',
  },
  'jira reset': { kind: 'reset' },
  'jira silence': { kind: 'hang' },
  'jira rate limit': { kind: 'rate-limited', retryAfterS: 2 },
};
/** The call was carried out before its answer was lost: what a POST may suffer beside the others. */
const losses: Record<string, Fault> = {
  'jira done, then 500': { kind: 'status', status: 500, after: true },
  'jira done, then reset': { kind: 'reset', after: true },
  'jira done, then silence': { kind: 'hang', after: true },
};

/** The Jira stand-in on a socket of its own, failing a share of its calls in every way the real one can. */
export async function startFaultyJira(options: {
  faultRate: number;
  random: () => number;
  clock: Clock;
}): Promise<FaultyJira> {
  const { faultRate, random, clock } = options;
  let url = '';
  const dealt: Record<string, number> = {};
  const jira = createJiraStandIn({ clock, origin: () => url, ...jiraSecrets, target: () => undefined });
  jira.settings.hasRateLimits = false;
  jira.site.addUser({ accountId: 'ada' });
  jira.site.addProject({ key: 'PROJ' });

  function pick(isWrite: boolean): Fault | 'late' | undefined {
    if (random() >= faultRate) return undefined;
    const kinds = isWrite ? { ...failures, ...losses, 'jira late': undefined } : failures;
    const entries = Object.entries(kinds);
    const [name, fault] = entries[Math.floor(random() * entries.length)]!;
    dealt[name] = (dealt[name] ?? 0) + 1;
    return fault ?? 'late';
  }

  const http = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    async fetch(request, env) {
      const name = `${request.method} ${new URL(request.url).pathname}`;
      const picked = pick(name.endsWith('/comment'));
      if (picked === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs));
      else if (picked) jira.faults.add(name, picked);
      return await jira.app.fetch(request, env as never);
    },
  });
  url = `http://127.0.0.1:${http.port}`;
  const tickets: FaultyJira['tickets'] = [];
  for (let number = 0; number < mostTickets; number += 1) {
    const issue = await jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: `Ticket ${number}` });
    tickets.push({ issueId: issue.id, issueKey: issue.key, projectId: issue.project.id });
  }
  return {
    url,
    tickets,
    comments: () =>
      tickets.flatMap(({ issueKey }) =>
        (jira.site.findIssue(issueKey)?.comments ?? []).map(({ body }) => JSON.stringify(body)),
      ),
    faults: dealt,
    close: () => http.close(0),
  };
}
