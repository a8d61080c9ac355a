import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export type Order =
  | { do: 'start'; id: number; command: string; args: readonly string[]; env: Record<string, string>; cwd: string }
  | { do: 'tell'; id: number; text: string; isLast: boolean }
  /** So much of what it said has been heard. */
  | { do: 'hear'; id: number; bytes: number }
  | { do: 'kill'; id: number };

export type News =
  | { is: 'started'; id: number; pid: number }
  | { is: 'said'; id: number; chunk: Uint8Array }
  | { is: 'ended'; id: number; exit: Exit }
  | { is: 'failed'; id: number; message: string };

export interface Exit {
  code: number | null;
  signal: string | null;
  /** The end of what it wrote as errors. */
  complaint: string;
}

interface Running {
  child: ChildProcessWithoutNullStreams;
  unheardBytes: number;
  isKilled: boolean;
}

const mostUnheardBytes = 4 * 1024 * 1024;
const running = new Map<number, Running>();

/** The thread that starts children: the system holds up whoever starts one until the other program is loaded. */
parentPort?.on('message', (order: Order) => {
  if (order.do === 'start') return start(order);
  const one = running.get(order.id);
  if (!one) return;
  const { child } = one;
  switch (order.do) {
    case 'tell':
      if (order.isLast) child.stdin.end(order.text);
      else child.stdin.write(order.text);
      return;
    case 'hear':
      one.unheardBytes -= order.bytes;
      if (one.unheardBytes < mostUnheardBytes) child.stdout.resume();
      return;
    case 'kill':
      one.isKilled = true;
      child.kill('SIGKILL');
      // What is left in its pipe keeps it from ending.
      child.stdout.resume();
  }
});

function start({ id, command, args, env, cwd }: Order & { do: 'start' }): void {
  const child = spawn(command, args, { env, stdio: 'pipe', cwd });
  const one: Running = { child, unheardBytes: 0, isKilled: false };
  running.set(id, one);
  // One that ends early closes its input.
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk: Buffer) => {
    if (one.isKilled) return;
    one.unheardBytes += chunk.length;
    if (one.unheardBytes >= mostUnheardBytes) child.stdout.pause();
    tell({ is: 'said', id, chunk });
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  child.once('error', (error) => {
    running.delete(id);
    tell({ is: 'failed', id, message: error.message });
  });
  child.once('close', (code, signal) => {
    if (running.delete(id)) tell({ is: 'ended', id, exit: { code, signal, complaint } });
  });
  if (child.pid === undefined) return;
  giveWay(child.pid);
  tell({ is: 'started', id, pid: child.pid });
}

function tell(news: News): void {
  parentPort?.postMessage(news);
}

/** It gives way to the program wherever both want a processor, also where the program itself gives way to others. */
function giveWay(pid: number): void {
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    setPriority(pid, Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}
