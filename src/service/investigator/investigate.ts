import { openLines } from '../lines/open-lines.ts';
import { createInvestigator } from './create-investigator.ts';
import type { Investigate } from './report.ts';

/** The built-in investigator over the documents of a reading. */
export const investigate: Investigate = createInvestigator({ openLines });
