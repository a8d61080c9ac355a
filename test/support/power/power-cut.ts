import type { Recorded } from './record-writes.ts';

const sectorBytes = 512;

/** A file as the disk keeps it: what was synced, and what was written since. */
interface Disk {
  durable: Buffer;
  pending: Extract<Recorded, { call: 'write' | 'truncate' }>[];
}

/**
 * The files as a power cut leaves them after the first `length` calls: of what was not synced, each write or truncation
 * is there, is lost, or is torn at a sector, in any combination. Shared memory is gone.
 */
export function filesAfterCut(
  recorded: readonly Recorded[],
  length: number,
  random: () => number,
): Map<string, Buffer> {
  const disks = new Map<string, Disk>();
  const diskOf = (path: string): Disk => {
    const disk = disks.get(path) ?? { durable: Buffer.alloc(0), pending: [] };
    disks.set(path, disk);
    return disk;
  };
  for (const entry of recorded.slice(0, length)) {
    if (entry.call === 'say' || entry.path.endsWith('-shm')) continue;
    if (entry.call === 'unlink') {
      disks.delete(entry.path);
      continue;
    }
    const disk = diskOf(entry.path);
    if (entry.call !== 'sync') disk.pending.push(entry);
    else {
      disk.durable = disk.pending.reduce(apply, disk.durable);
      disk.pending = [];
    }
  }
  return new Map(
    [...disks].map(([path, { durable, pending }]) => [path, pending.flatMap(survivors).reduce(apply, durable)]),
  );

  function survivors(entry: Disk['pending'][number]): Disk['pending'] {
    const fate = random();
    if (fate < 0.35) return [];
    if (fate < 0.7 || entry.call === 'truncate') return [entry];
    const sectors = Math.ceil(entry.bytes.length / sectorBytes);
    return Array.from({ length: sectors }, (_, index) => index)
      .filter(() => random() < 0.5)
      .map((index) => {
        const at = index * sectorBytes;
        return { ...entry, bytes: entry.bytes.subarray(at, at + sectorBytes), offset: entry.offset + at };
      });
  }
}

function apply(file: Buffer, entry: Disk['pending'][number]): Buffer {
  if (entry.call === 'truncate') return resized(file, entry.sizeBytes);
  const end = entry.offset + entry.bytes.length;
  const grown = end > file.length ? resized(file, end) : Buffer.from(file);
  entry.bytes.copy(grown, entry.offset);
  return grown;
}

function resized(file: Buffer, sizeBytes: number): Buffer {
  const whole = Buffer.alloc(sizeBytes);
  file.copy(whole, 0, 0, Math.min(file.length, sizeBytes));
  return whole;
}
