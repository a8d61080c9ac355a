import type { ChildRequest } from '#service/child/protocol.ts';
import type { Child } from './child-process.ts';
import { hearMessages, type Message } from './hear-messages.ts';
import { residentBytes } from './resident-bytes.ts';
import type { Exit } from './spawn-thread.ts';

export interface ChildTask {
  request: ChildRequest;
  maxBytes: number;
  deadlineMs: number;
  signal: AbortSignal;
  onMessage(message: Message): void;
}

type ChildAnswer = { type: 'done'; result: unknown } | { type: 'failed'; failure: unknown };

/** The child crashed, ran out of its memory or time, or spoke nonsense. The message is for people. */
export class ChildFailed extends Error {
  override name = 'ChildFailed';
}

const watchIntervalMs = 100;

/** Has a child do its last request and end. Rejects with ChildFailed, or with the signal's reason. */
export async function runChild(child: Child, task: ChildTask): Promise<ChildAnswer> {
  try {
    return await converse(child, task, { isLast: true });
  } finally {
    await child.desk.clear();
  }
}

/** Has a child do a request after which it may be told another; it has ended where this rejects. */
export async function askChild(child: Child, task: ChildTask): Promise<ChildAnswer> {
  try {
    return await converse(child, task, { isLast: false });
  } catch (error) {
    child.process.kill();
    await child.desk.clear();
    throw error;
  }
}

async function converse({ process: child }: Child, task: ChildTask, { isLast }: { isLast: boolean }) {
  const answered = Promise.withResolvers<void>();
  let answer: ChildAnswer | undefined;
  let failure: string | undefined;
  const stop = (reason: string) => {
    failure ??= reason;
    child.kill();
  };
  const take = (given: ChildAnswer) => {
    answer = given;
    answered.resolve();
  };
  const stopWatch = watchMemory(child, task.maxBytes, () => stop('it needs more memory than one file may use'));
  const deadline = setTimeout(() => stop('it took longer than one file may take'), task.deadlineMs);
  const abort = () => stop('aborted');
  task.signal.addEventListener('abort', abort, { once: true });
  if (task.signal.aborted) abort();

  hearMessages(child, {
    message(message) {
      if (message.type === 'done') take({ type: 'done', result: message.result });
      else if (message.type === 'failed') take({ type: 'failed', failure: message.failure });
      else task.onMessage(message);
    },
    nonsense: () => stop('the reader returned invalid output'),
    overflow: () => stop('the reader returned too much output'),
  });

  try {
    const text = `${JSON.stringify(task.request)}\n`;
    if (isLast) child.tell(text);
    else child.tellFirst(text);
    const ended = child.ended.catch((error: Error) => {
      throw new ChildFailed(`the reader could not be started (${error.message})`);
    });
    const exit = await (isLast ? ended : Promise.race([ended, answered.promise]));
    task.signal.throwIfAborted();
    if (failure) throw new ChildFailed(failure);
    if (!answer) throw new ChildFailed(exit ? reasonOf(exit) : 'the reader gave no answer');
    return answer;
  } finally {
    stopWatch();
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', abort);
  }
}

/** Calls once a child has taken more; the function given back ends the watch. */
export function watchMemory(child: Child['process'], maxBytes: number, tooMuch: () => void): () => void {
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > maxBytes) tooMuch();
  }, watchIntervalMs);
  return () => clearInterval(watch);
}

function reasonOf({ code, signal, complaint }: Exit): string {
  if (/heap out of memory|Array buffer allocation failed/i.test(complaint)) {
    return 'it needs more memory than one file may use';
  }
  return `the reader ended early (${signal ?? `exit code ${code}`})`;
}
