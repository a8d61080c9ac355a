import { faults } from './themes-faults.ts';
import { jobs } from './themes-jobs.ts';
import { measures } from './themes-measures.ts';
import { signIns } from './themes-people.ts';
import { phases } from './themes-phases.ts';
import { requests } from './themes-requests.ts';
import { settings } from './themes-settings.ts';
import { states } from './themes-states.ts';
import type { Part, Stage } from './world.ts';

export type Theme = (stage: Stage) => Part;

/** What a log may tell of; one or two of them make a log. */
export const themes: readonly Theme[] = [
  states,
  states,
  jobs,
  jobs,
  measures,
  requests,
  signIns,
  faults,
  phases,
  settings,
];

/** What a kernel may tell of. */
export const deviceThemes: readonly Theme[] = [states, measures, phases];

export const accessThemes: readonly Theme[] = [requests];

/** Whoever counts errors counts those of the whole file: nothing else that logs errors stands beside it. */
export function together(chosen: readonly Theme[]): readonly Theme[] {
  return chosen.includes(faults) ? chosen.filter((theme) => [faults, measures, phases].includes(theme)) : chosen;
}
