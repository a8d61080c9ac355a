import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectLog } from './detect.ts';

const load = loadOnce(() => import('./read-log.ts'));

/** Text logs of any writer: the type of every text no other format claims. */
export const log: Format = {
  type: 'log',
  detect: detectLog,
  load,
  read: async (context) => (await load()).readLog(context),
};
