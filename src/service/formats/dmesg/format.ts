import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectDmesg } from './detect.ts';

const load = loadOnce(() => import('./read-dmesg.ts'));

/** Kernel log text, from `dmesg`, a journal or a serial console. */
export const dmesgFormat: Format = {
  type: 'dmesg',
  detect: detectDmesg,
  load,
  read: async (context) => (await load()).readDmesg(context),
};
