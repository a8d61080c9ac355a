import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ChildRequest } from '#service/child/protocol.ts';

export interface ChildTask {
  entry: string;
  programFolder: string;
  request: ChildRequest;
  /** Files and folders beside the program the child may read. */
  readable: readonly string[];
  /** Folders it may write. */
  writable: readonly string[];
  maxBytes: number;
  deadlineMs: number;
  signal: AbortSignal;
  onMessage(message: { type: string; [field: string]: unknown }): void;
}

export type ChildAnswer = { type: 'done'; result: unknown } | { type: 'failed'; failure: unknown };

/** The child crashed, ran out of its memory or time, or spoke nonsense. The message is for people. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

const maxMessageBytes = 256 * 1024 * 1024;
const maxFileBytes = 6 * 1024 ** 3;
const watchIntervalMs = 100;
export const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/** Runs one request in a process of its own. Rejects with ChildFailed, or with the signal's reason. */
export async function runChild(task: ChildTask): Promise<ChildAnswer> {
  task.signal.throwIfAborted();
  const child = start(task);
  let answer: ChildAnswer | undefined;
  let failure: string | undefined;
  const stop = (reason: string) => {
    failure ??= reason;
    child.kill('SIGKILL');
  };

  const watch = setInterval(() => {
    if (residentBytes(child.pid) > task.maxBytes) stop('it needs more memory than one file may take');
  }, watchIntervalMs);
  const deadline = setTimeout(() => stop('it took longer than one file may take'), task.deadlineMs);
  const abort = () => stop('aborted');
  task.signal.addEventListener('abort', abort, { once: true });

  splitLines(child.stdout, maxMessageBytes, {
    line(text) {
      const message = parse(text);
      if (message?.type === 'done') answer = { type: 'done', result: message.result };
      else if (message?.type === 'failed') answer = { type: 'failed', failure: message.failure };
      else if (message) task.onMessage(message);
      else stop('the reader spoke nonsense');
    },
    overflow: () => stop('the reader gave more than can be taken'),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(task.request)}\n`);

  try {
    const exit = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.once('error', (error) => reject(new ChildFailed(`the reader could not be started (${error.message})`)));
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    task.signal.throwIfAborted();
    if (failure) throw new ChildFailed(failure);
    if (!answer) throw new ChildFailed(reasonOf(exit, complaint));
    return answer;
  } finally {
    clearInterval(watch);
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', abort);
  }
}

function start({ entry, programFolder, readable, writable, maxBytes }: ChildTask): ChildProcessWithoutNullStreams {
  // The heap's own limit ends a runaway parser with a clear message; the watch catches memory outside the heap.
  const heapMegabytes = Math.floor((maxBytes / 1024 / 1024) * 0.75);
  // Not the whole folder: data may lie in it.
  const program = ['package.json', 'src', 'dist', 'node_modules'].map((name) => join(programFolder, name));
  const node = [
    process.execPath,
    '--permission',
    ...[...program, ...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${heapMegabytes}`,
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    entry,
  ];
  const limited = prlimit ? [prlimit, '--core=0', `--fsize=${maxFileBytes}`, '--nofile=512', '--', ...node] : node;
  return spawn(limited[0]!, limited.slice(1), { env: {}, stdio: ['pipe', 'pipe', 'pipe'], cwd: programFolder });
}

/** Of a process, zero where the system does not tell. */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}

function reasonOf(exit: { code: number | null; signal: string | null }, complaint: string): string {
  if (/heap out of memory|Array buffer allocation failed/i.test(complaint)) {
    return 'it needs more memory than one file may take';
  }
  return `the reader ended early (${exit.signal ?? `exit code ${exit.code}`})`;
}

function parse(text: string): { type: string; [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as { type: string }) : undefined;
  } catch {
    return undefined;
  }
}

function splitLines(
  stream: NodeJS.ReadableStream,
  maxBytes: number,
  to: { line(text: string): void; overflow(): void },
): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    const pieces = decoder.write(chunk).split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      length += piece.length;
      if (length > maxBytes) return to.overflow();
      if (index === pieces.length - 1) continue;
      to.line(parts.join(''));
      parts = [];
      length = 0;
    }
  });
}
