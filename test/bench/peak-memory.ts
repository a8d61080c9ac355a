import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 40;

/** Most resident memory a command and all its descendants had at one time; undefined where there is no /proc. */
export async function peakMemoryBytes(command: string, args: readonly string[]): Promise<number | undefined> {
  const child = spawn(command, args, { stdio: 'ignore' });
  let peak: number | undefined;
  const timer = setInterval(() => {
    const now = residentBytes(child.pid!);
    if (now !== undefined) peak = Math.max(peak ?? 0, now);
  }, everyMs);
  await new Promise((done) => child.once('exit', done));
  clearInterval(timer);
  return peak;
}

function residentBytes(root: number): number | undefined {
  try {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const fields = readOrEmpty(`/proc/${pid}/stat`)
        .replace(/^.*\) /, '')
        .split(' ');
      if (fields.length > 1) parents.set(pid, Number(fields[1]));
    }
    let total = 0;
    for (const pid of parents.keys()) {
      let ancestor: number | undefined = pid;
      while (ancestor !== undefined && ancestor > 1 && ancestor !== root) ancestor = parents.get(ancestor);
      if (ancestor === root)
        total += Number(/^VmRSS:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
    }
    return total;
  } catch {
    return undefined;
  }
}

/** A process may be gone between being listed and being read. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
