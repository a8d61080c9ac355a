import { type Child, endChild } from './child-process.ts';
import { residentBytes } from './resident-bytes.ts';
import { watchMemory } from './run-child.ts';

/** Children that looked at a file and wait to read it: each of them sees that one file and no other. */
interface KeptChildren {
  keep(path: string, child: Child): void;
  /** The child that knows this file, where there still is one; nobody else has it. */
  take(path: string): Child | undefined;
  close(): void;
}

interface KeepOptions {
  /** At one time. The files that came first are read first, so a child beyond it is not kept. */
  most: number;
  keepMs: number;
}

/** One that grew while it looked would have less for reading than a fresh one. */
const mostKeptBytes = 256 * 1024 * 1024;

export function createKeptChildren({ most, keepMs }: KeepOptions): KeptChildren {
  const kept = new Map<string, { child: Child; stopWatching(): void }>();

  function take(path: string): Child | undefined {
    const found = kept.get(path);
    if (!found) return undefined;
    kept.delete(path);
    found.stopWatching();
    return found.child;
  }

  function drop(path: string, child: Child): void {
    if (kept.get(path)?.child !== child) return;
    take(path);
    endChild(child);
  }

  return {
    take,
    keep(path, child) {
      if (kept.size >= most || kept.has(path) || residentBytes(child.process.pid) > mostKeptBytes) {
        return endChild(child);
      }
      const end = () => drop(path, child);
      const tooLate = setTimeout(end, keepMs).unref();
      const stopMemory = watchMemory(child.process, mostKeptBytes, end);
      const stopWatching = () => {
        clearTimeout(tooLate);
        stopMemory();
      };
      kept.set(path, { child, stopWatching });
      // Nobody asked it anything.
      child.process.hear(end);
      child.process.ended.then(end, end);
    },
    close() {
      for (const [path, { child }] of kept) drop(path, child);
    },
  };
}
