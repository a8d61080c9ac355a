import { dutch } from './dutch.ts';
import { chinese, japanese } from './eastern.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { Language } from './language.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** All but English. */
export const languages: readonly Language[] = [
  japanese,
  chinese,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  polish,
];
