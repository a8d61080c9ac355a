import { states } from './themes-states.ts';
import type { Part, Stage } from './world.ts';

export const themes: readonly ((stage: Stage) => Part)[] = [states];
