import type { FoundPattern } from './find-patterns.ts';
import { type HostileInput, hostileInputs, textOf } from './hostile-inputs.ts';

const lineLength = 65_536;
/** What `/\d+ days/`, plainly quadratic, takes for a line of zeros: limits are shares of it, whatever the machine. */
const quadraticNow = () =>
  Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(/\d+ days/, '0'.repeat(lineLength / 16)) * 16 ** 2));
const quadraticMs = quadraticNow();
/** Of a line of 64 KiB; a linear pattern takes about a three thousandth. */
const mostMsOfLine = quadraticMs / 4;
/** Of a text that was cut. */
const mostMsOfCut = quadraticMs / 10;
/** A text that takes longer has shown enough. */
const enoughMs = 25;
/** Growth is measured between a text and one so many times shorter. */
const apart = 4;
/** In small steps first: what doubles with each character is seen before it takes for ever. */
const shortLengths = [16, 20, 24, 28, 32, 40, 100, 300];
const longLengths = [...shortLengths, 1024, 4096, 16_384];
/** So many inputs, the slowest while short, are tried at length. */
const mostTriedLong = 8;

/**
 * An input on which a pattern takes more than linear time, with what a line of 64 KiB of it would take. `cutAt`: texts
 * are cut to so many characters before they meet the pattern, and only what those take counts.
 */
export function slowInputOf(
  { source, flags }: FoundPattern,
  cutAt?: number,
): { input: HostileInput; lineMs: number } | undefined {
  const pattern = new RegExp(source, flags);
  if (cutAt !== undefined) return slowWhenCut(pattern, hostileInputs(source, flags), cutAt);
  const suspects = hostileInputs(source, flags)
    .map((input) => ({ input, lineMs: lineTime(pattern, input, shortLengths) }))
    .filter(({ lineMs }) => lineMs > mostMsOfLine)
    .sort((a, b) => b.lineMs - a.lineMs)
    .slice(0, mostTriedLong);
  for (const { input } of suspects) {
    const lineMs = Math.min(...[1, 2, 3].map(() => lineTime(pattern, input, longLengths, growthOf)));
    // Other work slows both: what counts is how they compare at the same moment.
    if (lineMs > mostMsOfLine && lineMs > quadraticNow() / 4) return { input, lineMs };
  }
  return undefined;
}

function slowWhenCut(pattern: RegExp, inputs: readonly HostileInput[], cutAt: number) {
  for (const input of inputs) {
    for (const length of [...shortLengths.filter((short) => short < cutAt), cutAt]) {
      const lineMs = timeOf(pattern, textOf(input, length));
      if (lineMs > mostMsOfCut) return { input, lineMs };
    }
  }
  return undefined;
}

/** What a line of 64 KiB would take, were the time quadratic: seen soonest where it is not, or where it is worse. */
function lineTime(pattern: RegExp, input: HostileInput, lengths: readonly number[], growth: Growth = () => 2): number {
  let lineMs = 0;
  for (const length of lengths) {
    const ms = timeOf(pattern, textOf(input, length));
    lineMs = ms * (lineLength / length) ** 2;
    if (length === 300 && lineMs < mostMsOfLine) return lineMs;
    if (ms > enoughMs) return ms * (lineLength / length) ** growth(pattern, input, length, ms);
  }
  return lineMs;
}

type Growth = (pattern: RegExp, input: HostileInput, length: number, ms: number) => number;

/** The power of its length with which the time of a text grows: 1 for linear however dear each character is, 2 for quadratic. */
function growthOf(pattern: RegExp, input: HostileInput, length: number, ms: number): number {
  const shorterMs = timeOf(pattern, textOf(input, length / apart));
  return Math.min(2, Math.max(1, Math.log(ms / shorterMs) / Math.log(apart)));
}

/** Of the processor where that is less: on a busy machine the clock also counts the work of others. */
function timeOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  run(pattern, text);
  const ms = performance.now() - startedAt;
  // Too little for the system's count.
  if (ms < 1) return ms;
  const { user, system } = process.cpuUsage(before);
  return Math.min(ms, (user + system) / 1000);
}

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}
