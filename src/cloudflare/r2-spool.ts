import { createHash } from 'node:crypto';
import type { Spool } from '#bot/cases/spool.ts';
import { noRoom } from '#core/no-room.ts';
import { readThrough } from '#core/read-through.ts';
import type { R2Binding, R2Object } from './bindings.ts';
import { createR2Upload } from './r2-upload.ts';

const contentHash = /^[0-9a-f]{64}$/;
const bytesFolder = 'spool/bytes/';
const namesFolder = 'spool/names/';
/** One key takes a write a second: a file in use is not noted as such at every look. */
const notedForMs = 3_600_000;
const mostDeletedAtOnce = 1_000;
/** Files that are looked at, the oldest first, for some that nobody needs: each is a query of the few an invocation has. */
const mostLookedAt = 100;

/**
 * A file is two objects, as R2 renames nothing and the hash is known when all bytes have passed: its bytes under a key of
 * their own, and a name, the hash, that says where they lie. Invocations know nothing of each other: files that come at
 * the same moment may pass the quota by what they hold together.
 */
export function createR2Spool(bucket: R2Binding, { quotaBytes = Number.POSITIVE_INFINITY } = {}): Spool {
  const nameOf = (sha256: string) => {
    if (!contentHash.test(sha256)) throw new Error('not a content hash');
    return `${namesFolder}${sha256}`;
  };

  async function note(sha256: string, bytesKey: string, sizeBytes: number): Promise<void> {
    await bucket.put(nameOf(sha256), '', { customMetadata: { bytes: bytesKey, size: String(sizeBytes) } });
  }

  async function look(sha256: string): Promise<{ bytesKey: string; sizeBytes: number; notedMs: number } | undefined> {
    const name = await bucket.head(nameOf(sha256));
    const { bytes, size } = name?.customMetadata ?? {};
    if (!name || bytes === undefined) return undefined;
    return { bytesKey: bytes, sizeBytes: Number(size), notedMs: name.uploaded.getTime() };
  }

  async function list(prefix: string): Promise<R2Object[]> {
    const found: R2Object[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await bucket.list({ prefix, include: ['customMetadata'], ...(cursor ? { cursor } : {}) });
      found.push(...page.objects);
      if (!page.truncated) return found;
      cursor = page.cursor;
    }
  }

  /** Lets go of what nobody needs, the oldest first, until so much fits. Returns how much does, and throws where it is less. */
  async function makeRoom(bytes: number, isNeeded: (sha256: string) => Promise<boolean>): Promise<number> {
    if (quotaBytes === Number.POSITIVE_INFINITY) return quotaBytes;
    let room = (await list(bytesFolder)).reduce((left, { size }) => left - size, quotaBytes);
    if (room >= bytes) return room;
    const names = (await list(namesFolder)).toSorted((a, b) => a.uploaded.getTime() - b.uploaded.getTime());
    for (const name of names.slice(0, mostLookedAt)) {
      const sha256 = name.key.slice(namesFolder.length);
      const found = (await isNeeded(sha256)) ? undefined : await look(sha256);
      if (!found) continue;
      await bucket.delete([name.key, found.bytesKey]);
      room += found.sizeBytes;
      if (room >= bytes) return room;
    }
    throw noRoom('over_quota');
  }

  return {
    async take(stream, { maxBytes, expectedBytes = 0, isNeeded = async () => true, signal }) {
      let room = await makeRoom(expectedBytes, isNeeded).catch(async (error: unknown) => {
        await stream.cancel().catch(() => {});
        throw error;
      });
      const bytesKey = `${bytesFolder}${crypto.randomUUID()}`;
      const upload = createR2Upload(bucket, bytesKey);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      let isWhole = false;
      try {
        await readThrough(stream, signal, async (chunk) => {
          sizeBytes += chunk.byteLength;
          if (sizeBytes > maxBytes) return 'stop';
          if (sizeBytes > room) room = await makeRoom(sizeBytes, isNeeded);
          hash.update(chunk);
          await upload.write(chunk);
          return 'go on';
        });
        if (sizeBytes > maxBytes) return { status: 'too_large' };
        await upload.end();
        isWhole = true;
      } finally {
        if (!isWhole) await upload.abort().catch(() => {});
      }
      const sha256 = hash.digest('hex');
      await note(sha256, bytesKey, sizeBytes);
      return { status: 'taken', sha256, sizeBytes };
    },

    async remove(sha256) {
      const found = await look(sha256);
      await bucket.delete(found ? [nameOf(sha256), found.bytesKey] : nameOf(sha256));
    },

    async find(sha256) {
      const found = await look(sha256);
      if (!found) return undefined;
      if (Date.now() - found.notedMs > notedForMs) await note(sha256, found.bytesKey, found.sizeBytes);
      return { sizeBytes: found.sizeBytes };
    },

    async open(sha256, start = 0, end = Number.POSITIVE_INFINITY) {
      const found = await look(sha256);
      const length = Math.min(end, found?.sizeBytes ?? 0) - start;
      if (found && length <= 0) return new Blob([]).stream();
      const opened = found && (await bucket.get(found.bytesKey, { range: { offset: start, length } }));
      if (!opened) throw new Error('the file is not in the spool');
      return opened.body;
    },

    async sweep(unusedSinceMs, isNeeded = async () => false) {
      // Bytes before names: what gets its name meanwhile is not taken for half written.
      const written = await list(bytesFolder);
      const names = await list(namesFolder);
      const isOld = ({ uploaded }: R2Object) => uploaded.getTime() < unusedSinceMs;
      const kept = new Set<string | undefined>();
      const gone: string[] = [];
      for (const name of names) {
        const isUnused = isOld(name) && !(await isNeeded(name.key.slice(namesFolder.length)));
        if (isUnused) gone.push(name.key);
        else kept.add(name.customMetadata?.bytes);
      }
      const removed = gone.length;
      gone.push(...written.filter((bytes) => isOld(bytes) && !kept.has(bytes.key)).map(({ key }) => key));
      for (let from = 0; from < gone.length; from += mostDeletedAtOnce) {
        await bucket.delete(gone.slice(from, from + mostDeletedAtOnce));
      }
      return removed;
    },
  };
}
