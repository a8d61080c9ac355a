import type { Format, Sample } from '../format.ts';
import { loadOnce } from '../load-once.ts';

const load = loadOnce(() => import('./read-bugreport.ts'));

/** Android bug reports: the zip as taken from a device, or the dumpstate text in it. */
export const bugreportFormat: Format = {
  type: 'bugreport',
  detect,
  load,
  read: async (context) => (await load()).readBugreport(context),
};

function detect(sample: Sample): number {
  const names = sample.memberNames ?? [];
  if (names.some((name) => mainEntry.test(name))) return 0.97;
  if (names.some((name) => reportText.test(name)) && names.length < 2000) return 0.95;
  if (sample.memberNames) return 0;
  const head = new TextDecoder('latin1').decode(sample.head.subarray(0, 16 * 1024));
  if (/^== dumpstate: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/m.test(head)) return 1;
  // Cut off at its beginning: what is left still has dumpstate's section headers.
  const all = new TextDecoder('latin1').decode(sample.head);
  const sections = all.match(/^------ [A-Z][A-Z0-9 ()&/_-]{1,200} \(.+\) ------$/gm)?.length ?? 0;
  return sections >= 3 ? 0.96 : 0;
}

const mainEntry = /^(?:[^/]+\/)?main_entry\.txt$/;
export const reportText = /^(?:[^/]+\/)?(?:bugreport|dumpState)[-_][^/]*\.(?:txt|log)$/i;
