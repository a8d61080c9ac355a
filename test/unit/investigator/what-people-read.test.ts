import { expect, it } from 'vitest';
import { messageOf } from '#service/formats/log/message-of.ts';
import { ask, logOf, once, series, stamp } from './made-log.ts';

const at = (timeMs: number) => stamp(timeMs).replace(' ', 'T');

it('shows the message of a syslog record and not the head its daemon wrote', async () => {
  const head = (timeMs: number, line: number) =>
    `<30>1 ${at(timeMs)}+00:00 fw1 charon 44 - [meta sequenceId="${line}"]`;
  const lines = [
    ...series('06:00', 400, 20_000, (index, timeMs) => `${head(timeMs, index)} received packet of con${index % 3}`),
    ...series('07:10', 40, 60_000, (index, timeMs) => `${head(timeMs, 900 + index)} con2: peer refused our proposal`),
  ].sort((a, b) => a.timeMs - b.timeMs);
  const { headline } = await ask(`${lines.map(({ text }) => text).join('\n')}\n`, 'why is con2 down?');
  expect(headline).toContain('`charon`: `con2: peer refused our proposal`, 40 times');
  expect(headline).not.toContain('sequenceId');
  expect(messageOf(lines.at(-1)!.text)).not.toContain('sequenceId');
});

it('titles a record without a message by what was done and what came of it', () => {
  const record = { version: '1.08', time: '2026-05-02T09:42:30Z', user: { name: 'backup' }, action: 'PutObject' };
  expect(messageOf(JSON.stringify({ ...record, errorCode: 'AccessDenied' }))).toBe(
    'action=PutObject errorCode=AccessDenied name=backup',
  );
});

it('names the innermost exception, whatever it was wrapped in', async () => {
  const trace = [
    'ERROR game: player kicked',
    'game.InventoryException: cannot load inventory',
    '\tat game.Inventory.load(Inventory.java:80)',
    'Caused by: game.StoreException: read failed',
    '\tat game.Store.get(Store.java:12)',
    'Caused by: java.net.UnknownHostException: items-db.test',
    '\tat java.net.InetAddress.getAllByName(InetAddress.java:1533)',
  ].join('\n');
  const log = logOf(
    series('06:00', 900, 10_000, (index) => `INFO game: tick ${index}`),
    series('07:00', 20, 30_000, () => trace),
  );
  const { answer } = await ask(log, 'why are players kicked?');
  expect(answer.split('**Proof**')[0]).toContain('UnknownHostException: items-db.test');
});

it('says yes first, and what it began with behind it', async () => {
  const log = logOf(
    series('06:00', 500, 10_000, (index) => `INFO worker: message ${index} done lag=20`),
    series('07:23', 300, 10_000, () => 'ERROR worker: cannot read message 88412: invalid field'),
    series('07:24', 60, 50_000, (index) => `WARN worker: behind lag=${200 + index * 90}`),
  );
  expect((await ask(log, 'is something blocking the queue?')).headline).toMatch(/LIKELY: Yes: /);
});

it('tells of no warning that says nothing of time where it is asked why it is slow', async () => {
  const log = logOf(
    series('06:00', 900, 10_000, (index) => `INFO web: page ${index} shown in ${20 + (index % 9)} ms`),
    once('07:00', 'WARN web: certificate is valid for 60 more days'),
  );
  expect((await ask(log, 'why is it slow?')).headline).toMatch(/Nothing is slow, so far as this file tells/);
});

it('names the one path that has become slow among fast ones, by when and after what', async () => {
  const usual = [40, 80, 300, 2, 9];
  const took = (index: number) =>
    index % 5 === 1 && index > 1000 ? 1700 + (index % 7) * 60 : usual[index % 5]! + (index % 3);
  const paths = ['/orders', '/orders/search', '/export', '/health', '/cart'];
  const log = logOf(
    series('06:00', 2000, 3000, (index) =>
      JSON.stringify({ message: 'request done', path: paths[index % 5], duration_ms: took(index) }),
    ),
    once('06:49:58', 'INFO index orders_search_idx dropped by migration 0231'),
  );
  const { headline, answer } = await ask(log, 'why is it slow?');
  expect(headline).toMatch(/only for `path=\/orders\/search`/);
  expect(answer).toContain('orders_search_idx');
  expect((await ask(log, 'what is wrong?')).headline).not.toMatch(/Nothing is/);
});
