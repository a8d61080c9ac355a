import { describe, it } from 'vitest';
import { readersSurvive } from '../support/readers-survive.ts';

describe('readers of text', () => {
  it('read ten thousand random and mutated inputs without a crash, a hang or runaway memory', async () => {
    await readersSurvive({ runs: 10_000 });
  });
});
