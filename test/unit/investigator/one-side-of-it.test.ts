import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (minute: number) => `2026-03-04T08:${String(minute).padStart(2, '0')}:00Z`;

/** A press that makes parts, two faults with a line at each end, and things that happen once. */
const press = [
  ...Array.from({ length: 20 }, (_, index) => `${time(index * 2)} INFO press part ${700 + index} ok, 3.4 s`),
  `${time(7)} WARN plan recipe changed from BRKT-7 to CLIP-9 by rosa`,
  `${time(15)} ERROR safety fault E104 raised: guard open`,
  `${time(17)} INFO safety fault E104 cleared`,
  `${time(21)} WARN plc controller restarted: watchdog`,
  `${time(25)} ERROR safety fault E217 raised: oil low`,
  `${time(27)} INFO safety fault E217 cleared`,
  `${time(33)} INFO plc host cam-gate blocked`,
  `${time(34)} INFO plc host tv-lobby blocked`,
  `${time(35)} INFO plc host desk-2 blocked`,
].sort();

const ask = askLogs({ press: ['press.log', press] });

it.each([
  ['how many parts after the controller restart?', /: 9 /],
  ['Since the controller restarted, how many parts were logged?', /: 9 /],
  ['how many parts came before the change to CLIP-9?', /: 4 /],
  ['how many faults?', /LIKELY: 2 /],
  ['which was the third host to be blocked?', /desk-2/],
])('%s', async (question, answer) => {
  expect((await ask('press', question)).headline).toMatch(answer);
});
