import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 0, second)).toISOString();
const line = (second: number, text: string) => `${at(second)} ${text}`;

/** Batches that state how they came out in a field, sign-ins that say it in words, and a release. */
const backOffice = [
  line(0, 'INFO app: starting, version 3.1.0'),
  line(10, 'INFO worker: batch PriceRun begin'),
  line(20, 'WARN auth: sign-in failed user=anna ip=192.0.2.4'),
  line(30, 'INFO auth: sign-in succeeded user=bela ip=192.0.2.7'),
  line(40, 'ERROR worker: batch PriceRun end status=FAILED'),
  line(50, 'INFO worker: batch MailRun begin'),
  line(60, 'INFO worker: batch MailRun end status=OK'),
  line(70, 'WARN auth: sign-in failed user=anna ip=192.0.2.4'),
  line(80, 'INFO app: version changed from 3.1.0 to 3.2.0'),
  line(90, 'INFO auth: sign-in succeeded user=bela ip=192.0.2.7'),
];

/** Requests beside other work that states its own times, queues, and what one program tells of several things. */
const fleet = [
  line(0, 'INFO web: 192.0.2.1 GET /map -> 200 (40 ms)'),
  line(10, 'INFO store: compaction of segment 12 took 900 ms'),
  line(20, 'INFO web: 192.0.2.1 GET /map -> 200 (60 ms)'),
  line(30, 'INFO stats: queue mail depth=7'),
  line(40, 'INFO stats: queue orders depth=31'),
  line(50, 'INFO stats: queue mail depth=9'),
  line(60, 'INFO store: compaction of segment 13 took 700 ms'),
  line(70, 'INFO plc: carrier1 switched from docked to loading'),
  line(80, 'INFO plc: carrier2 switched from docked to loading'),
  line(90, 'INFO plc: carrier1 switched from loading to docked'),
  line(100, 'INFO plc: carrier1 switched from docked to loading'),
];

const watched = [
  line(0, 'INFO init: The spooler service entered the running state.'),
  line(1, 'INFO init: The indexer service entered the running state.'),
  line(20, 'INFO init: The spooler service entered the stopped state.'),
  line(40, 'INFO init: The spooler service entered the running state.'),
  line(60, 'INFO init: The indexer service entered the stopped state.'),
];

/** Links whose names are numbered, and batches that run one after the other. */
const night = [
  line(0, 'INFO net: link ge-0/1 is up'),
  line(1, 'INFO net: link ge-0/2 is up'),
  line(2, 'INFO net: link ge-0/3 is up'),
  line(5, 'INFO job: DailyClose started'),
  line(7, 'ERROR job: cleanup failed'),
  line(10, 'WARN net: link ge-0/1 is down'),
  line(15, 'INFO job: DailyClose finished'),
  line(20, 'WARN net: link ge-0/2 is down'),
  line(30, 'INFO net: link ge-0/1 is up'),
  line(35, 'INFO job: MailMerge started'),
  line(40, 'INFO net: link ge-0/2 is up'),
  line(45, 'INFO job: MailMerge finished'),
  line(50, 'WARN net: link ge-0/1 is down'),
  line(60, 'INFO net: link ge-0/1 is up'),
];

/** A message that is the same on each line, beside what happened. */
const kiosks = ['connected', 'disconnected', 'connected', 'disconnected'].map((event, index) =>
  JSON.stringify({
    '@timestamp': at(index * 60),
    'log.level': 'info',
    message: 'client state',
    client: `kiosk-${1 + (index % 2)}`,
    event,
  }),
);

const gateway = [40, 60, 80].map((ms, index) =>
  line(index, `INFO api: "GET /map" from 192.0.2.1 returned 200 in ${ms}ms`),
);

/** States told as old and new, in a sentence of its own for each. */
const replicas = [
  line(0, 'INFO raft: db1: state follower -> leader'),
  line(10, 'INFO raft: db2: state follower -> recovering'),
  line(20, 'INFO raft: db2: state recovering -> follower'),
  line(30, 'INFO raft: db1: state leader -> follower'),
  line(40, 'INFO raft: db2: state follower -> leader'),
  line(50, 'INFO raft: db1: state follower -> recovering'),
];

