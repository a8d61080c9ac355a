import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Timers } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { silentLog } from '#core/log.ts';
import { createMetrics } from '#core/metrics.ts';
import { openSql } from '#core/sql.ts';
import { createQueue, type JobHandler } from '#jobs/queue.ts';
import { createWorker } from '#jobs/worker.ts';
import { notice } from '../../../src/bot/cases/sentences.ts';
import { createDeliveryHandlers } from '../../../src/bot/delivery/deliver.ts';
import type { Destination, Posted } from '../../../src/bot/delivery/destination.ts';
import { planDeliveryStatements } from '../../../src/bot/delivery/plan-delivery.ts';
import { createJiraAccess } from '../../../src/bot/jira/jira-access.ts';
import { createJiraClient } from '../../../src/bot/jira/jira-client.ts';
import { createJiraDestination } from '../../../src/bot/jira/jira-destination.ts';
import { migrate } from '../../../src/node/migrate.ts';
import { openSqliteEngine } from '../../../src/node/sqlite-engine.ts';
import type { StoredMessage } from './faulty-vendor.ts';

/**
 * A process to be killed: takes events over HTTP, answers once they are durable, turns each into an answer of some parts
 * and posts them at the vendor and, by the product's own adapter, on a ticket in Jira. Its clock runs faster than the world's, so that waiting 20 s takes a moment.
 */
const [path = '', migrations = '', vendorUrl = '', speedText = '1', jiraUrl = '', email, apiToken] =
  process.argv.slice(2);
const speed = Number(speedText);
const clock: Clock = { now: () => Math.floor(Date.now() * speed) };
const timers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs / speed);
    return () => clearTimeout(timer);
  },
};

const destination: Destination<string, string[], string> = {
  kind: 'http',
  gapMs: 0,
  rateGroup: () => 'all',
  render: (_place, texts) => texts.map((content) => ({ content })),
  async post({ key, content }, signal) {
    const body = JSON.stringify({ key, text: content });
    return posted((await call('/', { method: 'POST', body, signal })) as StoredMessage);
  },
  async find({ key }, signal) {
    return ((await call(`/?key=${key}`, { signal })) as StoredMessage[]).map(posted);
  },
  async remove(_post, ref, signal) {
    await call(`/?id=${ref}`, { method: 'DELETE', signal });
  },
};

async function call(target: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(vendorUrl + target, init);
  const { status } = response;
  if (status === 429) throw new RemoteError('retry_later', 'rate limited', { status, retryAfterMs: 2_000 });
  if (status >= 500) throw new RemoteError('unavailable', 'failed', { status, isAmbiguous: true });
  return await response.json();
}

function posted(message: StoredMessage | null): Posted {
  return { ref: message?.id ?? null, postedAtMs: message?.postedAtMs ?? 0 };
}

const jira = createJiraDestination({
  client: createJiraClient({ baseUrl: jiraUrl, access: createJiraAccess({ baseUrl: jiraUrl, email, apiToken }) }),
});

process.stdin.resume().on('end', () => process.exit());

const engine = openSqliteEngine(path);
migrate(engine.connection, migrations);
const common = { sql: openSql(engine), clock, timers, log: silentLog, metrics: createMetrics() };
const queue = createQueue(common);

const ticketFields = ['issueId', 'issueKey', 'projectId'] as const;
type Ticket = Record<(typeof ticketFields)[number], string>;
const placeOf = (ticket: Ticket) => ({ kind: 'ticket' as const, site: jiraUrl, ...ticket, isServiceDesk: false });

const answer: JobHandler = {
  kind: 'answer',
  async run({ payload }) {
    const { event, parts, ticket } = payload as { event: string; parts: number; ticket: Ticket };
    const message = Array.from({ length: parts }, (_, index) => `${event} ${index}`);
    return {
      status: 'done',
      writes: planDeliveryStatements({ ...common, queue }, [
        { destination: 'http', key: event, place: 'room', message },
        { destination: 'jira', key: event, place: placeOf(ticket), message: notice('info', [`${event}.`]) },
      ]),
    };
  },
};

const worker = createWorker({
  ...common,
  queue,
  handlers: [answer, ...createDeliveryHandlers({ ...common, destinations: [destination, jira] })],
  holder: newId({ now: Date.now }),
  name: 'kill',
});
await worker.start();

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://process');
  const event = url.searchParams.get('event') ?? '';
  const parts = Number(url.searchParams.get('parts'));
  const ticket = Object.fromEntries(ticketFields.map((name) => [name, url.searchParams.get(name) ?? '']));
  await queue.enqueue([{ kind: 'answer', payload: { event, parts, ticket }, dedupKey: `event ${event}` }]);
  response.end('taken');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
