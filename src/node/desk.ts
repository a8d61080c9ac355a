import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder one child may look into, made before it is known which files the child is for: they are put on it as links.
 * The child can neither make links nor step out behind one.
 */
export interface Desk {
  /** What the child may read, and what it may write. */
  inbox: string;
  outbox: string;
  /** Puts a file or a folder into the inbox; gives the path the child knows it by. */
  show(path: string): string;
  /** Makes the outbox stand for a folder. */
  collect(folder: string): void;
  clear(): Promise<void>;
}

const open = new Set<string>();

process.on('exit', () => {
  for (const folder of open) rmSync(folder, { recursive: true, force: true });
});

export function openDesk(): Desk {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'logtriage-desk-'));
  open.add(folder);
  const inbox = join(folder, 'in');
  const outbox = join(folder, 'out');
  mkdirSync(inbox);
  let count = 0;
  return {
    inbox,
    outbox,
    show(path) {
      const shown = join(inbox, String(count++));
      symlinkSync(path, shown);
      return shown;
    },
    collect: (target) => symlinkSync(target, outbox),
    async clear() {
      await rm(folder, { recursive: true, force: true });
      open.delete(folder);
    },
  };
}
