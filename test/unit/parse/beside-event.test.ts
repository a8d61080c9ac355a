import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const branches = ['main', 'release/2.1', 'fix-login'];
const stamp = (minute: number, second: number) =>
  `2026-03-04 08:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}`;
const jobs = Array.from({ length: 30 }, (_, at) => {
  const name = `job ${['lint', 'e2e', 'deploy'][at % 3]}#${400 + at}`;
  const picked = `${stamp(at, 1)} [runner-${1 + (at % 4)}] INFO  ${name} picked up from branch ${branches[Math.floor(at / 3) % 3]}`;
  const cache = `${stamp(at, 9)} [runner-${1 + (at % 4)}] WARN  ${name} cache miss for key npm-${at}`;
  const end =
    at % 5 === 3
      ? `${stamp(at, 40)} [runner-${1 + (at % 4)}] ERROR ${name} failed after ${at + 2}s: exit code 1`
      : `${stamp(at, 40)} [runner-${1 + (at % 4)}] INFO  ${name} passed in ${at + 10}s`;
  return [picked, cache, end];
}).flat();
const lifts = Array.from(
  { length: 40 },
  (_, at) =>
    `${stamp(at, 5).slice(11)}.250 LIFT_${'ABC'[at % 3]} move from ${at % 9} to ${(at * 5) % 9} load=${at * 10}kg`,
);
const seconds = Array.from({ length: 30 }, (_, at) => (at % 3 === 1 ? (at % 5 === 3 ? at + 2 : at + 10) : 0));
const total = seconds.reduce((sum, one) => sum + one, 0);

const ask = askLogs({ jobs: ['ci.log', jobs], lifts: ['lift.log', lifts] });

it.each([
  ['jobs', 'what happened after the last failure?', 'CONFIRMED: 2026-03-04 08:29:01'],
  ['jobs', 'how many different branches are there?', 'CONFIRMED: 3 different values'],
  ['jobs', 'how many e2e jobs ran?', 'CONFIRMED: 10 jobs'],
  ['jobs', 'how many e2e jobs passed?', 'CONFIRMED: 8 jobs'],
  ['jobs', 'how many seconds did e2e jobs take in total?', `${Math.floor(total / 60)} min ${total % 60} s`],
  ['lifts', 'what was LIFT_B doing at 08:20?', 'LIFT_B move from 1 to 5 load=190kg is its last line by then'],
  ['lifts', 'what did LIFT_C report at 08:30?', 'INCONCLUSIVE'],
] as const)('%s: %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toContain(answer);
});
