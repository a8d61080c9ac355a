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
  line(5, 'INFO job: DailyClose started'),
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

const ask = askLogs({
  night: ['night.log', night],
  kiosks: ['kiosks.jsonl', kiosks],
  gateway: ['api.log', gateway],
  'back office': ['app.log', backOffice],
  fleet: ['fleet.log', fleet],
  watched: ['init.log', watched],
});

it.each([
  ['back office', 'how many sign-ins of anna failed?', '2 lines'],
  ['back office', 'how many sign-ins of bela failed?', 'None'],
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
  ['kiosks', 'was kiosk-2 connected at 07:01:30?', 'No, kiosk-2 was disconnected'],
  ['gateway', 'median request duration?', '60 ms'],
  ['watched', 'which services did not stop?', 'None'],
])('of the log of %s answers "%s" with %s', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
