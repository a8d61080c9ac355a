import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import type { Report } from '../../../src/service/investigator/report.ts';
import { textFile } from './text-document.ts';

const start = Date.UTC(2026, 4, 12, 6, 0, 0);

/** Milliseconds since the epoch of a time of day on the day of the made logs. */
export function clock(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return Date.UTC(2026, 4, 12, hour, minute, second);
}

/** "2026-05-12 06:00:00". */
export const stamp = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

export interface MadeLine {
  timeMs: number;
  text: string;
}

/** `count` lines from `from` on, `stepMs` apart. */
export function series(
  from: string,
  count: number,
  stepMs: number,
  text: (index: number, timeMs: number) => string,
): MadeLine[] {
  return Array.from({ length: count }, (_, index) => {
    const timeMs = clock(from) + index * stepMs;
    return { timeMs, text: text(index, timeMs) };
  });
}

/** Six hours of a service at work, with failures and warnings that come all the time and mean nothing. */
export function busyService(lines = 4000): MadeLine[] {
  const stepMs = (6 * 3_600_000) / lines;
  const at = (share: number) => new Date(start + share).toISOString().slice(11, 19);
  return [
    ...series('06:00', lines, stepMs, (index) => `INFO web: page ${index % 97} shown in ${20 + ((index * 7) % 31)} ms`),
    ...series(at(211_000), 40, 530_000, (index) => `ERROR mail: recipient r${index} refused by its server`),
    ...series(at(97_000), 30, 701_000, (index) => `WARN web: session cookie of visitor ${index} was cut short`),
  ];
}

/** In the order of time, each with its stamp. */
export function logOf(...parts: readonly MadeLine[][]): string {
  const all = parts.flat().sort((a, b) => a.timeMs - b.timeMs);
  return `${all.map(({ timeMs, text }) => `${stamp(timeMs)} ${text}`).join('\n')}\n`;
}

/** One line at one time. */
export const once = (time: string, text: string): MadeLine[] => [{ timeMs: clock(time), text }];

export async function ask(log: string, question: string): Promise<Report & { headline: string }> {
  const { file, openLines } = textFile({ 'app.log': log });
  const signal = new AbortController().signal;
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal, budgetMs: 60_000 },
    () => {},
  );
  return { ...report, headline: report.answer.split('\n')[0]! };
}
