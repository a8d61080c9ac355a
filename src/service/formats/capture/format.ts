import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectCapture } from './detect.ts';

const load = loadOnce(() => import('./read-capture-log.ts'));

/** Android log text, in any of logcat's formats. */
export const capture: Format = {
  type: 'capture',
  detect: detectCapture,
  load,
  read: async (context) => (await load()).readCaptureLog(context),
};
