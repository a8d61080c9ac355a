import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number) =>
  `2026-04-07 ${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;

/** Patches that are pushed: most are applied, every tenth is kept for later, and some are rolled back. */
const patches = Array.from({ length: 60 }, (_, index) => {
  const end =
    index % 7 === 3
      ? `ERROR patch p-${4100 + index} rolled back: flash full`
      : index % 10 === 0
        ? `INFO patch p-${4100 + index} confirmed, took 9 s`
        : `INFO patch p-${4100 + index} applied, took ${5 + (index % 4)} s`;
  return [`${at(index * 3)} INFO patch p-${4100 + index} pushed`, `${at(index * 3 + 1)} ${end}`];
}).flat();

/** A unit that is started, or could not be; a worker that is restarted, once by hand. */
const units = Array.from({ length: 6 }, (_, index) => [
  index === 4 ? `${at(index * 9)} ERROR init: failed to start mirror` : `${at(index * 9)} INFO init: starting mirror`,
  `${at(index * 9 + 2)} WARN pool: worker w-${31 + index} ${index === 2 ? 'restart by hand' : `restart=${index + 1}`}`,
]).flat();

/** The last of them does not come to its end. */
const saves = Array.from(
  { length: 9 },
  (_, index) => `${at(index)} INFO store: save ${index % 2 === 0 ? 'began' : 'done'}`,
);

const ask = askLogs({
  patches: ['patches.log', patches],
  units: ['units.log', units],
  saves: ['saves.log', saves],
});

it.each([
  ['patches', 'how many patches were pushed?', 'CONFIRMED'],
  ['patches', 'how many patches were rolled back?', 'CONFIRMED'],
  ['units', 'did every mirror succeed?', 'CONFIRMED'],
  // None is said to have failed of them, which is not that all came to their end.
  ['saves', 'did every save succeed?', 'LIKELY'],
  ['units', 'how often was mirror started?', 'LIKELY'],
  ['units', 'count every restart', 'LIKELY'],
] as const)('of %s, %j: %s', async (log, question, verdict) => {
  const told = await ask(log, question);
  expect(told.verdict, told.headline).toBe(verdict);
});

it('does not tell whether one is the only one by that one alone', async () => {
  expect((await ask('patches', 'was p-4103 the only one that failed?')).headline).not.toContain('Yes');
});