const stamped = (second: number, fields: Record<string, string>) =>
  JSON.stringify({ time: at(second), level: 'info', ...fields });

/** Jobs that start and finish beside services that state that they run. */
const plant = [
  stamped(0, { service: 'watch', msg: 'service state', unit: 'search', state: 'running' }),
  stamped(1, { service: 'watch', msg: 'service state', unit: 'mail', state: 'running' }),
  stamped(10, { service: 'cron', msg: 'job started', job: 'sync' }),
  stamped(20, { service: 'watch', msg: 'service state', unit: 'mail', state: 'stopped' }),
  stamped(40, { service: 'cron', msg: 'job finished', job: 'sync' }),
  stamped(50, { service: 'cron', msg: 'job started', job: 'sync' }),
  stamped(60, { service: 'watch', msg: 'service state', unit: 'mail', state: 'running' }),
  stamped(70, { service: 'cron', msg: 'job failed', job: 'sync' }),
];

/** Sentences with as many commas as each other, and plain words for the names of jobs. */
const settings = ['mtu', 'vlan', 'mtu', 'vlan'].map((name, index) =>
  line(
    index,
    `WARN config: parameter "${name}" modified, old value ${index}, new value ${index + 10}, changed by anna`,
  ),
);
const renders = [
  line(0, 'INFO farm: transcode: run begins'),
  line(10, 'INFO farm: render-b: run begins'),
  line(20, 'INFO farm: render-b: run ended successfully'),
  line(30, 'ERROR farm: transcode: run aborted, disk full'),
  line(40, 'INFO farm: transcode: run begins'),
  line(70, 'INFO farm: transcode: run ended successfully'),
];

const ask = askLogs({
  replicas: ['raft.log', replicas],
  plant: ['plant.jsonl', plant],
  settings: ['config.log', settings],
  renders: ['farm.log', renders],
  night: ['night.log', night],
  kiosks: ['kiosks.jsonl', kiosks],
  gateway: ['api.log', gateway],
  'back office': ['app.log', backOffice],
  fleet: ['fleet.log', fleet],
  watched: ['init.log', watched],
});

it.each([
  ['back office', 'how many sign-ins of anna failed?', '2 lines'],
  ['back office', 'how many batches failed?', '1 line'],
  ['back office', 'who had more failed sign-ins, anna or bela?', 'anna'],
  ['back office', 'which version is running at the end?', '3.2.0'],
  ['fleet', 'how long did requests take on average?', '50 ms'],
  ['fleet', 'how long did the slowest request take?', '60 ms'],
  ['fleet', 'latest queue depth of mail?', '9 is the last depth'],
  ['fleet', 'which robot was loading most often?', 'carrier1: 2 times'],
  ['fleet', 'top queue depth of orders?', '31 is the highest depth'],
  ['night', 'how many times did a link go down?', '3 times down'],
  ['night', 'was MailMerge running while DailyClose ran?', 'No, MailMerge was never running while DailyClose'],
  ['night', 'was ge-0/3 down at 07:00:25?', 'No, ge-0/3 was up'],
  ['kiosks', 'was kiosk-2 connected at 07:01:30?', 'No, kiosk-2 was disconnected'],
  ['gateway', 'median request duration?', '60 ms'],
  ['replicas', 'was db1 leader at 07:00:15?', 'Yes, db1 was leader'],
  ['replicas', 'was db2 recovering at 07:00:15?', 'Yes, db2 was recovering'],
  ['plant', 'how often did sync run?', '2'],
  ['plant', 'how long was the longest run of sync?', '30 s'],
  ['plant', 'which services did not stop?', 'search was never stopped'],
  ['settings', 'when was mtu changed for the first time?', '07:00:00'],
  ['settings', 'what was the last value of vlan?', '13'],
  ['renders', 'how many times has transcode run?', '2 times running'],
  ['renders', 'how long did transcode run in total?', '1 min'],
  ['watched', 'which services did not stop?', 'None'],
])('of the log of %s answers "%s" with %s', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
