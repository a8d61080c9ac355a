import { StringDecoder } from 'node:string_decoder';
import type { ChildRequest } from '#service/child/protocol.ts';
import type { Child } from './child-process.ts';
import { residentBytes } from './resident-bytes.ts';
import type { Exit } from './spawn-thread.ts';
import type { Spawned } from './spawner.ts';

export interface ChildTask {
  request: ChildRequest;
  maxBytes: number;
  deadlineMs: number;
  signal: AbortSignal;
  onMessage(message: { type: string; [field: string]: unknown }): void;
}

type ChildAnswer = { type: 'done'; result: unknown } | { type: 'failed'; failure: unknown };

/** The child crashed, ran out of its memory or time, or spoke nonsense. The message is for people. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

const maxMessageBytes = 256 * 1024 * 1024;
const watchIntervalMs = 100;

/** Has a child do its one request and end. Rejects with ChildFailed, or with the signal's reason. */
export async function runChild({ process: child, desk }: Child, task: ChildTask): Promise<ChildAnswer> {
  let answer: ChildAnswer | undefined;
  let failure: string | undefined;
  const stop = (reason: string) => {
    failure ??= reason;
    child.kill();
  };

  const watch = setInterval(() => {
    if (residentBytes(child.pid) > task.maxBytes) stop('it needs more memory than one file may use');
  }, watchIntervalMs);
  const deadline = setTimeout(() => stop('it took longer than one file may take'), task.deadlineMs);
  const abort = () => stop('aborted');
  task.signal.addEventListener('abort', abort, { once: true });
  if (task.signal.aborted) abort();

  splitLines(child, maxMessageBytes, {
    line(text) {
      const message = parse(text);
      if (message?.type === 'done') answer = { type: 'done', result: message.result };
      else if (message?.type === 'failed') answer = { type: 'failed', failure: message.failure };
      else if (message) task.onMessage(message);
      else stop('the reader returned invalid output');
    },
    overflow: () => stop('the reader returned too much output'),
  });

  try {
    child.tell(`${JSON.stringify(task.request)}\n`);
    const exit = await child.ended.catch((error: Error) => {
      throw new ChildFailed(`the reader could not be started (${error.message})`);
    });
    task.signal.throwIfAborted();
    if (failure) throw new ChildFailed(failure);
    if (!answer) throw new ChildFailed(reasonOf(exit));
    return answer;
  } finally {
    clearInterval(watch);
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', abort);
    await desk.clear();
  }
}

function reasonOf({ code, signal, complaint }: Exit): string {
  if (/heap out of memory|Array buffer allocation failed/i.test(complaint)) {
    return 'it needs more memory than one file may use';
  }
  return `the reader ended early (${signal ?? `exit code ${code}`})`;
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
  child: Pick<Spawned, 'hear'>,
  maxBytes: number,
  to: { line(text: string): void; overflow(): void },
): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  child.hear((chunk) => {
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
