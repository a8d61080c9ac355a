import { findConfinement } from './confinement.ts';
import { residentBytes } from './resident-bytes.ts';
import { type Spawned, spawner } from './spawner.ts';

interface ToolTask {
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

/** Runs a program of this machine on hostile input, without input of its own, environment or complaints. Rejects only with the signal's reason. */
export async function runTool(task: ToolTask): Promise<ToolResult> {
  task.signal.throwIfAborted();
  const { home, deadlineMs } = task;
  const confinement = await findConfinement();
  task.signal.throwIfAborted();
  const prefix = confinement.command({ maxFileBytes, maxOpenFiles: 256, cpuSeconds: Math.ceil(deadlineMs / 1000) });
  const [file = task.program, ...args] = [...prefix, task.program, ...task.args];
  const env = { HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' };
  const child = spawner.start(file, args, { cwd: home, env });
  const chunks: Uint8Array[] = [];
  let outputBytes = 0;
  let end: ToolResult['end'] | undefined;
  const stop = (reason: ToolResult['end']) => {
    end ??= reason;
    child.kill();
  };
  child.hear((chunk) => {
    const room = task.maxOutputBytes - outputBytes;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    outputBytes += chunk.length;
    if (outputBytes > task.maxOutputBytes) stop('too much output');
  });
  child.tell('');
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > task.maxBytes) stop('too large');
  }, watchIntervalMs);
  const deadline = setTimeout(() => stop('too slow'), deadlineMs);
  const abort = () => stop('failed');
  task.signal.addEventListener('abort', abort, { once: true });
  try {
    const exit = await endOf(child);
    task.signal.throwIfAborted();
    return { output: Buffer.concat(chunks).toString('utf8'), end: end ?? exit };
  } finally {
    clearInterval(watch);
    clearTimeout(deadline);
    task.signal.removeEventListener('abort', abort);
  }
}

async function endOf({ ended }: Spawned): Promise<'finished' | 'failed' | 'not started'> {
  return await ended.then(
    ({ code }) => (code === 0 ? 'finished' : 'failed'),
    () => 'not started',
  );
}
