import { readFileSync } from 'node:fs';

/** Of a process and those it started, zero where the system does not tell. */
export function residentBytes(pid: number | undefined, depth = 0): number {
  const own = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * 4096;
  if (depth >= 3) return own;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + residentBytes(Number(child), depth + 1), own);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
