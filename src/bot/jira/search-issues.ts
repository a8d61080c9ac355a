import type { FoundTickets } from '../cases/ports.ts';
import type { JiraClient } from './jira-client.ts';
import { readRecord, searchPage } from './jira-records.ts';

const pageSize = 100;

/** One page of a search. Jira's index follows what people do by seconds. */
export async function searchTickets(client: JiraClient, jql: string, after?: string): Promise<FoundTickets> {
  const { issues, nextPageToken } = await search(client, { jql, ...(after ? { nextPageToken: after } : {}) });
  return { issueIds: issues.map(({ id }) => id), next: nextPageToken ?? undefined };
}

/** Has the index brought up to date for this ticket before it is asked. */
export async function ticketMatches(client: JiraClient, issueId: string, jql: string): Promise<boolean> {
  const condition = jql.replace(/\border\s+by\b[\s\S]*$/i, '').trim();
  const only = `issue = ${/^\d+$/.test(issueId) ? issueId : JSON.stringify(issueId)}`;
  const bounded = condition === '' ? only : `${only} AND (${condition})`;
  const { issues } = await search(client, {
    jql: bounded,
    ...(/^\d+$/.test(issueId) ? { reconcileIssues: [Number(issueId)] } : {}),
  });
  return issues.length > 0;
}

async function search(client: JiraClient, body: Record<string, unknown>) {
  const reply: unknown = await client.during().sendRequest({
    url: '/rest/api/3/search/jql',
    method: 'POST',
    body: { maxResults: pageSize, fields: ['id'], ...body },
  });
  return readRecord(searchPage, reply, 'search');
}
