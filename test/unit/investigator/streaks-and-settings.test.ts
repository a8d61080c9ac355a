import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 5, 9, 8, minute)).toISOString();

/** Each job's results in the order they came: `.` for a success, `x` for a failure. */
const results = { report: '.xx.xxxx..x.', thumbs: 'x.x.......x.' };
const runs = Object.entries(results)
  .flatMap(([job, marks]) =>
    [...marks].map((mark, index) => ({ job, mark, minute: index * 2 + (job === 'thumbs' ? 1 : 0) })),
  )
  .toSorted((a, b) => a.minute - b.minute)
  .map(
    ({ job, mark, minute }) =>
      `time=${at(minute)} level=${mark === 'x' ? 'error' : 'info'} msg="job ${mark === 'x' ? 'failed' : 'finished'}" job=${job} worker=w-${minute % 3}`,
  );

const levels = [40, 60, 71, 72, 73, 60, 75, 76, 50, 50, 72, 50];
const tank = levels.map((level, index) => `${at(index * 3)} tank-1 level ${level} %`);

/** Settings changed by people, a flag, and what only the new value is told of. */
const host = [
  `${at(0)} INFO config: pool_size set from 10 to 25 by ada`,
  `${at(5)} INFO lbctl: bob: set weight app/srv2 40 (was 100)`,
  `${at(9)} INFO flags: flag=new_cart enabled by ada`,
  `${at(20)} INFO config: pool_size set from 25 to 15 by bob`,
  `${at(25)} INFO lbctl: eve: set weight app/srv2 75 (was 40)`,
  `${at(30)} INFO flags: flag=new_cart disabled by bob`,
  `${at(35)} INFO lbctl: bob: set weight app/srv1 30 (was 80)`,
  `${at(40)} INFO config: pool_size set from 15 to 30 by ada`,
  ...Array.from(
    { length: 20 },
    (_, index) => `${at(41 + (index % 10))} INFO web: request ${index} served in ${20 + index} ms`,
  ),
];
const switches = [
  ...[0, 20, 40].map((minute, index) =>
    JSON.stringify({
      time: at(minute),
      level: 'info',
      module: 'flags',
      flag: 'fast-pay',
      from: index % 2 === 1,
      to: index % 2 === 0,
      msg: 'flag changed',
    }),
  ),
  ...Array.from({ length: 12 }, (_, index) =>
    JSON.stringify({ time: at(41 + index), level: 'info', module: 'web', msg: 'served', ms: 9 + index }),
  ),
];

const ask = askLogs({
  runs: ['runs.log', runs],
  tank: ['tank.log', tank],
  host: ['host.log', host],
  switches: ['switches.jsonl', switches],
});

it.each([
  [
    'runs',
    'longest streak of report failures in a row?',
    /^\*\*(?:CONFIRMED|LIKELY): 4 lines .* in a row, .*08:08.* to 08:14/,
  ],
  ['runs', 'how many times in a row did report fail at most?', /^\*\*(?:CONFIRMED|LIKELY): 4 lines .* in a row/],
  ['runs', 'which job failed most often in a row?', /^\*\*CONFIRMED: report: 4 lines .* in a row, the most of 2/],
  ['runs', 'streak with job=thumbs against outcome=failed', /^\*\*CONFIRMED: 1 line .* in a row/],
  ['tank', 'longest run of consecutive readings with level above 70', /^\*\*(?:CONFIRMED|LIKELY): 3 lines .* in a row/],
])('counts what is so in a row: %s, %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toMatch(answer);
});

it.each([
  ['host', 'what weight did srv2 have before eve put it to 75?', /^\*\*(?:CONFIRMED|LIKELY): 40\b/],
  ['host', 'what was pool_size before bob set it to 15?', /^\*\*(?:CONFIRMED|LIKELY): 25\b/],
  ['host', 'pool_size right before the change at 08:40?', /^\*\*(?:CONFIRMED|LIKELY): 15\b/],
  ['host', 'which pool_size was active at 08:10?', /^\*\*(?:CONFIRMED|LIKELY): 25\b/],
])('tells a setting by the change that is meant: %s, %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toMatch(answer);
});

it.each([
  ['host', 'was the new_cart flag on or off at 08:15?', /^\*\*CONFIRMED: Yes, new_cart was on, enabled/],
  ['host', 'was the new_cart flag on or off at 08:35?', /^\*\*CONFIRMED: No, new_cart was disabled then/],
  ['switches', 'was fast-pay on at 08:30?', /^\*\*CONFIRMED: No, fast-pay was off then/],
])('reads a flag by the words of its lines: %s, %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toMatch(answer);
});
