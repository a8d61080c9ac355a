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
      return `somebody in the channel ${place.channel}`;
    default:
      return `the channel ${place.channel}`;
  }
}

/** Completes a sentence on a refusal by its vendor's word: what it means, and the step that mends it. */
export function whyRefused(reason: string, where: string): string {
  const scope = /^missing_scope:([\w:.,]+)$/.exec(reason)?.[1];
  if (scope) {
    return `the Slack app lacks the permission ${scope}. Add it under OAuth & Permissions and install the app again; it is posted after that.`;
  }
  return Object.hasOwn(sentences, reason)
    ? sentences[reason]!(where)
    : `it was refused (${reason.replace(/[^\w:. ;,'-]/g, '').slice(0, 200)}). The answer itself is kept.`;
}

const askAdministrator = (what: string) => () =>
  `${what}. Ask an administrator of the workspace to permit it; it is posted after that.`;

const sentences: Record<string, (where: string) => string> = {
  internal_comment_refused: (where) =>
    'Jira did not take an internal comment, and nothing is written there that a customer could read. ' +
    `Make the bot's account an agent of the service project, then ask again with /triage ${where}. Nothing is tried again by itself.`,
  not_in_channel: () => 'the bot is not in that channel. Invite it; it is posted after that.',
  is_archived: () => 'the channel is archived. Nothing needs to be done unless it is opened again.',
  channel_not_found: () =>
    'there is no such channel for the bot. Invite it, if the channel is private; if it was deleted, nothing needs to be done.',
  restricted_action: askAdministrator('the workspace does not let the bot post there'),
  restricted_action_read_only_channel: askAdministrator('only some may post in that channel'),
  restricted_action_thread_only_channel: askAdministrator('that channel takes messages in threads alone'),
  access_denied: askAdministrator('the workspace does not let the bot in'),
  team_access_not_granted: askAdministrator('the app is not approved for that workspace'),
  messages_tab_disabled: () =>
    "direct messages to the app are switched off. Switch the Messages tab on in the app's settings, under App Home; it is posted after that.",
  http_403: () =>
    "access was denied (HTTP 403). On Jira: give the bot's account the permissions Browse Projects and Add Comments there. On Slack: look whether a proxy or a list of allowed addresses keeps this machine out.",
  http_404: () => 'Jira does not show that ticket to the bot any more. Nothing needs to be done if it was deleted.',
};
