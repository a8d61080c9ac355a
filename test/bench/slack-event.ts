import { createHmac } from 'node:crypto';

/** A message with a log, as Slack sends it: a file of its own for each number of a run. */
export function signedEvent(secret: string, run: string, number: number) {
  const now = Date.now();
  const ts = `${Math.floor(now / 1000)}.${String(number % 1_000_000).padStart(6, '0')}`;
  const file = { id: `F${run}${number}`, name: 'dmesg.txt', mimetype: 'text/plain', size: 4_096, mode: 'hosted' };
  const event = { type: 'message', subtype: 'file_share', channel: 'C0BENCH', user: 'U0BENCH', text: 'why?', ts };
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: 'T0BENCH',
    api_app_id: 'A0BENCH',
    event_id: `Ev${run}${number}`,
    event_time: Math.floor(now / 1000),
    event: { ...event, event_ts: ts, channel_type: 'channel', files: [file] },
    authorizations: [{ team_id: 'T0BENCH', user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
  });
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
  return { body, headers: { ...headers, 'content-type': 'application/json' } };
}
