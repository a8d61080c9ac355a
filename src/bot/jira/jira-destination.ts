import { RemoteError } from '#core/errors.ts';
import type { Json } from '#jobs/queue.ts';
import type { Chart, Message } from '../cases/messages.ts';
import type { TicketPlace } from '../cases/place.ts';
import type { Destination, Post, Posted } from '../delivery/destination.ts';
import { adfToText } from './adf-text.ts';
import { readStanding } from './issue-standing.ts';
import { jiraCalls } from './jira-calls.ts';
import type { JiraClient } from './jira-client.ts';
import { attachmentRecord, type CommentRecord, commentRecord, issueRecord } from './jira-records.ts';
import { carries, createdAtMs, deliveryProperty, readRecentComments, withProperties } from './recent-comments.ts';
import type { JiraContent } from './render/comment-parts.ts';
import { renderForJira } from './render/render-comment.ts';

const clockSlackMs = 5 * 60_000;
const mostJson = 32_000;

type JiraPost = Post<TicketPlace, JiraContent>;

/** Posts comments and files to tickets; on a service project internal comments, or nothing. */
export function createJiraDestination({
  client,
  drawChart,
}: {
  client: JiraClient;
  /** A chart as PNG, where it can be drawn. */
  drawChart?: ((chart: Chart) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}): Destination<TicketPlace, Message, JiraContent> {
  return {
    kind: 'jira',
    render: (place, message, stamp) => renderForJira(message, place.isServiceDesk, stamp, drawChart !== undefined),
    rateGroup: ({ site }) => site,

    async post(post, signal) {
      const { content } = post;
      checkSize(content);
      if (content.kind === 'internal') return await postInternal(post, content.text, signal);
      // Tickets move, so the kind of its project is read again each time: unknown counts as one that customers read.
      const { project } = await readStanding(client, post.place.issueId, signal);
      if (isAttached(content)) {
        if (project.isServiceDesk) throw refused();
        return await attach(post.place, content.name, await bytesOf(content), signal);
      }
      return project.isServiceDesk
        ? await postInternal(post, content.text, signal)
        : await postComment(post, content, signal);
    },

    async find(post, signal) {
      const found = isAttached(post.content)
        ? await findFiles(post, post.content.name, signal)
        : await findComments(post, signal);
      // Pages shift while people write, and then show one comment twice.
      const each = new Map(found.map((message) => [JSON.stringify(message.ref), message]));
      return [...each.values()].toSorted((a, b) => a.postedAtMs - b.postedAtMs);
    },

    async remove({ place }, ref, signal) {
      const { commentId, attachmentId } = ref as { commentId?: string; attachmentId?: string };
      try {
        const jira = client.during(signal);
        if (commentId) await (await jiraCalls()).deleteComment(jira, { issueIdOrKey: place.issueId, id: commentId });
        if (attachmentId) await (await jiraCalls()).removeAttachment(jira, { id: attachmentId });
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code !== 'not_found') throw error;
      }
    },
  };

  async function postComment(
    { place, key }: JiraPost,
    { doc, text }: Extract<JiraContent, { kind: 'comment' }>,
    signal: AbortSignal,
  ): Promise<Posted> {
    if (client.isDataCenter) {
      const body = withKey(text, key);
      const url = `/rest/api/2/issue/${encodeURIComponent(place.issueId)}/comment`;
      return posted(readComment(await client.during(signal).sendRequest({ url, method: 'POST', body: { body } })));
    }
    const created: unknown = await (await jiraCalls()).addComment(client.during(signal), {
      issueIdOrKey: place.issueId,
      body: doc as never,
      properties: [{ key: deliveryProperty, value: { key } }],
    });
    return posted(readComment(created));
  }

  /** For comments that cannot carry a property. Data Center does not show an anchor; Cloud may show it, or drop it. */
  function withKey(text: string, key: string): string {
    return client.isDataCenter ? `${text}\n{anchor:${key}}` : `${text}\n\nReference: ${key}`;
  }

  async function postInternal({ place, key }: JiraPost, text: string, signal: AbortSignal): Promise<Posted> {
    const jira = client.during(signal);
    let created: unknown;
    try {
      created = await jira.sendRequest({
        url: `/rest/servicedeskapi/request/${place.issueId}/comment`,
        method: 'POST',
        ...(client.isDataCenter ? { headers: { 'x-experimentalapi': 'opt-in' } } : {}),
        body: { body: withKey(text, key), public: false },
      });
    } catch (error) {
      const isRefusal = error instanceof RemoteError && ['rejected', 'forbidden', 'not_found'].includes(error.code);
      throw isRefusal ? refused(error) : error;
    }
    const comment = readComment(created);
    if (comment.public !== true) return posted(comment);
    await (await jiraCalls()).deleteComment(jira, { issueIdOrKey: place.issueId, id: comment.id });
    throw refused();
  }

  async function bytesOf(content: AttachedContent): Promise<Uint8Array<ArrayBuffer>> {
    if (content.kind === 'file') return new TextEncoder().encode(content.body);
    // Planned by a process that draws: this one may not.
    if (!drawChart) throw new RemoteError('rejected', 'charts are not drawn here', { reason: 'no_pictures' });
    return await drawChart(content.chart);
  }

  async function attach(
    place: TicketPlace,
    filename: string,
    content: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const reply: unknown = await (await jiraCalls()).addAttachment(client.during(signal), {
      issueIdOrKey: place.issueId,
      attachments: [{ filename, content }],
    });
    const record = attachmentRecord.safeParse(Array.isArray(reply) ? reply[0] : undefined);
    if (!record.success) throw unreadable('attachment', true);
    return postedFile(record.data.id, record.data.created);
  }

  async function findComments({ place, key, plannedAtMs }: JiraPost, signal: AbortSignal): Promise<Posted[]> {
    const candidates = await readRecentComments(client, place.issueId, plannedAtMs - clockSlackMs, signal);
    // The service desk API and Data Center take no properties: there the key is in the comment's last line.
    const internal = candidates.filter(({ body }) => (typeof body === 'string' ? body : adfToText(body)).includes(key));
    if (client.isDataCenter) return internal.map(posted);
    const known = await withProperties(
      client,
      candidates.filter((comment) => !internal.includes(comment)),
      signal,
    );
    return [...internal, ...known.filter((comment) => carries(comment, key))].map(posted);
  }

  async function findFiles({ place, key }: JiraPost, name: string, signal: AbortSignal): Promise<Posted[]> {
    const reply: unknown = await (await jiraCalls()).getIssue(client.during(signal), {
      issueIdOrKey: place.issueId,
      fields: ['attachment'],
    });
    const parsed = issueRecord.safeParse(reply);
    if (!parsed.success) throw unreadable('attachments');
    // What an earlier version was sending when it was replaced has the key of its part in the name.
    return (parsed.data.fields.attachment ?? [])
      .filter(({ filename }) => filename === name || filename.includes(key))
      .map(({ id, created }) => postedFile(id, created));
  }
}

