import { Worker } from 'node:worker_threads';
import { ownProgram } from '#core/own-program.ts';
import type { Exit, News, Order } from './spawn-thread.ts';

export interface Spawned {
  /** Undefined until it runs. */
  readonly pid: number | undefined;
  /** Settles when it is gone; rejects where it could not be started. */
  readonly ended: Promise<Exit>;
  /** The last that it is told: its input ends with that. */
  tell(text: string): void;
  /** Told before that. */
  tellFirst(text: string): void;
  /** What it says, also what it said before. */
  hear(listener: (chunk: Uint8Array) => void): void;
  kill(): void;
}

interface Spawner {
  start(command: string, args: readonly string[], options: { env: Record<string, string>; cwd: string }): Spawned;
}

interface Child {
  pid: number | undefined;
  hear(chunk: Uint8Array): void;
  end(exit: Exit): void;
  fail(error: Error): void;
}

/** Starts children in a thread of its own, so that this one never waits for the start of another program. */
function createSpawner(): Spawner {
  const children = new Map<number, Child>();
  let thread: Worker | undefined;
  let lastId = 0;

  process.on('exit', () => {
    for (const { pid } of children.values()) if (pid !== undefined) kill(pid);
  });

  function startThread(): Worker {
    const started = new Worker(ownProgram(import.meta, './spawn-thread.ts'));
    started.on('message', take);
    const fail = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const [id, child] of children) remove(id, () => child.fail(error));
    };
    started.on('error', fail);
    started.on('exit', () => fail(new Error('the thread that starts children ended')));
    return started;
  }

  function take(news: News): void {
    const child = children.get(news.id);
    if (!child) return;
    switch (news.is) {
      case 'started':
        child.pid = news.pid;
        return;
      case 'said':
        child.hear(news.chunk);
        return order({ do: 'hear', id: news.id, bytes: news.chunk.length });
      case 'ended':
        return remove(news.id, () => child.end(news.exit));
      case 'failed':
        return remove(news.id, () => child.fail(new Error(news.message)));
    }
  }

  /** The process stays for its children, and for nothing else of the thread. */
  function remove(id: number, end: () => void): void {
    children.delete(id);
    if (children.size === 0) thread?.unref();
    end();
  }

  function order(what: Order): void {
    thread?.postMessage(what);
  }

  return {
    start(command, args, { env, cwd }) {
      thread ??= startThread();
      thread.ref();
      const id = ++lastId;
      const { promise: ended, resolve, reject } = Promise.withResolvers<Exit>();
      let early: Uint8Array[] = [];
      let listener: (chunk: Uint8Array) => void = (chunk) => early.push(chunk);
      const child: Child = { pid: undefined, hear: (chunk) => listener(chunk), end: resolve, fail: reject };
      children.set(id, child);
      order({ do: 'start', id, command, args, env, cwd });
      return {
        get pid() {
          return child.pid;
        },
        ended,
        tell: (text) => order({ do: 'tell', id, text, isLast: true }),
        tellFirst: (text) => order({ do: 'tell', id, text, isLast: false }),
        hear(next) {
          listener = next;
          for (const chunk of early) next(chunk);
          early = [];
        },
        kill: () => order({ do: 'kill', id }),
      };
    },
  };
}

/** One thread is enough for the whole process: it begins with the first child. */
export const spawner = createSpawner();

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
