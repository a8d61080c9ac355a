import { signSlackRequest } from '../../src/sandbox/slack/signed-delivery.ts';
import { botUser, type ForeignMessage, type ForeignSlack } from './foreign-slack.ts';
import { slackSecrets } from './vendors.ts';

/** What Slack sends a bot and the foreign one does not: events, commands, presses of buttons. `send` gets it signed. */
export function createSender(
  { team, channel }: Pick<ForeignSlack, 'team' | 'channel'>,
  { clock, origin, send }: { clock: { now(): number }; origin: string; send(request: Request): Promise<Response> },
) {
  async function post(body: string, contentType: string): Promise<void> {
    const request = { url: `${origin}/slack/events`, body, contentType };
    const { status } = await send(await signSlackRequest(clock, slackSecrets.signingSecret, request));
    if (status !== 200) throw new Error(`the bot answered with ${status}`);
  }

  async function tell(event: Record<string, unknown>): Promise<void> {
    const authorizations = [{ team_id: team, user_id: botUser, is_bot: true }];
    const envelope = { type: 'event_callback', event_id: crypto.randomUUID(), team_id: team, authorizations, event };
    await post(JSON.stringify(envelope), 'application/json');
  }

  const postForm = (fields: Record<string, string>) =>
    post(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');

  return {
    tell,
    tellMessage: (message: ForeignMessage) =>
      tell({ ...message, type: 'message', channel, channel_type: 'channel', event_ts: message.ts }),
    tellMention: (message: ForeignMessage) => tell({ ...message, type: 'app_mention', channel, event_ts: message.ts }),
    interact: (payload: Record<string, unknown>) =>
      postForm({ payload: JSON.stringify({ team: { id: team }, ...payload }) }),
    command: (text: string, at: { channel_id: string; user_id: string }) =>
      postForm({ command: '/triage', text, team_id: team, ...at }),
  };
}
