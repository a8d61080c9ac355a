import type { ByteSource, Format, Sample } from './format.ts';
import type { FileType } from './reading.ts';
import { formats } from './registry.ts';
import { sampleOf } from './sample.ts';

/** The type of a file by its content, then its name. Deterministic, bounded work; what nobody knows is a `log`. */
export async function detectType(name: string, source: ByteSource): Promise<FileType> {
  return typeOf(await sampleOf(name, source));
}

/** The format that is surest; the earlier one of the registry where two are equally sure. */
export function typeOf(sample: Sample, candidates: readonly Format[] = formats): FileType {
  let best: FileType = 'log';
  let certainty = 0;
  for (const format of candidates) {
    const claim = sureness(format, sample);
    if (claim > certainty) {
      best = format.type;
      certainty = claim;
    }
  }
  return best;
}

/** A format that trips over hostile bytes makes no claim on them. */
function sureness(format: Format, sample: Sample): number {
  try {
    const claim = format.detect(sample);
    return Number.isFinite(claim) ? claim : 0;
  } catch {
    return 0;
  }
}
