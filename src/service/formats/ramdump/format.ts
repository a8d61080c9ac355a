import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectRamdump } from './detect.ts';

const load = loadOnce(() => import('./read-ramdump.ts'));

/** A dump of a machine's memory, whose kernel's log and tasks are read out of it, or the core of one program. */
export const ramdumpFormat: Format = {
  type: 'ramdump',
  detect: detectRamdump,
  load,
  read: async (context) => (await load()).readRamdump(context),
};
