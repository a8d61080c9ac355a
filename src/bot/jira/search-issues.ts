import type { FoundTickets } from '../cases/ports.ts';
import type { JiraClient } from './jira-client.ts';
import { readRecord, searchPage } from './jira-records.ts';
import { toAttachment } from './to-attachment.ts';

const pageSize = 100;

/** One page of a search. `own`: the bot's account. Jira's index follows what people do by seconds. */
export async function searchTickets(
  client: JiraClient,
  jql: string,
  own: string,
  after?: string,
): Promise<FoundTickets> {
  const { issues, nextPageToken } = await search(client, { jql, ...(after ? { nextPageToken: after } : {}) });
  const tickets = issues.map(({ id, key, fields }) => ({
    issueId: id,
    issueKey: key ?? id,
    attachments: (fields?.attachment ?? []).map((file) => toAttachment(file, own)),
  }));
  return { tickets, next: nextPageToken ?? undefined };
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

async function search(client: JiraClient, query: { jql: string; nextPageToken?: string; reconcileIssues?: number[] }) {
  if (client.isDataCenter) return await searchByPosition(client, query);
  const reply: unknown = await client.during().sendRequest({
    url: '/rest/api/3/search/jql',
    method: 'POST',
    body: { maxResults: pageSize, fields: ['attachment'], ...query },
  });
  return readRecord(searchPage, reply, 'search');
}

/** Data Center counts what it found, and its index is up to date at once. */
async function searchByPosition(client: JiraClient, { jql, nextPageToken }: { jql: string; nextPageToken?: string }) {
  const startAt = Number(nextPageToken ?? 0);
  const reply: unknown = await client.during().sendRequest({
    url: '/rest/api/2/search',
    method: 'POST',
    body: { jql, startAt, maxResults: pageSize, fields: ['attachment'] },
  });
  const { issues, total = 0 } = readRecord(searchPage, reply, 'search');
  const end = startAt + issues.length;
  return { issues, nextPageToken: issues.length > 0 && end < total ? String(end) : undefined };
}
