import { createHash } from 'node:crypto';
import { utimesSync } from 'node:fs';
import type { DocumentWriter, ReadLimits } from '../formats/format.ts';
import { UnreadableFile } from '../formats/unreadable-file.ts';
import { type ArchiveEntry, type ArchiveWalk, sanitizeName } from './archive-entry.ts';
import { swells } from './swelling.ts';

const maxNotes = 50;
/** So many files of an archive may be decompression bombs before it counts as one. */
const mostBombs = 3;
/** Directories are no files, but walking past a million of them takes time too. */
const maxDirectories = 100_000;
/** Archives made to be the same each time bear the epoch, or the first day a zip can name. */
const earliestMs = Date.UTC(1981, 0, 1);

export interface UnpackedMember {
  /** Sanitized and unique in the archive. */
  name: string;
  /** Absolute. */
  path: string;
  sizeBytes: number;
  /** Of the bytes that could be read. */
  sha256: string;
}

export interface Unpacked {
  members: UnpackedMember[];
  /** Plain sentences: what was left out and why. */
  notes: string[];
  encryptedMembers: number;
  /** Something in it could not be read to its end. */
  isDamaged: boolean;
  /** Set where a limit ended the unpacking. */
  isCutShort: boolean;
}

export interface UnpackOptions {
  archiveBytes: number;
  /** What the whole reading may still unpack: counted down here. */
  limits: ReadLimits;
  signal: AbortSignal;
  /** Put before each member's name. */
  namePrefix: string;
  createDocument(name: string): Promise<DocumentWriter>;
}

/** Writes an archive's files out, one document each. Never throws for what an archive holds. */
export async function unpack(walk: ArchiveWalk, options: UnpackOptions): Promise<Unpacked> {
  const result: Unpacked = { members: [], notes: [], encryptedMembers: 0, isDamaged: false, isCutShort: false };
  const names = new Set<string>();
  const used = { bytes: 0, packedBytes: 0, bombs: 0 };
  let skippedLinks = 0;
  let directories = 0;
  try {
    for await (const entry of walk.entries) {
      options.signal.throwIfAborted();
      if (entry.kind === 'directory') {
        if (++directories > maxDirectories) throw new LimitReached('it has more directories than any real archive');
        continue;
      }
      if (options.limits.maxMembers <= 0) throw new LimitReached('it has more files than are read from one upload');
      options.limits.maxMembers--;
      if (entry.kind !== 'file') {
        skippedLinks++;
        continue;
      }
      const name = uniqueName(options.namePrefix + sanitizeName(entry.name), names);
      if (entry.isEncrypted) {
        result.encryptedMembers++;
        result.notes.push(`${name}: encrypted, not read.`);
        continue;
      }
      used.packedBytes += entry.packedBytes ?? 0;
      if (used.packedBytes > options.archiveBytes) {
        throw new LimitReached('its files share their bytes, as only those of a decompression bomb do');
      }
      await unpackMember(entry, name, result, used, options, walk.takenBytes ?? (() => options.archiveBytes));
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof UnreadableFile) throw error;
    result.isCutShort = error instanceof LimitReached;
    result.isDamaged = !result.isCutShort;
    const reason = error instanceof Error ? error.message : 'unknown damage';
    if (/encrypt|passphrase|password/i.test(reason)) result.encryptedMembers++;
    result.notes.push(
      result.isCutShort
        ? `Unpacking stopped: ${reason}. ${whatWasRead(result, 'that')}`
        : `The archive is damaged (${reason}). ${whatWasRead(result, 'the damage')}`,
    );
  }
  if (skippedLinks > 0) result.notes.push(`${skippedLinks} links or devices in the archive were left out.`);
  result.notes.unshift(...walk.notes);
  if (result.notes.length > maxNotes) {
    const left = result.notes.length - maxNotes;
    result.notes.splice(maxNotes, left, `… and ${left} more notes of this kind.`);
  }
  return result;
}

function whatWasRead({ members }: Unpacked, before: string): string {
  if (members.length === 0) return 'Nothing in it could be read.';
  return members.length === 1
    ? `Only the 1 file before ${before} was read.`
    : `Only the ${members.length} files before ${before} were read.`;
}

class LimitReached extends Error {}
class RatioReached extends Error {}

async function unpackMember(
  entry: ArchiveEntry,
  name: string,
  result: Unpacked,
  used: { bytes: number; bombs: number },
  { archiveBytes, limits, signal, createDocument }: UnpackOptions,
  takenBytes: () => number,
): Promise<void> {
  const writer = await createDocument(name);
  const hash = createHash('sha256');
  const holeBytes = entry.holeBytes ?? 0;
  used.bytes -= holeBytes;
  let sizeBytes = 0;
  try {
    for await (const chunk of entry.content()) {
      signal.throwIfAborted();
      sizeBytes += chunk.length;
      used.bytes += chunk.length;
      limits.maxExpandedBytes -= chunk.length;
      if (limits.maxExpandedBytes < 0) throw new LimitReached('it unpacks to more bytes than are read from one upload');
      const isOwn = entry.packedBytes !== undefined;
      const own = {
        bytes: entry.packedBytes ?? archiveBytes,
        takenBytes: entry.takenBytes?.() ?? entry.packedBytes ?? archiveBytes,
      };
      const isWholeSwollen = swells(used.bytes, { bytes: archiveBytes, takenBytes: takenBytes() }, limits.maxRatio);
      const isSwollen =
        swells(sizeBytes - holeBytes, own, limits.maxRatio) ||
        (isWholeSwollen && sizeBytes - holeBytes > limits.maxRatio * own.bytes);
      // In a zip the other members can be reached without unpacking this one to its end.
      if (isOwn && isSwollen && used.bombs < mostBombs) throw new RatioReached();
      if (isWholeSwollen || (isOwn && isSwollen)) {
        throw new LimitReached(`it swells more than ${limits.maxRatio}-fold, as only a decompression bomb does`);
      }
      hash.update(chunk);
      await writer.write(chunk);
    }
  } catch (error) {
    await writer.end();
    signal.throwIfAborted();
    if (error instanceof LimitReached) throw error;
    if (error instanceof RatioReached) {
      used.bombs += 1;
      used.bytes -= sizeBytes - holeBytes;
      result.isCutShort = true;
      result.notes.push(
        `${name}: swells more than ${limits.maxRatio}-fold, as only a decompression bomb does; not read.`,
      );
      return;
    }
    result.isDamaged = true;
    const reason = error instanceof Error ? error.message : 'unknown damage';
    result.notes.push(
      sizeBytes > 0
        ? `${name}: damaged after ${sizeBytes.toLocaleString('en')} bytes (${reason}); what came before was read.`
        : `${name}: damaged, nothing could be read (${reason}).`,
    );
    if (sizeBytes === 0) return;
    keepTime(writer.path, entry.modifiedMs);
    result.members.push({ name, path: writer.path, sizeBytes, sha256: hash.digest('hex') });
    return;
  }
  await writer.end();
  keepTime(writer.path, entry.modifiedMs);
  result.members.push({ name, path: writer.path, sizeBytes, sha256: hash.digest('hex') });
}

/** Stamps without a year are read as the last before the file's own time: that of its writing, not of its unpacking. */
function keepTime(path: string, modifiedMs: number | undefined): void {
  if (modifiedMs === undefined || modifiedMs < earliestMs || modifiedMs > Date.now()) return;
  utimesSync(path, modifiedMs / 1000, modifiedMs / 1000);
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique); n++) unique = `${name} (${n})`;
  taken.add(unique);
  return unique;
}
