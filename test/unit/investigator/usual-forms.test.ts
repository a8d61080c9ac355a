import { describe, expect, it } from 'vitest';
import { ask } from './made-log.ts';
import { pottery } from './pottery-log.ts';

/** The forms in which people ask, about lines that have other words for what is asked. */
describe('questions in the usual forms', () => {
  it.each([
    ['kilns ranked by aborted batches, who is first?', /^\**\w+: (?:oslo-4|graz-2|lyon-6|kiel-3)/],
    ['Which kiln comes last if we rank by number of finished batches?', /the least of 4/],
    ['How many batches got cut short in the whole log?', /\b13\b/],
    ['batches that ran to the end, how many', /\b107\b/],
    ['I need the mean number of pots of all finished batches.', /\b22\.\d+\b/],
    ['What percentage of the finished batches and aborted batches put together are aborted batches?', /10\.83 %/],
    ['max consecutive batches that broke off, all kilns together?', /\b1 line/],
    ['Adding up all its outages, how long was oslo-4 not heated?', /40 min/],
    ['Was there a moment when both oslo-4 and lyon-6 were not heated?', /Yes\b/],
    ['oslo-4 not heated at the end of the log?', /No\b/],
    ['At 08:40, which of the kilns were not heated?', /oslo-4.*lyon-6|lyon-6.*oslo-4/],
    ['top reason, aborted batches', /cracked tile/],
  ])('%s', async (question, answer) => {
    const { headline } = await ask(pottery(), question);
    expect(headline.replaceAll('`', '')).toMatch(answer);
  });
});
