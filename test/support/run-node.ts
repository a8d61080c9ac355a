import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface NodeEnd {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningNode {
  /** Settles when it has ended and all it printed is read. */
  ended: Promise<NodeEnd>;
  /** Waits until its standard output holds this; rejects where it ends without. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** What a person types, or another program sends, after it has begun. */
  types(text: string): void;
  /** All it printed so far. */
  printed(): string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<NodeEnd>;
  /** What Ctrl-C does. */
  interrupt(): Promise<NodeEnd>;
  /** Ends it without a word and waits until it is gone. */
  kill(): Promise<void>;
}

export interface NodeOptions {
  env?: Record<string, string>;
  input?: string;
  /** More input may come, as at a terminal. */
  awaitsInput?: boolean;
  /** It runs at a terminal of its own, and prints both streams there; needs `script` of Linux. */
  atTerminal?: boolean;
  /** Where it runs. */
  cwd?: string;
  /** It starts processes of its own, which end with it. */
  hasChildren?: boolean;
  /** Of a whole file of tests, which ends it. */
  isShared?: boolean;
}

/**
 * A process of this Node that never outlives the test that starts it and shares no output with it: whoever reads what
 * the tests print would wait for it. It has as long as the test has.
 */
export function startNode(args: readonly string[], options: NodeOptions = {}): RunningNode {
  const { env = {}, input = '', awaitsInput = false, atTerminal = false, cwd, isShared = false } = options;
  const { hasChildren = atTerminal } = options;
  const [program, ...rest] = atTerminal ? terminalOf([process.execPath, ...args]) : [process.execPath, ...args];
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: 'pipe',
    detached: hasChildren,
  });
  const end = () => {
    if (!hasChildren) return void child.kill('SIGKILL');
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them are gone.
    }
  };
  if (isShared) process.once('exit', end);
  else onTestFinished(end);
  const ended = Promise.withResolvers<NodeEnd>();
  ended.promise.catch(() => {});
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.once('error', ended.reject);
  child.once('close', (code) => ended.resolve({ code, stdout, stderr }));
  // One that does not read its input closes it.
  child.stdin.on('error', () => {}).write(input);
  if (!awaitsInput) child.stdin.end();

  return {
    ended: ended.promise,
    async prints(pattern) {
      const printed = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const found = pattern.exec(stdout);
        if (found) printed.resolve(found);
      };
      child.stdout.on('data', look);
      look();
      ended.promise.then(
        ({ code }) => printed.reject(new Error(`it ended with ${code} before it printed ${pattern}: ${stderr}`)),
        printed.reject,
      );
      return await printed.promise.finally(() => child.stdout.off('data', look));
    },
    types: (text) => void child.stdin.write(text),
    printed: () => stdout + stderr,
    async stop() {
      child.kill('SIGTERM');
      return await ended.promise;
    },
    async interrupt() {
      child.kill('SIGINT');
      return await ended.promise;
    },
    async kill() {
      end();
      await ended.promise;
    },
  };
}

function terminalOf(command: readonly string[]): [string, ...string[]] {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return ['script', '--quiet', '--flush', '--return', '--command', quoted, '/dev/null'];
}

/** Runs a file of the repository to its end. */
export async function runNode(args: readonly string[], options?: NodeOptions): Promise<NodeEnd> {
  return await startNode(args, options).ended;
}
