import type { Format } from '../format.ts';
import { detectDmesg } from './detect.ts';

const load = () => import('./read-dmesg.ts');

/** Kernel log text, from `dmesg`, a journal or a serial console. */
export const dmesgFormat: Format = {
  type: 'dmesg',
  detect: detectDmesg,
  load,
  read: async (context) => (await load()).readDmesg(context),
};
