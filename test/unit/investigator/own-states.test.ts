import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 0, second)).toISOString();
const gate = (second: number, text: string) => `${clock(second)} INFO gated: ${text}`;

/** States that no list knows: wedged until freed, furled until unfurled. */
const yard = [
  ...[0, 1, 2, 3].flatMap((turn) => [
    gate(100 * turn, `belt B-${1 + (turn % 2)} wedged, sensor ${turn} dark`),
    gate(100 * turn + 10, `belt B-${1 + (turn % 2)} oil check`),
    gate(100 * turn + 20 + 5 * turn, `belt B-${1 + (turn % 2)} freed`),
  ]),
  gate(390, 'load refused: sail S1 furled by wind'),
  gate(400, 'sail S1 furled'),
  gate(460, 'sail S1 unfurled'),
  gate(470, 'sail S2 furled'),
  gate(500, 'belt B-2 wedged, sensor 4 dark'),
  gate(600, 'belt B-1 oil check'),
];

/** What a session is told when it begins is not told again when it ends. */
const doors = [
  gate(0, 'alarm raised id=A1 "door open"'),
  gate(30, 'alarm raised id=A2 "motor hot"'),
  gate(60, 'alarm ceased id=A1'),
  gate(90, 'alarm raised id=A3 "door open"'),
  gate(200, 'alarm ceased id=A3'),
  gate(240, 'session=S10 status_type=Start user=anna'),
  gate(250, 'session=S11 status_type=Start user=ben'),
  gate(280, 'session=S10 status_type=Stop user=anna'),
  gate(300, 'trunk west unreachable'),
  gate(320, 'trunk west reachable'),
  gate(340, 'trunk west unreachable'),
  gate(400, 'trunk west reachable'),
  gate(420, 'trunk east unreachable'),
];

const ask = askLogs({ yard: ['yard.log', yard], doors: ['doors.log', doors] });

it.each([
  ['yard', 'which belt was wedged longest?', 'CONFIRMED', 'B-2: 35 s'],
  ['yard', 'is belt B-2 still wedged at the end?', 'CONFIRMED', 'Yes, B-2 was wedged'],
  ['yard', 'at the end of the log, is belt B-1 still wedged?', 'CONFIRMED', 'No, B-1 was not wedged'],
  ['yard', 'how long did a belt stay wedged on average until it was freed?', 'CONFIRMED', '27.5 s'],
  ['yard', 'how long was sail S1 furled?', 'LIKELY', '1 min furled'],
  ['doors', 'how many alarms were active at 07:00:40?', 'CONFIRMED', '2 '],
  ['doors', 'is alarm A2 still active when the log ends?', 'CONFIRMED', 'Yes, A2 was active'],
  ['doors', 'how often was the door open alarm raised?', 'CONFIRMED', '2 '],
  ['doors', 'how long did the longest door open alarm last?', 'CONFIRMED', 'A3: 1 min 50 s'],
  ['doors', 'how long was trunk west unreachable the first time?', 'CONFIRMED', '20 s unreachable'],
  ['doors', 'did trunk east stay unreachable until the log ends?', 'CONFIRMED', 'was unreachable'],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file, question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});
