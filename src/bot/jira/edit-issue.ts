import type { Json } from '#jobs/queue.ts';
import type { JiraClient } from './jira-client.ts';

/** Both may be repeated without harm. */
export async function changeLabels(
  client: JiraClient,
  issueId: string,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<void> {
  if (add.length === 0 && remove.length === 0) return;
  const labels = [...add.map((label) => ({ add: label })), ...remove.map((label) => ({ remove: label }))];
  await client.during().sendRequest({
    url: `/rest/api/3/issue/${encodeURIComponent(issueId)}`,
    method: 'PUT',
    body: { update: { labels } },
  });
}

export async function setProperty(client: JiraClient, issueId: string, name: string, value: Json): Promise<void> {
  await client.during().sendRequest({
    url: `/rest/api/3/issue/${encodeURIComponent(issueId)}/properties/${encodeURIComponent(name)}`,
    method: 'PUT',
    body: value,
  });
}
