import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

/** Ids that stand nowhere else, so that no value learnt is one of them. */
const idOf = (index: number): string =>
  `${(0x90135caa + index * 7919).toString(16)}-9333-47d5-a862-488d2122${1000 + index}`;
const names = ['shop.tasks.send_invoice', 'shop.tasks.sync_stock', 'shop.tasks.purge_cache'];
const stamp = (index: number): string =>
  `2025-02-12 ${String(3 + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}:35,368`;
const tasks = [
  ' -------------- worker@w1 v5.3.2 (0x7f24-1256)',
  '- ** ---------- .> build: 90135-9333 concurrency: 6',
  ...Array.from({ length: 40 }, (_, index) => [
    `[${stamp(index)}: INFO/MainProcess] Task ${names[index % 3]}[${idOf(index)}] received`,
    `[${stamp(index).replace(':35,', ':49,')}: INFO/PoolWorker-${1 + (index % 4)}] Task ${names[index % 3]}[${idOf(index)}] succeeded in ${1 + (index % 7)}.5s: None`,
  ]).flat(),
  '[2025-02-12 13:10:00,000: WARNING/MainProcess] consumer: Connection to broker lost. Trying again...',
  '[2025-02-12 13:20:52,000: INFO/MainProcess] Connected to redis://redis:6379/0',
];
const network = [
  '2025-05-12T06:58:03Z web03 kernel: e1000e 0000:00:1f.6 eth0: NIC Link is Down',
  '2025-05-12T06:58:24Z web03 kernel: e1000e 0000:00:1f.6 eth0: NIC Link is Up 1000 Mbps Full Duplex',
  '2025-05-12T07:16:58Z web03 kernel: [UFW BLOCK] IN=eth0 OUT= SRC=198.51.100.7 DST=10.0.0.4 PROTO=TCP DPT=23',
  '2025-05-12T07:23:51Z web03 kernel: [UFW BLOCK] IN=eth0 OUT= SRC=198.51.100.7 DST=10.0.0.4 PROTO=TCP DPT=23',
  '2025-05-12T08:33:36Z web03 nfs: Lost connection to the server, mounted as nfs-iso',
  '2025-05-12T08:36:56Z web03 kernel: e1000e 0000:00:1f.6 eth0: NIC Link is Down',
  '2025-05-12T08:39:19Z web03 kernel: e1000e 0000:00:1f.6 eth0: NIC Link is Up 1000 Mbps Full Duplex',
  '2025-05-12T08:45:36Z web03 nfs: Restored connection to the server, mounted as nfs-iso',
  '2025-05-12T09:00:00Z web03 proxy[7]: upstream timed out, upstream: "http://10.19.7.57:8080/search"',
  '2025-05-12T09:00:07Z web03 proxy[7]: upstream timed out, upstream: "http://10.19.7.5:8080/search"',
];
const cluster = [
  '[2025-06-06T07:18:31,338][INFO ][service] [master-a] node-left[{esd-2}{2dfef6899ef6}{10.0.1.12:9300}{dir} reason: lagging]',
  '[2025-06-06T07:27:33,338][INFO ][service] [master-a] node-join[{esd-2}{2dfef6899ef6}{10.0.1.12:9300}{dir} joining]',
  '[2025-06-06T10:54:29,338][INFO ][service] [master-a] node-left[{esd-4}{8e1b1ea6631f}{10.0.1.14:9300}{dir} reason: lagging]',
  '[2025-06-06T11:26:45,338][INFO ][service] [master-a] node-join[{esd-4}{8e1b1ea6631f}{10.0.1.14:9300}{dir} joining]',
];
const tagged = [
  '2024-08-02 15:38:13 +0000 lab-gateway: {"level":"info","message":"starting"}',
  '2024-08-02 15:42:31 +0000 lab-gateway: {"level":"error","message":"could not write record"}',
  '2024-08-02 15:45:31 +0000 lab-gateway: {"level":"error","message":"could not write record"}',
  '2024-08-02 15:59:59 +0000 admission: {"level":"info","message":"session opened"}',
  '2024-08-02 16:10:59 +0000 admission: {"level":"error","message":"could not open session"}',
];

