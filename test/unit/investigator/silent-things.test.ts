import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 3, 3, 5, minute)).toISOString().slice(0, 19);

/** Each hive is weighed by a rhythm of its own; the third no more after half of the time. */
const hives = Array.from({ length: 600 }, (_, minute) => minute).flatMap((minute) =>
  [7, 11, 9, 13].flatMap((step, hive) =>
    minute % step === 0 && !(hive === 2 && minute > 280)
      ? [`${clock(minute)} INFO scale hive-${hive + 1} weight ${30 + (minute % 5)}.0 kg`]
      : [],
  ),
);
const ask = askLogs({ hives: ['hives.log', hives] });

it.each([
  ['which hive went quiet?', 'CONFIRMED: hive hive-3, last heard of at 2026-04-03 09:39:00'],
  ['did any hive stop sending data? which one, and when?', 'CONFIRMED: Yes: hive hive-3'],
  ['is hive-1 silent?', 'CONFIRMED: No: hive hive-1 goes on to the end'],
  ['are all hives still reporting?', 'CONFIRMED: No: hive hive-3'],
  ['who has not been heard of since 08:00?', 'None: all 4 of hive go on after 2026-04-03 08:00:00'],
  ['what is wrong?', 'LIKELY: hive hive-3, last heard of'],
])('%s', async (question, headline) => {
  expect((await ask('hives', question)).headline.replaceAll('`', '')).toContain(headline);
});
