import { RemoteError } from '#core/errors.ts';
import { jiraCalls } from './jira-calls.ts';
import type { JiraClient } from './jira-client.ts';
import { type CommentRecord, commentList, commentPage } from './jira-records.ts';

/** Comment property that marks our comments; its value holds the delivery's key. */
export const deliveryProperty = 'logtriage.delivery';

const pageSize = 100;
const mostPages = 60;

/**
 * At least every comment made since, whatever order they come in and however far the clocks are apart: times only say
 * when to stop reading.
 */
export async function readRecentComments(
  client: JiraClient,
  issueId: string,
  sinceMs: number,
  signal: AbortSignal,
): Promise<CommentRecord[]> {
  const recent: CommentRecord[] = [];
  let startAt = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const reply: unknown = await (await jiraCalls()).getComments(client.during(signal), {
      issueIdOrKey: issueId,
      orderBy: '-created',
      startAt,
      maxResults: pageSize,
    });
    const parsed = commentPage.safeParse(reply);
    if (!parsed.success) throw unreadableComments();
    const { comments, total } = parsed.data;
    recent.push(...comments);
    startAt += comments.length;
    const times = comments.map(createdAtMs);
    const isNewestFirst = times.every((time, index) => index === 0 || time <= times[index - 1]!);
    const isPast = isNewestFirst && times.length > 1 && times.at(-1)! < sinceMs;
    if (comments.length === 0 || isPast || startAt >= (total ?? startAt)) return recent;
  }
  throw new RemoteError('unavailable', 'the ticket has more comments than are searched');
}

/** The same comments with the properties they carry. */
export async function withProperties(
  client: JiraClient,
  comments: readonly CommentRecord[],
  signal: AbortSignal,
): Promise<CommentRecord[]> {
  const unknown = comments.filter(({ properties }) => properties === undefined);
  if (unknown.length === 0) return [...comments];
  const known = comments.filter(({ properties }) => properties !== undefined);
  for (let at = 0; at < unknown.length; at += pageSize) {
    known.push(...(await listed(client, unknown.slice(at, at + pageSize), signal)));
  }
  return known;
}

async function listed(
  client: JiraClient,
  comments: readonly CommentRecord[],
  signal: AbortSignal,
): Promise<CommentRecord[]> {
  const jira = client.during(signal);
  let reply: unknown;
  try {
    const ids = comments.map(({ id }) => (Number.isNaN(Number(id)) ? (id as never) : Number(id)));
    reply = await (await jiraCalls()).getCommentsByIds(jira, { ids, expand: 'properties' });
  } catch (error) {
    if (!(error instanceof RemoteError) || (error.code !== 'not_found' && error.code !== 'rejected')) throw error;
    return await Promise.all(comments.map((comment) => withProperty(client, comment, signal)));
  }
  const parsed = commentList.safeParse(reply);
  if (!parsed.success) throw unreadableComments();
  return parsed.data.values;
}

/** One at a time, where comments cannot be listed with their properties. */
async function withProperty(client: JiraClient, comment: CommentRecord, signal: AbortSignal): Promise<CommentRecord> {
  const path = `/rest/api/3/comment/${encodeURIComponent(comment.id)}/properties/${deliveryProperty}`;
  try {
    const reply = (await client.during(signal).sendRequest({ url: path })) as { value?: unknown } | undefined;
    return { ...comment, properties: [{ key: deliveryProperty, value: reply?.value }] };
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'not_found') return { ...comment, properties: [] };
    throw error;
  }
}

export function carries({ properties = [] }: CommentRecord, key: string): boolean {
  return properties.some(
    (property) => property.key === deliveryProperty && (property.value as { key?: unknown } | null)?.key === key,
  );
}

/** Unknown times count as recent: nothing is to be overlooked. */
export function createdAtMs({ created }: CommentRecord): number {
  const atMs = Date.parse(created ?? '');
  return Number.isNaN(atMs) ? Number.POSITIVE_INFINITY : atMs;
}

function unreadableComments(): RemoteError {
  return new RemoteError('unavailable', "Jira's answer about the comments could not be read");
}
