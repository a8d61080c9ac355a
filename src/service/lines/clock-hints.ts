import { readSync } from 'node:fs';
import { chooseForm, headerDay } from './choose-form.ts';
import { dateOrderOf } from './date-order.ts';
import { type ClockHints, createLineClock } from './line-clock.ts';
import { newStamp } from './stamp.ts';
import { formChars } from './stamp-forms.ts';
import { findStampColumn } from './time-place.ts';
import { readStamp } from './time-stamp.ts';

const sampleBytes = 65_536;

/** What samples of the document tell about its stamps before it is read: the last month and day, order and form. */
export function clockHints(file: number, sizeBytes: number, notAfterMs: number): ClockHints {
  const at = (offset: number) => sample(file, Math.floor(offset), Math.min(sizeBytes, sampleBytes));
  if (sizeBytes <= sampleBytes) return hintsOf([at(0)], notAfterMs);
  const inside = sizeBytes > 8 * sampleBytes ? [at(sizeBytes / 3), at((sizeBytes * 2) / 3)] : [];
  return hintsOf([at(0), ...inside, at(sizeBytes - sampleBytes)], notAfterMs);
}

const sampledLines = 120;

/** From pieces of a document in their order, the first its head and the last its tail. */
export function hintsOf(samples: readonly Buffer[], notAfterMs: number): ClockHints {
  const order = dateOrderOf(
    samples.map((bytes) => bytes.toString('latin1')),
    notAfterMs,
  );
  const hints: ClockHints = { notAfterMs, lastMonthDay: lastMonthDay(samples.at(-1)!), order };
  const lines = samples.map((bytes, index) => linesOf(bytes, index > 0));
  const plain = readPlainly(lines.flat(), hints);
  const form = chooseForm(
    lines.map((sample) => sample.map((line) => line.toString('latin1'))),
    plain,
    order,
    notAfterMs,
  );
  const isOfDay = (form?.clock ?? plain.kind) === 'day';
  const head = lines[0]!.map((line) => line.toString('latin1'));
  const isSinceStart = isOfDay && tellsOfStart(head);
  // "06.08.00" of the form is a time of day, and no date.
  const header = head.filter((line) => form?.read(line.slice(0, formChars)) === undefined);
  const day = isOfDay && !isSinceStart ? headerDay(header, order) : undefined;
  return {
    ...hints,
    ...(form && { form }),
    ...(day !== undefined && { firstDayMs: day }),
    ...(isSinceStart && { isSinceStart }),
  };
}

const zeroTime = /^\W{0,4}00:00:0\d(?![\d:])/;
const starting =
  /\b(?:boot(?:ed|ing|loader)?|start(?:ed|ing|up)?|power(?:ed)?[- ]?(?:on|up)|reset|init(?:iali[sz]\w+)?|version|firmware|fw|kernel|begin)\b/i;
/** Milliseconds and microseconds in two groups, as the loggers of small systems print their uptime. */
const uptimeOfSystem = /^\W{0,4}\d\d:\d\d:\d\d\.\d{3},\d{3}(?!\d)/;

/** Times like 00:00:02 on lines that tell of a start: they count from it. */
function tellsOfStart(head: readonly string[]): boolean {
  if (head.some((line) => uptimeOfSystem.test(line))) return true;
  return head.slice(0, 5).some((line) => zeroTime.test(line) && starting.test(line));
}

function linesOf(bytes: Buffer, isInside: boolean): Buffer[] {
  const lines: Buffer[] = [];
  let start = isInside ? bytes.indexOf(10) + 1 : 0;
  while (start < bytes.length && lines.length < sampledLines) {
    const feed = bytes.indexOf(10, start);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(bytes.subarray(start, end > start && bytes[end - 1] === 13 ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

function readPlainly(
  lines: readonly Buffer[],
  hints: ClockHints,
): { share: number; kind: 'absolute' | 'boot' | 'day' | 'none' } {
  const clock = createLineClock(hints);
  const told = lines.filter((line) => line.length > 0);
  const timed = told.filter((line) => clock.read(line, 0, line.length)).length;
  const kind = clock.kind();
  return { share: told.length === 0 ? 0 : timed / told.length, kind: clock.isTimeOfDay() ? 'day' : kind };
}

function sample(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function lastMonthDay(tail: Buffer): { month: number; day: number } | undefined {
  const stamp = newStamp();
  let end = tail.length;
  for (let tried = 0; tried < 50 && end > 0; tried++) {
    const start = tail.lastIndexOf(10, end - 1) + 1;
    let at = start;
    while (at < end && (tail[at] === 0x5b || tail[at] === 0x20 || tail[at] === 0x2a)) at++;
    if (readStamp(tail, at, end, stamp) && stamp.kind === 'no-year') return { month: stamp.month, day: stamp.day };
    if (findStampColumn(tail, start, Math.min(end, start + 160), stamp) > 0 && stamp.kind === 'no-year') {
      return { month: stamp.month, day: stamp.day };
    }
    end = start - 1;
  }
  return undefined;
}
