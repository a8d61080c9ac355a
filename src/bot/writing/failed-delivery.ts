import type { Notice } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';

/** What the operator reads when a message could not be posted: what happened, what it means, the step that mends it. */
export function failedDeliveryNotice(place: Place, reason: string): Notice {
  const where = nameOf(place);
  return {
    kind: 'notice',
    tone: 'failed',
    paragraphs: [`A message for ${where} was not posted: ${explain(reason, where)}`],
    links: [],
  };
}

function nameOf(place: Place): string {
  switch (place.kind) {
    case 'ticket':
      return place.issueKey;
    case 'reply':
      return `somebody in the channel ${place.channel}`;
    default:
      return `the channel ${place.channel}`;
  }
}

function explain(reason: string, where: string): string {
  const scope = /^missing_scope:([\w:.,]+)$/.exec(reason)?.[1];
  if (scope) {
    return `the Slack app lacks the permission ${scope}. Add it under OAuth & Permissions and install the app again; what is posted after that arrives.`;
  }
  return Object.hasOwn(sentences, reason)
    ? sentences[reason]!(where)
    : `it was refused (${reason.replace(/[^\w:. ;,'-]/g, '').slice(0, 200)}). It is not tried again; the answer itself is kept.`;
}

const sentences: Record<string, (where: string) => string> = {
  internal_comment_refused: (where) =>
    'Jira did not take an internal comment, and nothing is written there that a customer could read. ' +
    `Make the bot's account an agent of the service project, then ask again with /triage ${where}. Nothing is tried again by itself.`,
  not_in_channel: () => 'the bot is not in that channel. Invite it; what is posted after that arrives.',
  is_archived: () => 'the channel is archived. Nothing needs to be done unless it is opened again.',
  channel_not_found: () => 'there is no such channel for the bot any more. Invite it, if the channel is private.',
  http_403: () =>
    "Jira did not permit it. Give the bot's account the permissions Browse Projects and Add Comments there.",
  http_404: () => 'Jira does not show that ticket to the bot any more. Nothing needs to be done if it was deleted.',
};
