import type { FoundPattern } from './find-patterns.ts';
import { type HostileInput, hostileInputs, textOf } from './hostile-inputs.ts';

const lineLength = 65_536;
/** Of a line of 64 KiB; a linear pattern takes about one. */
const mostMsOfLine = 400;
/** A text that takes longer has shown enough. */
const enoughMs = 25;
const lengths = [24, 100, 300, 1024, 4096, 16_384];

/** The first input on which a pattern takes more than linear time, with what a line of 64 KiB of it would take. */
export function slowInputOf({ source, flags }: FoundPattern): { input: HostileInput; lineMs: number } | undefined {
  const pattern = new RegExp(source, flags);
  for (const input of hostileInputs(source, flags)) {
    const lineMs = lineTime(pattern, input);
    if (lineMs > mostMsOfLine && lineTime(pattern, input) > mostMsOfLine) return { input, lineMs };
  }
  return undefined;
}

/** Short texts first: what grows fast is seen there, and what would not take long if it were quadratic is left. */
function lineTime(pattern: RegExp, input: HostileInput): number {
  let lineMs = 0;
  for (const length of lengths) {
    const ms = timeOf(pattern, textOf(input, length));
    lineMs = ms * (lineLength / length) ** 2;
    if (ms > enoughMs) return lineMs;
    if (length >= 300 && lineMs < mostMsOfLine) return 0;
  }
  return lineMs;
}

/** Of the processor where that is less: on a busy machine the clock also counts the work of others. */
function timeOf(pattern: RegExp, text: string): number {
  const startedAt = performance.now();
  run(pattern, text);
  const ms = performance.now() - startedAt;
  if (ms < 1 || ms > 1000) return ms;
  const { user } = process.cpuUsage();
  run(pattern, text);
  return Math.min(ms, (process.cpuUsage().user - user) / 1000);
}

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}
