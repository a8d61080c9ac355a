import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Confinement } from './confinement.ts';
import { type Desk, openDesk } from './desk.ts';
import { programPaths } from './program-paths.ts';

export interface ChildProgram {
  /** Path of the child's program. */
  entry: string;
  /** Folder the child may read its program and packages from. */
  programFolder: string;
  /** Resident memory one child may take. */
  maxBytes: number;
}

export interface Child {
  process: ChildProcessWithoutNullStreams;
  desk: Desk;
  /** Settles when it is gone; rejects where it could not be started. */
  ended: Promise<{ code: number | null; signal: string | null }>;
}

const maxFileBytes = 6 * 1024 ** 3;
const running = new Set<Child>();

process.on('exit', () => {
  for (const { process: child, desk } of running) {
    child.kill('SIGKILL');
    desk.clear();
  }
});

/** Starts a child that waits for its request. It gives way to this process wherever both want a processor. */
export function startChild(
  { entry, programFolder, maxBytes }: ChildProgram,
  confinement: Confinement,
  options: { needsNetwork: boolean; isSpare: boolean; compileCache: string | undefined },
): Child {
  const { needsNetwork, isSpare, compileCache } = options;
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
    ...(isSpare ? ['spare'] : []),
  ];
  const env = cache[0] === undefined ? {} : { NODE_COMPILE_CACHE: cache[0] };
  const started = spawn(command, args, { env, stdio: 'pipe', cwd: programFolder });
  const child: Child = { process: started, desk, ended: endOf(started) };
  running.add(child);
  child.ended.catch(() => {}).finally(() => running.delete(child));
  // One that ends early closes its input.
  started.stdin.on('error', () => {});
  if (started.pid !== undefined) giveWay(started.pid);
  return child;
}

function endOf(child: ChildProcessWithoutNullStreams): Child['ended'] {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}
