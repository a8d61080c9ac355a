import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (minute: number, second = 0) =>
  `2026-03-04 0${8 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:${String(second).padStart(2, '0')}`;

/** A list of values in brackets ends each line. */
const bookings = Array.from({ length: 12 }, (_, index) => {
  const id = `${['QRT', 'HND', 'LBA', 'ZKM'][index % 4]}${3800 + index * 7}`;
  const isDropped = index % 4 === 3;
  return [
    `${time(index * 4)} desk: booking created [bookingid: ${id}; route: ${['north', 'south'][index % 2]}]`,
    isDropped
      ? `${time(index * 4 + 1)} desk: booking dropped [bookingid: ${id}; err: card declined]`
      : `${time(index * 4 + 1)} desk: booking ticketed [bookingid: ${id}; fare: ${100 + index}]`,
  ];
}).flat();

/** The queue's own number stands first; a bare number says who called. */
const calls = Array.from({ length: 12 }, (_, index) => {
  const id = `c-${(0x9c3a1 + index * 0x1f7b3).toString(16)}`;
  const from = 4800 + (index % 3);
  const end =
    index % 6 === 5
      ? 'ERROR sip: call ID from FROM dropped: codec mismatch'
      : 'INFO sip: call ID from FROM hung up, MOS 3.5';
  return [
    `${time(index * 3)} INFO sip: call ${id} from ${from} connected via elm-carrier`,
    `${time(index * 3 + 2)} ${end.replace('ID', id).replace('FROM', String(from))}`,
  ];
}).flat();

/** What was skipped did not fail, and what is tried again had failed. */
const backups = Array.from({ length: 12 }, (_, index) => {
  const job = 320 + index;
  const client = ['mail-02', 'wiki', 'erp-db'][index % 3];
  if (index === 7) return [`${time(index * 5)} | WARN  | planner | job ${job} skipped for ${client}: host away`];
  const begun = `${time(index * 5)} | INFO  | planner | job ${job} started for ${client}`;
  return index % 6 === 2
    ? [
        begun,
        `${time(index * 5 + 2)} | ERROR | worker | job ${job} failed for ${client}: volume full`,
        `${time(index * 5 + 2, 5)} | INFO  | planner | retry of job ${job} scheduled in 10 minutes`,
      ]
    : [begun, `${time(index * 5 + 3)} | INFO  | worker | job ${job} finished for ${client}: ${40 + index} GB in 180 s`];
}).flat();

const pool = Array.from(
  { length: 8 },
  (_, index) => `${time(index)} dhcpd: pool lan: ${100 + index} of 220 leases in use`,
);

const ask = askLogs({
  bookings: ['desk.log', bookings],
  calls: ['pbx.log', calls],
  backups: ['backup.log', backups],
  pool: ['dhcpd.log', pool],
});

it.each([
  ['bookings', 'how many bookings were dropped?', /: 3 bookings/],
  ['bookings', 'what is the highest fare?', /: 110 /],
  ['bookings', 'which route had the most dropped bookings?', /south/],
  ['calls', 'how many dropped calls?', /: 2 calls/],
  ['calls', 'how many calls came from 4801?', /: [48] /],
  ['backups', 'how many failed jobs?', /CONFIRMED: 2 jobs/],
  ['backups', 'how many skipped jobs?', /CONFIRMED: 1 job/],
  ['backups', 'failure rate of jobs', /18\.18 %: 2 of 11/],
  ['backups', 'Which clients never had a failed job?', /mail-02.*wiki/],
  ['backups', 'reason job 322 failed?', /volume full/],
  ['backups', 'did wiki always succeed?', /Yes/],
  ['backups', 'Did job 320 and job 321 overlap in time?', /No/],
  ['backups', 'Total data of jobs for moonmart?', /INCONCLUSIVE/],
  ['pool', 'what is the minimum number of leases in use?', /CONFIRMED: 100 /],
])('%s: %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toMatch(answer);
});
