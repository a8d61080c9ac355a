import { expect, it } from 'vitest';
import { checkLaws } from '../../exam/check-laws.ts';
import { corpusSheets } from '../../exam/corpus.ts';
import { madeSheets, makeWorlds } from '../../exam/generate/made-sheets.ts';
import { makeWorld } from '../../exam/generate/make-world.ts';
import { tallyOf } from '../../exam/score.ts';
import { sit } from '../../exam/sit.ts';

/** `npm run exam` with a blind seed says more; these only keep what was reached. */
const floor = { madeRight: 0.85, madeWrongConfirmed: 0.02, corpusRight: 0.15, lawsHeld: 0.9 };
const seed = 4;

it('answers questions over made logs as well as before', async () => {
  const graded = await sit(madeSheets(makeWorlds(seed, 3)), 'quick');
  const { total, marks, byVerdict } = tallyOf(graded);
  expect(total).toBeGreaterThan(200);
  expect(marks.right / total).toBeGreaterThan(floor.madeRight);
  expect(byVerdict.CONFIRMED.wrong / total).toBeLessThan(floor.madeWrongConfirmed);
});

it('answers the questions of earlier days as well as before', async () => {
  const graded = await sit(
    corpusSheets().filter((_, index) => index % 6 === 0),
    'quick',
  );
  expect(graded.length).toBeGreaterThan(40);
  expect(tallyOf(graded).marks.right / graded.length).toBeGreaterThan(floor.corpusRight);
});

it('keeps the laws that answers have among each other', async () => {
  const checked = (await checkLaws(makeWorlds(seed, 2), 'quick')).filter(({ outcome }) => outcome !== 'silent');
  expect(checked.length).toBeGreaterThan(10);
  expect(checked.filter(({ outcome }) => outcome === 'held').length / checked.length).toBeGreaterThan(floor.lawsHeld);
});

it('makes the same world of the same seed, and another of another', () => {
  const { log, asked } = makeWorld(17);
  expect([makeWorld(17).log, makeWorld(17).asked]).toEqual([log, asked]);
  expect(makeWorld(18).log.text).not.toBe(log.text);
});
