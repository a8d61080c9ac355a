import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 3, 3, 5, minute)).toISOString().slice(0, 19);
const every = (step: number, from: number, to: number, text: string) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => ({ at: from + at * step, text }));

const lines = [
  ...every(2, 0, 240, 'INFO dispatch: tram left on time'),
  ...every(5, 30, 60, 'ERROR lift: lift L1 jammed between floors 2 and 3'),
  { at: 62, text: 'INFO lift: technician reset lift L1, doors normal' },
  ...every(10, 100, 240, 'ERROR lift: lift L2 motor overheated, code 77'),
  ...every(15, 5, 240, 'INFO lift: lift L3 ride to floor 4 done'),
  ...every(3, 0, 90, 'INFO gate: barrier opened gate=north-1'),
  ...every(3, 90, 120, 'WARN gate: card reader not answering gate=north-1'),
  ...every(3, 120, 240, 'INFO gate: barrier opened gate=north-1'),
  { at: 150, text: 'WARN heating: circuit open for track-4' },
  { at: 152, text: 'INFO heating: circuit closed for track-4' },
  ...every(3, 20, 50, 'WARN gate: card reader not answering gate=south-2'),
]
  .sort((a, b) => a.at - b.at)
  .map(({ at, text }) => `${clock(at)} ${text}`);

const ask = askLogs({ lifts: ['lifts.log', lines] });

it.each([
  ['is lift L1 ok again?', 'CONFIRMED: Yes, L1 was ok at the end: since 2026-04-03 06:02:00'],
  ['when was L1 ok again?', 'Yes, L1 was ok at the end: since 2026-04-03 06:02:00'],
  ['has L1 always been ok?', 'INCONCLUSIVE'],
  ['did L1 recover?', 'CONFIRMED: Yes, L1 was ok at the end: since 2026-04-03 06:02:00'],
  ['is L2 fixed?', 'CONFIRMED: No, L2 was not ok at the end: since 2026-04-03 06:40:00'],
  ['was L3 fine in the end?', 'Yes, L3 was ok'],
  ['are L1 and L2 ok now?', 'No: L1 was ok, L2 was not'],
  ['are the gates ok?', 'No: north-1 was ok, south-2 was not'],
  ['is north-1 still failing?', 'LIKELY: No, north-1 was not failing at the end: since 2026-04-03 07:00:00'],
  ['is everything ok again?', 'LIKELY: No, it was not ok at the end: since 2026-04-03 06:40:00'],
  ['is track-4 ok now?', 'Yes, track-4 was ok at the end: since 2026-04-03 07:32:00'],
  // Its last line tells of trouble, and long after that there is none.
  ['is south-2 good again?', 'INCONCLUSIVE'],
])('%s', async (question, headline) => {
  expect((await ask('lifts', question)).headline.replaceAll('`', '')).toContain(headline);
});