function refused(cause?: unknown): RemoteError {
  return new RemoteError('forbidden', 'Jira rejected an internal comment', {
    reason: 'internal_comment_refused',
    cause,
  });
}

function unreadable(what: string, isAmbiguous = false): RemoteError {
  return new RemoteError('unavailable', `Jira's answer about the ${what} could not be read`, { isAmbiguous });
}

type AttachedContent = Extract<JiraContent, { kind: 'file' | 'picture' }>;

function isAttached(content: JiraContent): content is AttachedContent {
  return content.kind === 'file' || content.kind === 'picture';
}

function checkSize(content: JiraContent): void {
  if (isAttached(content)) return;
  const size = content.kind === 'comment' ? JSON.stringify(content.doc).length : content.text.length;
  if (size > mostJson) {
    throw new RemoteError('rejected', `a comment of ${size} characters is over Jira's limit`, { reason: 'over_limit' });
  }
}

function readComment(value: unknown): CommentRecord {
  const nested = (value as { created?: { iso8601?: unknown } } | undefined)?.created?.iso8601;
  const parsed = commentRecord.safeParse(
    typeof nested === 'string' ? { ...(value as object), created: nested } : value,
  );
  if (!parsed.success) throw unreadable('comment', true);
  return parsed.data;
}

function posted(comment: CommentRecord): Posted {
  const ref: Json = { commentId: comment.id };
  const atMs = createdAtMs(comment);
  return { ref, postedAtMs: Number.isFinite(atMs) ? atMs : 0 };
}

function postedFile(attachmentId: string, created: string | undefined): Posted {
  return { ref: { attachmentId }, postedAtMs: Date.parse(created ?? '') || 0 };
}
