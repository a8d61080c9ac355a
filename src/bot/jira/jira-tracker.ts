import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Downloader, Fetched, JiraPort, KnownProject, Ticket } from '../cases/ports.ts';
import { toDownload } from '../fetching/file-response.ts';
import { adfToText } from './adf-text.ts';
import { createIssue } from './create-issue.ts';
import { changeLabels, setProperty } from './edit-issue.ts';
import { knownProject, readStanding, toProject } from './issue-standing.ts';
import { jiraCalls } from './jira-calls.ts';
import type { JiraClient } from './jira-client.ts';
import { attachmentRecord, issueRecord, personRecord, projectList, projectPage, readRecord } from './jira-records.ts';
import { type BrowseRight, mayAdminister, mayBrowse, mayFile } from './may-browse.ts';
import { accountOf } from './own-account.ts';
import { readComment } from './read-comment.ts';
import { readTicketLink } from './read-link.ts';
import { createdAtMs, readRecentComments } from './recent-comments.ts';
import { searchTickets, ticketMatches } from './search-issues.ts';
import { toAttachment } from './to-attachment.ts';

/** Who reads a channel is asked about for each answer in it; a right that was taken away counts for no longer than this. */
const rightsKeptMs = 60_000;
const mostRights = 10_000;
const projectsKeptMs = 5 * 60_000;
const mostProjectPages = 40;
const safeId = /^[A-Za-z0-9_-]{1,60}$/;

/** What cases ask of Jira. */
export function createJiraTracker(options: { client: JiraClient; downloader: Downloader; clock: Clock }): JiraPort {
  const { client, clock } = options;
  const site = client.baseUrl;
  const rights = new Map<string, { right: BrowseRight; untilMs: number }>();
  let accountId: string | undefined;
  let kept: { projects: Promise<ReadonlyMap<string, KnownProject>>; untilMs: number } | undefined;

  const tracker: JiraPort = {
    site,

    async identity() {
      if (accountId === undefined) {
        const user: unknown = await (await jiraCalls()).getCurrentUser(client.during());
        const known = accountOf(personRecord.safeParse(user).data);
        if (known === undefined) throw new RemoteError('unavailable', 'Jira did not say whose account this is');
        accountId = known;
      }
      return { accountId };
    },

    async ticket(idOrKey) {
      if (!safeId.test(idOrKey)) return { status: 'gone' };
      const { accountId: own } = await tracker.identity();
      return await fetched(async () => {
        const fields = ['summary', 'description', 'attachment', 'project', 'labels', 'versions'];
        const issue = readRecord(
          issueRecord,
          await (await jiraCalls()).getIssue(client.during(), { issueIdOrKey: idOrKey, fields }),
          'issue',
        );
        const { summary, description, attachment, project, labels, versions } = issue.fields;
        const ticket: Ticket = {
          site,
          issueId: issue.id,
          issueKey: issue.key,
          project: await toProject(client, project, issue.key),
          summary: summary ?? '',
          description: adfToText(description),
          attachments: (attachment ?? []).map((file) => toAttachment(file, own)),
          labels: labels ?? [],
          versions,
          url: tracker.ticketUrl(issue.key),
        };
        return ticket;
      });
    },

    standing: async (idOrKey) =>
      safeId.test(idOrKey) ? await fetched(() => readStanding(client, idOrKey)) : { status: 'gone' },

    async comment(issueId, commentId) {
      if (!safeId.test(issueId) || !safeId.test(commentId)) return { status: 'gone' };
      const { accountId: own } = await tracker.identity();
      return await fetched(() => readComment(client, { issueId, commentId, own }));
    },

    search: async (query, after) => await searchTickets(client, query, (await tracker.identity()).accountId, after),
    async recentComments(issueId, sinceMs) {
      const comments = await readRecentComments(client, issueId, sinceMs, AbortSignal.timeout(60_000));
      return comments.filter((comment) => createdAtMs(comment) >= sinceMs).map(({ id }) => id);
    },
    matches: async (issueId, query) => safeId.test(issueId) && (await ticketMatches(client, issueId, query)),
    label: (issueId, change) => changeLabels(client, issueId, change),
    setProperty: (issueId, name, value) => setProperty(client, issueId, name, value),

    create: (ticket) => createIssue(client, ticket),
    mayAdminister: (emailAddress, projectKey) => mayAdminister(client, emailAddress, projectKey),
    mayFile: (emailAddress, projectKey) => mayFile(client, emailAddress, projectKey),

    async mayBrowse(emailAddress, issueKey) {
      const key = `${issueKey}:${emailAddress}`;
      const known = rights.get(key);
      if (known && clock.now() < known.untilMs) return known.right;
      const right = await mayBrowse(client, emailAddress, issueKey);
      if (rights.size >= mostRights) rights.clear();
      rights.set(key, { right, untilMs: clock.now() + rightsKeptMs });
      return right;
    },

    async download({ attachmentId }, signal) {
      if (!safeId.test(attachmentId)) return { status: 'gone' };
      const found = await fetched(async () =>
        readRecord(
          attachmentRecord,
          await (await jiraCalls()).getAttachment(client.during(signal), { id: attachmentId }),
          'attachment',
        ),
      );
      if (found.status === 'forbidden') return found;
      // The record only tells name and size; whether the file is there its content says.
      const record = found.status === 'found' ? found.value : undefined;
      const url = client.isDataCenter
        ? record?.content
        : `${await client.apiUrl()}/rest/api/3/attachment/content/${attachmentId}?redirect=false`;
      if (!url) return { status: 'gone' };
      const authorization = await client.authorization();
      const response = await options.downloader.get({ url, vendor: 'jira', authorization, signal });
      return await toDownload(
        { name: record?.filename ?? '', mimeType: record?.mimeType, sizeBytes: record?.size },
        response,
        'read:jira-work',
      );
    },

    async projects() {
      if (!kept || clock.now() > kept.untilMs) {
        const projects = listProjects();
        kept = { projects, untilMs: clock.now() + projectsKeptMs };
        projects.catch(() => {
          kept = undefined;
        });
      }
      return await kept.projects;
    },

    readLink: (url) => readTicketLink(url, site),
    ticketUrl: (issueKey) => `${site}/browse/${encodeURIComponent(issueKey)}`,
  };
  return tracker;

  async function listProjects(): Promise<ReadonlyMap<string, KnownProject>> {
    const projects = new Map<string, KnownProject>();
    if (client.isDataCenter) {
      const all: unknown = await client.during().sendRequest({ url: '/rest/api/2/project' });
      for (const project of readRecord(projectList, all, 'projects'))
        projects.set(project.key.toUpperCase(), knownProject(project));
      return projects;
    }
    for (let page = 0; page < mostProjectPages; page += 1) {
      const reply: unknown = await (await jiraCalls()).searchProjects(client.during(), {
        startAt: projects.size,
        maxResults: 100,
      });
      const { values, isLast, total } = readRecord(projectPage, reply, 'projects');
      const before = projects.size;
      for (const project of values) projects.set(project.key.toUpperCase(), knownProject(project));
      if (isLast === true || values.length === 0 || projects.size === before) break;
      if (isLast === undefined && projects.size >= (total ?? 0)) break;
    }
    return projects;
  }
}

async function fetched<T>(get: () => Promise<T>): Promise<Fetched<T>> {
  try {
    return { status: 'found', value: await get() };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.code === 'not_found') return { status: 'gone' };
    if (error.code !== 'forbidden') throw error;
    return { status: 'forbidden', reason: error.reason ?? 'forbidden' };
  }
}
