import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees short-lived buffers. A stream of chunks makes little garbage of its own but holds much memory outside the heap,
 * so the engine lets some 60 MiB of used-up chunks pile up before it looks; this costs about a millisecond.
 */
export const collectYoung: () => void = (() => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'minor' });
})();
