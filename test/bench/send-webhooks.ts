import { Agent, request } from 'undici';
import { signedEvent } from './slack-event.ts';

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

async function sendUntil(endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    sent += 1;
    const { body, headers } = signedEvent(secret, run, sent);
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
