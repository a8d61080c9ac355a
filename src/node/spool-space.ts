import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noRoom } from '#core/no-room.ts';

type IsNeeded = (name: string) => Promise<boolean>;

/** Room for one file that is on its way. */
export interface Claim {
  /** So much has come by now. Throws where there is no room for more. */
  wrote(bytes: number): Promise<void>;
  release(): void;
}

interface SpoolSpaceOptions {
  folder: string;
  /** The most that the files may take together. */
  quotaBytes: number;
  /** Bytes that files may still take on the disk. */
  room(): Promise<number>;
  isOurs(name: string): boolean;
}

/** How often the disk is looked at while a file comes: others write to it too. */
const lookEveryBytes = 16 * 1024 * 1024;
/** Files that are looked at, the oldest first, for some that nobody needs. */
const mostLookedAt = 1_000;

/** What lies in a folder of files and what is claimed for others, held against a quota and the disk. */
export function createSpoolSpace({ folder, quotaBytes, room, isOurs }: SpoolSpaceOptions) {
  let sizes: Promise<Map<string, number>> | undefined;
  const claims = new Set<{ bytes: number; written: number }>();
  let last: Promise<unknown> = Promise.resolve();

  const known = () => {
    sizes ??= readSizes(folder, isOurs);
    return sizes;
  };
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  const usedBytes = async () => sum((await known()).values());

  async function lack(): Promise<'over_quota' | 'no_space' | undefined> {
    const claimed = [...claims];
    if ((await usedBytes()) + sum(claimed.map(({ bytes }) => bytes)) > quotaBytes) return 'over_quota';
    const toCome = sum(claimed.map(({ bytes, written }) => bytes - written));
    return (await room()) <= toCome ? 'no_space' : undefined;
  }

  /** Lets go of what nobody needs, the oldest first, until there is room; throws where that is not enough. */
  async function makeRoom(isNeeded: IsNeeded): Promise<void> {
    if (!(await lack())) return;
    // Another process may have removed some.
    sizes = undefined;
    let reason = await lack();
    for (const name of reason ? await oldestOf(folder, [...(await known()).keys()]) : []) {
      if (!reason) return;
      if (await isNeeded(name)) continue;
      await rm(join(folder, name), { force: true });
      (await known()).delete(name);
      reason = await lack();
    }
    if (reason) throw noRoom(reason);
  }

  /** One after the other: what is left is not shared by two that come at once. */
  function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn;
  }

  return {
    usedBytes,
    /** Throws `no_space` or `over_quota` where there is no room for so much. */
    async claim(expectedBytes: number, isNeeded: IsNeeded): Promise<Claim> {
      const claim = { bytes: expectedBytes, written: 0 };
      const grow = (bytes: number) =>
        inTurn(async () => {
          const before = claim.bytes;
          claim.bytes = bytes;
          claims.add(claim);
          await makeRoom(isNeeded).catch((error: unknown) => {
            claim.bytes = before;
            throw error;
          });
        });
      const release = () => void claims.delete(claim);
      await grow(expectedBytes).catch((error: unknown) => {
        release();
        throw error;
      });
      let lookedAtBytes = 0;
      return {
        async wrote(bytes) {
          claim.written = bytes;
          if (bytes <= claim.bytes && bytes - lookedAtBytes <= lookEveryBytes) return;
          lookedAtBytes = bytes;
          await grow(Math.max(bytes, claim.bytes));
        },
        release,
      };
    },
    async keeps(name: string, sizeBytes: number): Promise<void> {
      (await known()).set(name, sizeBytes);
    },
    async lost(name: string): Promise<void> {
      (await known()).delete(name);
    },
    /** The folder is looked through anew at the next question. */
    lookAgain(): void {
      sizes = undefined;
    },
  };
}

async function readSizes(folder: string, isOurs: (name: string) => boolean): Promise<Map<string, number>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile() && isOurs(entry.name)).map(({ name }) => name);
  const found = new Map<string, number>();
  for (const name of names) {
    const known = await stat(join(folder, name)).catch(() => undefined);
    if (known) found.set(name, known.size);
  }
  return found;
}

async function oldestOf(folder: string, names: readonly string[]): Promise<string[]> {
  const dated = await Promise.all(
    names.map(async (name) => ({
      name,
      mtimeMs: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  return dated
    .toSorted((a, b) => a.mtimeMs - b.mtimeMs)
    .slice(0, mostLookedAt)
    .map(({ name }) => name);
}
