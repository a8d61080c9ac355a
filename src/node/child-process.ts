import type { ChildWork } from '#service/child/protocol.ts';
import type { Confinement } from './confinement.ts';
import { type Desk, openDesk } from './desk.ts';
import { programPaths } from './program-paths.ts';
import { type Spawned, spawner } from './spawner.ts';

export interface ChildProgram {
  /** Path of the child's program. */
  entry: string;
  /** Folder the child may read its program and packages from. */
  programFolder: string;
  /** Resident memory one child may take. */
  maxBytes: number;
}

export interface Child {
  process: Spawned;
  desk: Desk;
}

const maxFileBytes = 6 * 1024 ** 3;

/** Starts a child that waits for its request. */
export function startChild(
  { entry, programFolder, maxBytes }: ChildProgram,
  confinement: Confinement,
  options: { needsNetwork: boolean; spareFor?: ChildWork; compileCache: string | undefined },
): Child {
  const { needsNetwork, spareFor, compileCache } = options;
  const desk = openDesk();
  const cache = compileCache !== undefined && confinement.keepsReadOnly ? [compileCache] : [];
  // It is not there yet: what will lie in it has to be named.
  const outbox = [desk.outbox, `${desk.outbox}/*`];
  const [command = process.execPath, ...args] = [
    ...confinement.command({ needsNetwork, maxFileBytes, maxOpenFiles: 512 }),
    process.execPath,
    '--permission',
    ...[...programPaths(programFolder), ...cache, desk.inbox, ...outbox].map((path) => `--allow-fs-read=${path}`),
    // Node takes no cache it may not write to; that its files have no right to be written keeps them as they are.
    ...[...cache, ...outbox].map((path) => `--allow-fs-write=${path}`),
    // The heap's own limit ends a runaway parser with a clear message; a watch catches memory outside the heap.
    `--max-old-space-size=${Math.floor((maxBytes / 1024 / 1024) * 0.75)}`,
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    entry,
    ...(spareFor === undefined ? [] : [spareFor]),
  ];
  const env: Record<string, string> = cache[0] === undefined ? {} : { NODE_COMPILE_CACHE: cache[0] };
  return { process: spawner.start(command, args, { env, cwd: programFolder }), desk };
}

export function endChild({ process, desk }: Child): void {
  process.kill();
  void desk.clear();
}
