import { containerKind, isCompression } from '../../archives/container-kind.ts';
import type { Format, Sample } from '../format.ts';
import { loadOnce } from '../load-once.ts';

const load = loadOnce(() => import('./read-bundle.ts'));

/** Archives of several files: zip, 7z, rar, tar, compressed tar. */
export const bundleFormat: Format = {
  type: 'bundle',
  detect,
  load,
  read: async (context) => (await load()).readBundle(context),
};

function detect(sample: Sample): number {
  if (sample.memberNames) return 0.9;
  const kind = containerKind(sample.head);
  return kind !== undefined && !isCompression(kind) ? 0.9 : 0;
}
