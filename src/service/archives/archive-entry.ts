/** One thing in an archive, in the archive's order. */
export interface ArchiveEntry {
  /** As the archive has it: hostile. See sanitizeName. */
  name: string;
  kind: 'file' | 'directory' | 'link' | 'special';
  isEncrypted: boolean;
  /** Bytes it takes in the archive, where the archive says so. */
  packedBytes?: number;
  /** As many of them as its content has taken so far. */
  takenBytes?(): number;
  /** Bytes of its content that are no data: the holes of a sparse file. They do not count as swelling. */
  holeBytes?: number;
  /** When it was last changed, since the epoch; absent or zero where the archive does not say. */
  modifiedMs?: number;
  /** May be read once, before the next entry is asked for. Throws DamagedStream after the last good byte. */
  content(): AsyncIterable<Uint8Array>;
}

export interface ArchiveWalk {
  /** Throws DamagedStream where the archive itself cannot be followed further. */
  entries: AsyncIterable<ArchiveEntry>;
  /** Plain sentences about the archive that only show after walking it. */
  notes: string[];
  /** How far the archive has been read, where that goes from its beginning to its end. */
  takenBytes?(): number;
}

/** A path for people: no control characters, no leading slash or drive, no `..`, at most 1,024 characters. */
export function sanitizeName(name: string): string {
  const parts = name
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '_')
    .replaceAll('\\', '/')
    .replace(/^[a-zA-Z]:(?=\/)/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/').slice(0, 1024) || 'unnamed';
}
