import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const redis = [
  '6345:M 19 Oct 2025 03:00:37.653 - 88 clients connected (3 replicas), 456960642 bytes in use',
  '6345:M 19 Oct 2025 03:05:10.100 # Connection with replica 10.0.0.7:6379 lost.',
  '6345:M 19 Oct 2025 03:09:31.516 * Background saving started by pid 29895',
  '6345:M 19 Oct 2025 03:15:10.100 # Connection with replica 10.0.0.8:6379 lost.',
  '6345:M 19 Oct 2025 03:20:37.653 - 61 clients connected (3 replicas), 482691778 bytes in use',
  '6345:M 19 Oct 2025 03:29:38.573 # WARNING Memory overcommit must be enabled! Without it, a save may fail.',
  '6345:M 19 Oct 2025 03:31:52.000 # Connection with replica 10.0.0.7:6379 lost.',
  '6345:M 19 Oct 2025 03:49:00.000 * Background saving started by pid 31002',
];
const host = [
  '2025-02-17T00:01:03.210Z cpu34:2102054)WARNING: ScsiDeviceIO: 1513: Device naa.a1 performance has deteriorated. I/O latency increased from average value of 2813 microseconds to 154789 microseconds.',
  '2025-02-17T00:15:30.210Z cpu32:2109370)ScsiDeviceIO: 1513: Device naa.b2 performance has improved. I/O latency reduced from 26574 microseconds to 2018 microseconds.',
  '2025-02-17T00:34:32.186Z cpu45:2099848)VMotion: 5426: 1173734479747225 S: Migration of vcsa done, bandwidth 910 MB/s',
  '2025-02-17T01:17:03.658Z cpu27:2109266)VMotion: 5426: 2037195524609190 S: Migration of build7 done, bandwidth 116 MB/s',
];
const alarms = [
  '2026-03-01T08:00:00Z [info] memory alarm set on node mq1',
  '2026-03-01T08:04:00Z [info] memory alarm cleared on node mq1',
  '2026-03-01T09:30:00Z [info] memory alarm set on node mq2',
  '2026-03-01T09:41:00Z [info] memory alarm cleared on node mq2',
  '2026-03-01T10:00:00Z [error] disk sdc: read failed',
  '2026-03-01T10:00:05Z [error] disk sdc: read failed',
  '2026-03-01T10:00:09Z [error] disk sdd: write failed',
  '2026-03-01T10:00:11Z [error] disk sdc: read failed',
];
const hooks = [
  '{"receivedAt":"2025-11-22T11:58:12Z","status":"resolved","startsAt":"2025-11-22T11:47:21Z","name":"HighCPU"}',
  '{"receivedAt":"2025-11-22T12:10:12Z","status":"firing","startsAt":"2025-11-22T12:10:00Z","name":"DiskFull"}',
  '{"receivedAt":"2025-11-22T12:13:12Z","status":"resolved","startsAt":"2025-11-22T12:10:00Z","name":"DiskFull"}',
];

const ask = askLogs({
  redis: ['redis.log', redis],
  host: ['vmkernel.log', host],
  alarms: ['alarms.log', alarms],
  hooks: ['hooks.jsonl', hooks],
});

it.each([
  // Heads, signs for levels, and numbers behind a bracket.
  ['redis', 'how many warnings?', 'CONFIRMED', '4 lines'],
  ['redis', 'highest bytes in use', 'CONFIRMED', '482'],
  ['redis', 'how many lines speak of background saves?', 'LIKELY', '2 lines'],
  // Of what hardly ever ends, each beginning counts.
  ['redis', 'how many times was the connection to a replica lost?', 'LIKELY', '3'],
  // The number that something came to, and its unit.
  ['host', 'highest latency in microseconds', 'CONFIRMED', '154,789'],
  ['host', 'highest bandwidth', 'CONFIRMED', '910 MB/s'],
  // The time a record was taken at stands first.
  ['hooks', 'longest silence', 'CONFIRMED', '12 min'],
])('tells of %s, %j, %s: %s', async (log, question, verdict, part) => {
  const told = await ask(log as 'redis', question);
  expect(told.headline).toContain(part);
  expect(told.verdict).toBe(verdict);
});

it.each([
  // One of several is asked about.
  ['alarms', 'when did the alarm clear?', 'say which one you mean'],
  // A note names what the cause does not speak of.
  ['alarms', 'sdd temperature', 'cannot|do not know'],
  // Which number makes it the flakiest is not known.
  ['redis', 'flakiest replica?', 'cannot|do not know'],
  // Over the writer of a line none is no finding.
  ['redis', 'background save warnings, count', 'cannot|do not know|no line states'],
])('does not settle %s, %j: %s', async (log, question, said) => {
  const told = await ask(log as 'redis', question);
  expect(told.headline).toMatch(new RegExp(said));
  expect(told.verdict).toBe('INCONCLUSIVE');
});
