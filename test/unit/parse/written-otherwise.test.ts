import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 6, 2, 5, 0, second)).toISOString();

const badges = Array.from(
  { length: 24 },
  (_, index) =>
    `${clock(index * 60)} gate ${index % 2}: badge AA:BB:CC:00:00:0${index % 4} from 10.9.${index % 3}.${index} frame 3D${index % 6}`,
);

const battery = [
  'time,rack,event,severity',
  ...Array.from(
    { length: 20 },
    (_, index) => `2026-07-02 05:${10 + index}:00,R-${index % 3},self test,${index === 9 ? 'Severe' : 'Informational'}`,
  ),
];

/** No line has a level, a status or an outcome. */
const plain = Array.from(
  { length: 30 },
  (_, index) => `${clock(index * 5)} belt moved tray ${index % 7} to bay ${index % 3}`,
);

const ask = askLogs({ badges: ['badges.log', badges], battery: ['racks.csv', battery], plain: ['belt.log', plain] });

it.each([
  // In any writing.
  ['badges', 'how many lines has aa-bb-cc-00-00-03?', 'CONFIRMED', '6 lines'],
  ['badges', 'how many lines with AABB.CC00.0001?', 'CONFIRMED', '6 lines'],
  ['badges', 'how often was 0x3D2 sent?', 'CONFIRMED', '4 lines with frame 3D2'],
  ['badges', 'how many lines from 10.9.2.x?', 'CONFIRMED', '8 lines with 10.9.2.'],
  ['badges', 'how many lines with 10.9.1.0/24', 'CONFIRMED', '8 lines with 10.9.1.'],
  ['badges', 'find "10.9.0.3" or "10.9.1.4"', 'CONFIRMED', '2 lines with 10.9.0.3 or 10.9.1.4'],
  // A grade, by the file's own word for it.
  // All lines were looked at, and no word of trouble is in them.
  ['plain', 'any errors?', 'LIKELY', 'No: none of 30 lines has error'],
  ['plain', 'what errors are in this log?', 'LIKELY', 'None: no line with error'],
  ['plain', 'are there 500 errors?', 'LIKELY', 'No: none of 30 lines has 500'],
  ['plain', 'did the belt overflow?', 'LIKELY', 'No: overflow is not in this file'],
  ['plain', 'did the oom killer strike?', 'LIKELY', 'No: oom is not in this file'],
  ['plain', 'did the belt complain?', 'INCONCLUSIVE', 'complain is not in this file'],
])('%s: %s', async (log, question, verdict, answer) => {
  const told = await ask(log, question);
  expect([told.verdict, told.headline]).toEqual([verdict, expect.stringContaining(answer)]);
});
