import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectTrace } from './detect.ts';

const load = loadOnce(() => import('./read-trace.ts'));

/** Traces: perfetto's own, Chrome's JSON, and the kernel's as text. */
export const perfetto: Format = {
  type: 'perfetto',
  detect: detectTrace,
  load,
  read: async (context) => (await load()).readTrace(context),
};
