import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 8, 15, 1, minute, second)).toISOString();
const turns = [
  ['db1', 'follower', 'recovering'],
  ['db2', 'follower', 'leader'],
  ['db1', 'recovering', 'leader'],
  ['db2', 'leader', 'follower'],
] as const;

/** In a pod another name speaks than that of its program. */
const pods = turns.map(
  ([name, from, to], index) => `[pod/tracker-0/tracker] ${at(index * 5)} INFO ${name}: state ${from} -> ${to}`,
);
/** In brackets behind the level, where the program stands before it. */
const brackets = turns.map(
  ([name, from, to], index) =>
    `${at(index * 5)
      .replace('T', ' ')
      .slice(0, 19)} - tracker - INFO - [${name}] ${from} => ${to}`,
);

/** A container runtime's time and stream, who writes and the level; runs that nobody calls a job. */
const carried = [
  ['worker', 'info', 'nightly: run begins'],
  ['poller', 'debug', 'nothing to do, sleeping 21 s'],
  ['worker', 'error', 'nightly: run aborted, disk quota exceeded'],
  ['worker', 'info', 'weekly: run begins'],
  ['poller', 'debug', 'nothing to do, sleeping 9 s'],
  ['worker', 'info', 'weekly: run ended successfully'],
  ['poller', 'debug', 'nothing to do, sleeping 30 s'],
].map(
  ([name, level, said], index) =>
    `${at(index * 4).replace('Z', '004728Z')} ${level === 'error' ? 'stderr' : 'stdout'} F [${name}] ${level}: ${said}`,
);

/** PostgreSQL's head names who is connected; the message may name another. */
const database = ['root', 'root', 'alice', 'root'].map(
  (user, index) =>
    `${at(index).replace('T', ' ').replace('Z', ' UTC')} [734] auth@app WARNING:  login failed for user ${user} from 203.0.113.${index}`,
);

const events = ['started', 'finished', 'started', 'failed', 'started'].map(
  (what, index) =>
    `{"timestamp":"${at(index * 3)}","severity":"info","message":"job ${what}","job":"etl.${index % 2 === 0 ? 'sales' : 'stock'}"}`,
);

const ask = askLogs({
  pods: ['pods.log', pods],
  brackets: ['tracker.log', brackets],
  carried: ['worker.log', carried],
  database: ['postgresql.log', database],
  events: ['jobs.json', events],
});

it.each([
  ['pods', 'which state is db2 in when the log ends?', 'follower'],
  ['pods', 'what was db1 doing at 01:07?', 'recovering'],
  ['brackets', 'final state of db1?', 'leader'],
  ['brackets', 'was db2 leader at 01:08?', 'Yes'],
  ['carried', 'how many errors were there?', '1 line with level error'],
  ['carried', 'how many jobs failed?', '1 line with outcome failed'],
  ['carried', 'how long did nightly take?', '8 min'],
  ['database', 'which user had the most failed logins?', 'root: 3 lines'],
  ['events', 'how many jobs were started?', '3 lines'],
])('of the log of %s answers "%s" with %s', async (log, question, told) => {
  expect((await ask(log as 'pods', question)).headline).toContain(told);
});
