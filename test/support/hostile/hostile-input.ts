import { createDice, mutate } from '../mutate.ts';

const longest = 1_000_000;

/** The input of this number: random bytes now and then, else one of the seeds damaged, spliced with another or both. */
export function hostileInput(seeds: readonly Uint8Array[], number: number): Buffer {
  const dice = createDice(number);
  if (number % 12 === 0) return Buffer.from(Array.from({ length: dice(4000) }, () => dice(256)));
  const pick = () => Buffer.from(seeds[dice(seeds.length)]!);
  let bytes: Buffer = pick();
  for (let times = dice(3); times > 0; times--) bytes = change(bytes, pick(), dice);
  return mutate(bytes, dice).subarray(0, longest);
}

/** What mutate() does not: another file's end, numbers at their limits where sizes stand, long runs, lines shuffled. */
function change(bytes: Buffer, other: Buffer, dice: (below: number) => number): Buffer {
  const at = dice(bytes.length);
  switch (dice(5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), other.subarray(dice(other.length))]);
    case 1: {
      const changed = Buffer.from(bytes);
      for (let times = 0; times < 4 && changed.length > 8; times++) {
        const place = dice(Math.min(changed.length - 8, 4096));
        changed.writeUInt32LE([0, 0xffffffff, 0x80000000, 0x7fffffff][dice(4)]!, place);
      }
      return changed;
    }
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.alloc(dice(3000), ' .[]a?:({"=<-0'[dice(14)]),
        bytes.subarray(at),
      ]);
    case 3:
      return mixedLines(bytes, other, dice);
    default: {
      const changed = Buffer.from(bytes);
      for (let times = dice(40); times > 0 && changed.length > 0; times--) changed[dice(changed.length)] = dice(256);
      return changed;
    }
  }
}

function mixedLines(bytes: Buffer, other: Buffer, dice: (below: number) => number): Buffer {
  const streams = [bytes, other].map((each) => each.subarray(0, 200_000).toString('latin1').split('\n'));
  const mixed: string[] = [];
  while (streams.some((stream) => stream.length > 0)) {
    const taken = streams[dice(2)]!.splice(0, 1 + dice(8));
    const fate = dice(20);
    if (fate > 0) mixed.push(...taken);
    if (fate === 1) mixed.push(...taken);
    if (fate === 2) mixed.push(taken.join(''));
  }
  return Buffer.from(mixed.join('\n'), 'latin1');
}
