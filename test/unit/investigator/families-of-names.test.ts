import { describe, expect, it } from 'vitest';
import { ask } from './made-log.ts';
import { pottery } from './pottery-log.ts';

describe('names that no line has a noun for', () => {
  it.each([
    ['How many batches to oslo-4 were aborted?', /\b(?:3|4)\b/],
    ['Was graz-2 ever down?', /\bNo, graz-2 was never down/],
    ['Which kilns were down at 08:40?', /lyon-6.*oslo-4|oslo-4.*lyon-6/],
    ['How long was oslo-4 down in total?', /40 min/],
    ['Which kiln had the longest outage?', /lyon-6/],
  ])('%s', async (question, answer) => {
    const { headline } = await ask(pottery(), question);
    expect(headline.replaceAll('`', '')).toMatch(answer);
  });
});
