import { describe, expect, it } from 'vitest';
import { ask } from './made-log.ts';
import { pottery } from './pottery-log.ts';

/** The forms in which people ask, about lines that have other words for what is asked. */
describe('questions in the usual forms', () => {
  it.each([
    ['How many batches got cut short in the whole log?', /\b13\b/],
    ['batches that ran to the end, how many', /\b107\b/],
    ['I need the mean number of pots of all finished batches.', /\b22\.\d+\b/],
    ['max consecutive batches that broke off, all kilns together?', /\b1 line/],
    ['top reason, aborted batches', /cracked tile/],
  ])('%s', async (question, answer) => {
    const { headline } = await ask(pottery(), question);
    expect(headline.replaceAll('`', '')).toMatch(answer);
  });
});
