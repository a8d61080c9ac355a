import type { DumpImage, ReadAt } from './image/dump-image.ts';
import { openElfCore } from './image/elf-core.ts';
import { isFlattened, openFlattened } from './image/flattened-file.ts';
import { openKdump } from './image/kdump-file.ts';
import { openLime, openRawImage } from './image/plain-image.ts';

/** A dump opened, with the reads of its file (for a flattened one: of the file it stands for). */
export interface OpenedDump {
  image: DumpImage;
  readFile: ReadAt;
  sizeBytes: number;
}

/** Opens a dump by what its first bytes say; what nobody knows is taken as raw memory. */
export async function openDump(read: ReadAt, sizeBytes: number): Promise<OpenedDump> {
  const head = await read(0, 64);
  if (!isFlattened(head)) return { image: await openPlain(read, sizeBytes), readFile: read, sizeBytes };
  const flat = await openFlattened(read, sizeBytes);
  const image = await openPlain(flat.read, flat.sizeBytes);
  if (flat.isCut) image.unread.push('the flattened dump is cut; pages after its end are missing');
  return { image, readFile: flat.read, sizeBytes: flat.sizeBytes };
}

async function openPlain(read: ReadAt, sizeBytes: number): Promise<DumpImage> {
  return (
    (await openElfCore(read, sizeBytes)) ??
    (await openKdump(read)) ??
    (await openLime(read, sizeBytes)) ??
    openRawImage(read, sizeBytes)
  );
}
