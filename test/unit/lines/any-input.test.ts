import { describe, it } from 'vitest';
import { readersSurvive } from '../../support/readers-survive.ts';

describe('readers of text', () => {
  it('read 200 random and mutated inputs without a crash, and cite only lines that exist', async () => {
    await readersSurvive({ runs: 200 });
  });
});
