import { RemoteError } from '#core/errors.ts';
import type { NewTicket } from '../cases/ports.ts';
import type { Prose } from '../writing/prose.ts';
import { paragraph, visible } from '../writing/prose.ts';
import { linkProse } from '../writing/short-messages.ts';
import type { JiraClient } from './jira-client.ts';
import { createdIssue, readRecord } from './jira-records.ts';
import { adfDocument, proseToAdf } from './render/adf.ts';
import { proseToWiki } from './render/wiki.ts';
import { searchTickets } from './search-issues.ts';

/** Projects name their kinds of work themselves; nearly all have one of these. */
const issueTypes = ['Bug', 'Task', 'Story'];

/** Makes a ticket, or finds the one that an earlier try made: its label is this ticket's alone. */
export async function createIssue(client: JiraClient, ticket: NewTicket): Promise<string | null> {
  if (ticket.mayExist) {
    const { tickets } = await searchTickets(client, `labels = "${ticket.label}"`, '');
    if (tickets[0]) return tickets[0].issueId;
  }
  for (const type of issueTypes) {
    try {
      return await create(client, ticket, type);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.code !== 'rejected') throw error;
    }
  }
  return null;
}

async function create(
  client: JiraClient,
  { projectKey, summary, text, evidence, links, label }: NewTicket,
  type: string,
) {
  const prose: Prose[] = [
    ...text.split(/\n{2,}/).map((words) => paragraph(visible(words))),
    ...(evidence === '' ? [] : [{ kind: 'code' as const, text: visible(evidence) }]),
    ...linkProse('Thread: ', links),
  ];
  const version = client.isDataCenter ? 2 : 3;
  const reply: unknown = await client.during().sendRequest({
    url: `/rest/api/${version}/issue`,
    method: 'POST',
    body: {
      fields: {
        project: { key: projectKey },
        issuetype: { name: type },
        summary: visible(summary).replace(/\s+/g, ' ').slice(0, 250),
        description: client.isDataCenter ? proseToWiki(prose) : adfDocument(proseToAdf(prose)),
        labels: [label],
      },
    },
  });
  return readRecord(createdIssue, reply, 'issue').id;
}
