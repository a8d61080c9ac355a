import { faultPairs } from './fault-pairs.ts';
import type { StatePair } from './state-pair.ts';
import { workPairs } from './work-pairs.ts';

/** All of them, those that tell more first. */
export const statePairs: readonly StatePair[] = [...faultPairs, ...workPairs];

/** Those of a state that is none to be in. */
export const troublePairs: readonly StatePair[] = statePairs.filter(({ name }) =>
  ['outage', 'halt', 'power', 'alarm'].includes(name),
);
