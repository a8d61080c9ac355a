import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

/** Sends signed Slack events at full speed over some connections and prints `{perSecond, p50Ms, p99Ms, refused, sent}`. */
const [url = '', secret = '', secondsText = '5', connectionsText = '64'] = process.argv.slice(2);
const seconds = Number(secondsText);
const connections = Number(connectionsText);

const dispatcher = new Agent({ connections, headersTimeout: 30_000 });
const run = Date.now().toString(36);
const timesMs: number[] = [];
let refused = 0;
let sent = 0;
let isCounting = false;

function nextEvent(): { body: string; headers: Record<string, string> } {
  sent += 1;
  const now = Date.now();
  const ts = `${Math.floor(now / 1000)}.${String(sent % 1_000_000).padStart(6, '0')}`;
  const file = { id: `F${run}${sent}`, name: 'dmesg.txt', mimetype: 'text/plain', size: 4_096, mode: 'hosted' };
  const event = { type: 'message', subtype: 'file_share', channel: 'C0BENCH', user: 'U0BENCH', text: 'why?', ts };
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: 'T0BENCH',
    api_app_id: 'A0BENCH',
    event_id: `Ev${run}${sent}`,
    event_time: Math.floor(now / 1000),
    event: { ...event, event_ts: ts, channel_type: 'channel', files: [file] },
    authorizations: [{ team_id: 'T0BENCH', user_id: 'U0BOT', is_bot: true, is_enterprise_install: false }],
  });
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` };
  return { body, headers: { ...headers, 'content-type': 'application/json' } };
}

async function sendUntil(endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const { body, headers } = nextEvent();
    const startedAtMs = performance.now();
    const response = await request(url, { method: 'POST', body, headers, dispatcher });
    await response.body.dump();
    if (response.statusCode !== 200) refused += 1;
    else if (isCounting) timesMs.push(performance.now() - startedAtMs);
  }
}

const startedAtMs = performance.now();
const warmUpMs = 1_500;
setTimeout(() => {
  isCounting = true;
}, warmUpMs);
await Promise.all(Array.from({ length: connections }, () => sendUntil(startedAtMs + warmUpMs + seconds * 1_000)));
timesMs.sort((a, b) => a - b);
const at = (share: number) => timesMs[Math.floor(timesMs.length * share)] ?? Number.NaN;
console.log(JSON.stringify({ perSecond: timesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), refused, sent }));
await dispatcher.close();