const saves = [
  '2025-10-19 03:01:31 [info] Background saving started by pid 29895',
  '2025-10-19 03:01:43 [info] Background saving terminated with success',
  '2025-10-19 03:15:19 [info] Background saving started by pid 29899',
  '2025-10-19 03:15:39 [info] Background saving terminated with success',
  '2025-10-19 03:20:39 [error] Background save child exited, will not write',
  '2025-10-19 03:22:00 [info] writing the AOF is slow: waiting for fsync',
  '2025-10-19 03:23:00 [warning] writing the AOF is slow: waiting for fsync',
  '2025-10-19 03:24:00 [info] writing the AOF is slow: waiting for fsync',
  '2025-10-19 03:25:00 [info] peer 10.7.9.192:34074 attached',
  '2025-10-19 03:26:00 [info] peer 10.7.9.192:34075 attached',
  '2025-10-19 03:27:00 [info] peer 10.7.9.12:34075 attached',
  '2025-10-19 03:28:00 [error] Killed process 2162 (java) total-vm:362589kB, anon-rss:71975kB',
  '2025-10-19 03:29:00 [error] Killed process 2199 (java) total-vm:362589kB, anon-rss:91975kB',
];

const ask = askLogs({
  saves: ['saves.log', saves],
  tasks: ['tasks.log', tasks],
  network: ['messages', network],
  cluster: ['cluster.log', cluster],
  tagged: ['td-agent.log', tagged],
});

it.each([
  // A name that stands in lines, wherever it stands.
  ['tasks', `how long did task ${idOf(9)} run?`, /3\.5 s/],
  ['network', 'how many lines mention 10.19.7.57:8080?', /CONFIRMED: 1 line\b/],
  // What is named and numbered at once: each is a column of its own.
  ['tasks', 'which task was received most often?', /send_invoice: 14 /],
  ['tasks', 'how many tasks were received between 4 am and 6 am?', /CONFIRMED: 8 tasks/],
  ['tasks', 'how many tasks did PoolWorker-2 finish successfully?', / 10 tasks/],
  // How long it took by the lines that say so.
  ['tasks', 'how long was the slowest purge_cache?', /7\.5 s/],
  // Out of reach in other words than those of the question, and ended by what it is kin to.
  ['tasks', 'how long was the broker unreachable?', /LIKELY: 10 min 52 s/],
  ['cluster', 'how long was esd-4 down?', /32 min 16 s/],
  ['network', 'how long was nfs-iso down?', /12 min/],
  // A field of some lines, and plain text of those that tell the state.
  ['network', 'longest eth0 outage', /eth0: 2 min 23 s/],
  // Whose record it is stands before it.
  ['tagged', 'which has more errors, lab-gateway or admission?', /CONFIRMED: lab-gateway, by 1/],
  // One machine at each of its ports, and a size behind a colon.
  ['saves', 'how many different ips attached?', /2 different/],
  ['saves', 'highest anon-rss', /91,975 kB/],
  // Two words that the question joins.
  ['saves', 'how many error-level lines are there?', /CONFIRMED: 3 lines/],
  // Which of several, how many of them all, and how many of what others call a warning, is not settled.
  ['saves', 'how long did the saving take?', /INCONCLUSIVE: .*which one you mean/],
  ['saves', 'what percentage of background saves failed?', /INCONCLUSIVE/],
  ['saves', 'how many fsync warnings?', /LIKELY: 1 line/],
  ['saves', 'sum of data lengths', /INCONCLUSIVE/],
  ['tasks', 'time of the last lost connection', /: 2025-02-12 13:10:00/],
])('%s: %s', async (log, question, wanted) => {
  const { headline } = await ask(log as 'tasks', question);
  expect(headline).toMatch(wanted);
});
