import { expect, it } from 'vitest';
import { ask, logOf, series } from './made-log.ts';

const probes = series('06:00', 1200, 10_000, (index) => `INFO probe ${(index % 5) + 1} temp 2${index % 10}.5 C`);
const half = Date.UTC(2026, 4, 12, 8);
const quiet = logOf(probes.filter(({ text, timeMs }) => !text.includes('probe 3 ') || timeMs < half));

it.each([
  ['did any probe go quiet? which one and when', /Yes, 1 of 5 probes falls silent: `probe 3` last at 2026-05-12 07:59/],
  ['which probe stopped reporting?', /1 of 5 probes falls silent: `probe 3`/],
  ['when did probe 3 stop sending?', /`probe 3`: last at 2026-05-12 07:59.*usually 50 s apart/],
  ['when did probe 4 stop sending?', /`probe 4` does not stop/],
  ['What is wrong?', /`probe 3` last at 2026-05-12 07:59/],
])('tells who falls silent long before the file ends: %s', async (question, expected) => {
  expect((await ask(quiet, question)).headline).toMatch(expected);
});

it('says no where everybody is told of until the end', async () => {
  expect((await ask(logOf(probes), 'did any probe go silent?')).headline).toMatch(/No: each of the 5 probes/);
});
