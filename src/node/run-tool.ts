import { spawn } from 'node:child_process';
import { findConfinement } from './confinement.ts';
import { residentBytes } from './resident-bytes.ts';

export interface ToolTask {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  /** Its home, working and temporary folder; all it is told of the machine. */
  home: string;
  maxBytes: number;
  /** Output beyond this ends it; what came before is kept. */
  maxOutputBytes: number;
  deadlineMs: number;
  signal: AbortSignal;
}

export interface ToolResult {
  output: string;
  end: 'finished' | 'failed' | 'too slow' | 'too large' | 'too much output' | 'not started';
}

const watchIntervalMs = 100;
const maxFileBytes = 64 * 1024 * 1024;
/** Ended with this process; where the system cannot do that, the limit of processor time ends what a crash would leave. */
const running = new Set<{ kill(signal: NodeJS.Signals): boolean }>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a program of this machine on hostile input, without input of its own, environment or complaints. Rejects only with the signal's reason. */
export async function runTool(task: ToolTask): Promise<ToolResult> {
  task.signal.throwIfAborted();
  const { home, deadlineMs } = task;
  const confinement = await findConfinement();
  task.signal.throwIfAborted();
  const prefix = confinement.command({ maxFileBytes, maxOpenFiles: 256, cpuSeconds: Math.ceil(deadlineMs / 1000) });
  const [file = task.program, ...args] = [...prefix, task.program, ...task.args];
  const child = spawn(file, args, {
    cwd: home,
    env: { HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.add(child);
  const chunks: Buffer[] = [];
  let outputBytes = 0;
  let end: ToolResult['end'] | undefined;
  const stop = (reason: ToolResult['end']) => {
    end ??= reason;
    child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    const room = task.maxOutputBytes - outputBytes;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    outputBytes += chunk.length;
    if (outputBytes > task.maxOutputBytes) stop('too much output');
  });
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > task.maxBytes) stop('too large');
  }, watchIntervalMs);
  const deadline = setTimeout(() => stop('too slow'), deadlineMs);
  const abort = () => stop('failed');
  task.signal.addEventListener('abort', abort, { once: true });
  try {
    const exit = await new Promise<'finished' | 'failed' | 'not started'>((resolve) => {
      child.once('error', () => resolve('not started'));
      child.once('close', (code) => resolve(code === 0 ? 'finished' : 'failed'));
    });
    task.signal.throwIfAborted();
    return { output: Buffer.concat(chunks).toString('utf8'), end: end ?? exit };
  } finally {
    running.delete(child);
    clearInterval(watch);
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', abort);
  }
}
