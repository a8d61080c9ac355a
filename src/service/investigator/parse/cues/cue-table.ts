import type { CueRow } from './cues.ts';
import { rowsAhead } from './rows-ahead.ts';
import { rowsOfAsking } from './rows-of-asking.ts';
import { rowsOfParts } from './rows-of-parts.ts';
import { rowsOfRanks } from './rows-of-ranks.ts';

/** Each is taken out of the question where it stands; earlier ones hold more words. */
export const cueTable: readonly CueRow[] = [...rowsAhead, ...rowsOfParts, ...rowsOfRanks, ...rowsOfAsking];
