import type { Format, ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import { detectLog } from './detect.ts';
import { readLog } from './read-log.ts';

/** Text logs of any writer: the type of every text no other format claims. */
export const log: Format = {
  type: 'log',
  detect: detectLog,
  read: (context: ReadContext): Promise<Reading> => readLog(context),
};
