import { faults } from './themes-faults.ts';
import { jobs } from './themes-jobs.ts';
import { measures } from './themes-measures.ts';
import { signIns } from './themes-people.ts';
import { requests } from './themes-requests.ts';
import { states } from './themes-states.ts';
import type { Part, Stage } from './world.ts';

export type Theme = (stage: Stage) => Part;

/** What a log may tell of; one or two of them make a log. */
export const themes: readonly Theme[] = [states, states, jobs, jobs, measures, requests, signIns, faults];

/** What a kernel may tell of. */
export const deviceThemes: readonly Theme[] = [states, measures];

export const accessThemes: readonly Theme[] = [requests];
