import { areTimed } from '../lines/json-records.ts';
import type { ByteSource, Format, Sample } from './format.ts';
import type { FileType } from './reading.ts';
import { formats } from './registry.ts';
import { sampleOf } from './sample.ts';

/** The type of a file by its content, then its name. Deterministic, bounded work; what nobody knows is a `log`. */
export async function detectType(name: string, source: ByteSource): Promise<FileType> {
  return typeOf(await sampleOf(name, source));
}

/** The format that is surest; the earlier one of the registry where two are equally sure. */
export async function typeOf(sample: Sample, candidates: readonly Format[] = formats): Promise<FileType> {
  let best: FileType = 'log';
  let certainty = 0;
  const claims = new Map<FileType, number>();
  for (const format of candidates) claims.set(format.type, await sureness(format, sample));
  // Applications say WARNING and BUG too: among lines with times of day, kernel words alone do not make a kernel log.
  if ((claims.get('log') ?? 0) >= timedLog && (claims.get('dmesg') ?? 0) < 0.9 && !hasKernelStamps(sample.head)) {
    claims.set('dmesg', 0);
  }
  // Where most lines bear a time, only a certain mark makes them a configuration.
  if ((claims.get('log') ?? 0) >= timedLog && (claims.get('config') ?? 0) < 0.9) claims.set('config', 0);
  // A list of events in JSON is no configuration either.
  if ((claims.get('config') ?? 0) > 0 && areTimed(sample.head)) claims.set('config', 0);
  for (const [type, claim] of claims) {
    if (claim > certainty) {
      best = type;
      certainty = claim;
    }
  }
  return best;
}

/** What the reader of logs says where most lines bear a time. */
const timedLog = 0.7;
const kernelStamp = /(?:^|[^\]\w])\[ *\d{1,7}\.\d{6}\](?:\[ *[CT]\d+\])? \S/;

function hasKernelStamps(head: Uint8Array): boolean {
  const lines = new TextDecoder().decode(head.subarray(0, 64 * 1024)).split('\n');
  return lines.some((line) => kernelStamp.test(line.slice(0, 400)));
}

/** A format that trips over hostile bytes makes no claim on them. */
async function sureness(format: Format, sample: Sample): Promise<number> {
  try {
    const claim = await format.detect(sample);
    return Number.isFinite(claim) ? claim : 0;
  } catch {
    return 0;
  }
}
