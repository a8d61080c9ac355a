/** For choosing lines: what virtual machines print about their heaps. */
export const collectionLine =
  /\bGC freed\b|\bGC_[A-Z_]{2,20} freed\b|blocking GC Alloc|WaitForGcToComplete|Clamp target GC heap|Throwing OutOfMemoryError|Out of memory on a \d+-byte allocation/;

/** `paused 3ms+4ms`, `paused 1.2ms,345us total 120ms`, of the first releases `in 90ms`. */
export function pauseOf(message: string): number {
  const listed = /paused ([\d.,+mus]{1,200})/.exec(message)?.[1] ?? /\/ \d+ bytes in (\d+ms)/.exec(message)?.[1] ?? '';
  let ms = 0;
  for (const [, value, unit] of listed.matchAll(/((?<![\d.])[\d.]+)(us|ms|s)/g))
    ms += Number(value) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
  return Number.isFinite(ms) ? ms : 0;
}

/** `9MB/256MB`: used and allowed after a collection, in megabytes. */
export function heapSizeOf(message: string): { used: number; limit: number } | undefined {
  const size = /((?<![\d.])[\d.]+)(KB?|MB|GB|B)\/([\d.]+)(KB?|MB|GB|B)/.exec(message);
  return size ? { used: megabytes(size[1]!, size[2]!), limit: megabytes(size[3]!, size[4]!) } : undefined;
}

function megabytes(value: string, unit: string): number {
  const factors: Record<string, number> = { B: 1 / 1_048_576, K: 1 / 1024, KB: 1 / 1024, MB: 1, GB: 1024 };
  const amount = Number(value) * (factors[unit] ?? 1);
  return Number.isFinite(amount) ? amount : 0;
}
