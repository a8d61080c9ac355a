import { viewOf } from '../../../lines/byte-reading.ts';
import type { CoreThread } from './core-thread.ts';
import { placeOf } from './mapped-files.ts';
import type { ProcessCore } from './process-core.ts';

const maxFrames = 32;
const longestFrame = 16n * 1024n * 1024n;
const [x86, arm64, i386] = [62, 183, 3];

/**
 * Where a thread was called from, by the chain of frame pointers: code compiled without them breaks the chain, so it
 * may be short, and each place is one in a mapped file.
 */
export async function walkFrames(core: ProcessCore, thread: CoreThread): Promise<string[]> {
  const { machine, files } = core;
  const size = machine === i386 ? 4 : 8;
  if (![x86, arm64, i386].includes(machine)) return [];
  const frames: string[] = [];
  const note = (address: bigint | undefined): boolean => {
    const place = address === undefined ? undefined : placeOf(address, files)?.place;
    if (place !== undefined && frames.at(-1) !== place) frames.push(place);
    return place !== undefined;
  };
  // A jump to nowhere left the address it came from on the stack, or in its register.
  const isLost = thread.at === undefined || placeOf(thread.at, files) === undefined;
  if (thread.returnsTo !== undefined) note(thread.returnsTo);
  else if (isLost && thread.stack !== undefined) note(await word(core, thread.stack, size));
  let frame = thread.frame;
  while (frame !== undefined && frame !== 0n && frames.length < maxFrames) {
    const next = await word(core, frame, size);
    if (!note(await word(core, frame + BigInt(size), size))) break;
    if (next === undefined || next <= frame || next - frame > longestFrame) break;
    frame = next;
  }
  return frames;
}

async function word(core: ProcessCore, address: bigint, size: 4 | 8): Promise<bigint | undefined> {
  const bytes = await core.read(address, size);
  if (bytes === undefined || bytes.length < size) return undefined;
  return size === 8 ? viewOf(bytes).getBigUint64(0, true) : BigInt(viewOf(bytes).getUint32(0, true));
}
