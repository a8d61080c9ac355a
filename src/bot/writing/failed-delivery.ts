import type { Notice } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';

/** What the operator reads when a message is not posted and never will be: what happened, and what can be done. */
export function failedDeliveryNotice(place: Place, reason: string): Notice {
  const where = nameOfPlace(place);
  return {
    kind: 'notice',
    tone: 'failed',
    paragraphs: [`A message for ${where} was not posted: ${whyRefused(reason, where)}`],
    links: [],
  };
}

/** Names a place as the operator knows it. */
export function nameOfPlace(place: Place): string {
  switch (place.kind) {
    case 'ticket':
      return place.issueKey;
    case 'reply':
      return `someone in the channel ${place.channel}`;
    default:
      return `the channel ${place.channel}`;
  }
}

/** Completes a sentence on a refusal by its vendor's word: what it means, and the step that mends it. */
export function whyRefused(reason: string, where: string): string {
  const scope = /^missing_scope:([\w:.,]+)$/.exec(reason)?.[1];
  if (scope) {
    return `the Slack app lacks the permission ${scope}. Add it under OAuth & Permissions and reinstall the app; the message is posted after that.`;
  }
  return Object.hasOwn(sentences, reason)
    ? sentences[reason]!(where)
    : `it was refused (${reason.replace(/[^\w:. ;,'-]/g, '').slice(0, 200)}). The answer itself is stored.`;
}

const askAdministrator = (what: string) => () =>
  `${what}. Ask a workspace administrator to allow it; the message is posted after that.`;

const sentences: Record<string, (where: string) => string> = {
  internal_comment_refused: (where) =>
    'Jira rejected an internal comment, and the bot writes no comment there that a customer could read. ' +
    `Make the bot's account an agent of the service project, then ask again with /triage ${where}. The bot does not retry this.`,
  not_in_channel: () => 'the bot is not in that channel. Invite it; the message is posted after that.',
  is_archived: () => 'the channel is archived. You need to do nothing unless it is reopened.',
  channel_not_found: () =>
    'the bot cannot see that channel. If the channel is private, invite the bot; if it was deleted, you need to do nothing.',
  restricted_action: askAdministrator('the workspace does not let the bot post there'),
  restricted_action_read_only_channel: askAdministrator('only certain people may post in that channel'),
  restricted_action_thread_only_channel: askAdministrator('that channel allows only messages in threads'),
  access_denied: askAdministrator('the workspace denies the bot access'),
  team_access_not_granted: askAdministrator('the app is not approved for that workspace'),
  messages_tab_disabled: () =>
    "direct messages to the app are switched off. Switch on the Messages tab in the app's settings, under App Home; the message is posted after that.",
  http_403: () =>
    "access was denied (HTTP 403). On Jira: give the bot's account the permissions Browse Projects and Add Comments there. On Slack: check whether a proxy or an IP allowlist blocks this machine.",
  http_404: () => 'Jira no longer shows that ticket to the bot. If it was deleted, you need to do nothing.',
};
