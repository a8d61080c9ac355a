import { number, plural, say, type Text, words } from '../answer/say.ts';
import { statesZone, type TimeWords, timeWordsOf } from '../answer/times.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { documentsOf, type PassTotals, rangeAt } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';

/** How times are printed in an answer about these files. */
export async function timesOf(run: Investigation): Promise<TimeWords> {
  const [info] = documentsOf(run);
  if (info === undefined) return timeWordsOf({ clock: 'none' });
  const document = await run.documents.open(info.name);
  const lines = (await document?.lines(1, 50)) ?? [];
  return timeWordsOf(info, lines.some(statesZone));
}

/** The time of the line that a place stands for. */
export async function timeAt(run: Investigation, place: number): Promise<number | undefined> {
  const { document, lineStart } = rangeAt(run, place);
  return (await (await run.documents.open(document))?.meta(lineStart))?.timeMs;
}

export function atTime(times: TimeWords, timeMs: number | undefined): Text {
  return words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
}

/** One line of the file as proof. */
export function claimAt(run: Investigation, text: Text, ...places: readonly number[]): Claim {
  return { text, ranges: [...new Set(places)].map((place) => rangeAt(run, place)) };
}

/** "Counted: 1,413 lines with path `/pay` of 26,413, between 9:00 and 10:00; 12 of them state no `rt`". */
export function countedText(
  run: Investigation,
  plan: Plan,
  totals: PassTotals,
  counted: number,
  lacking: { count: number; what: Text } | undefined,
): Text {
  const window =
    run.question.times.length > 0
      ? words(`, ${run.question.times.map((time) => time.label.trim()).join(', ')}`)
      : words('');
  const part =
    plan.conditions.length > 0
      ? say`${saidOf(plan.conditions)}: ${counted} of ${plural(totals.records, 'line')}`
      : say`${plural(counted, 'line')}`;
  const lack =
    lacking === undefined || lacking.count === 0
      ? words('')
      : say`; ${lacking.count} of them ${words(lacking.count === 1 ? 'has' : 'have')} no ${lacking.what}`;
  const cut = totals.isWhole ? words('') : words('; the time for this question ended before the whole file was read');
  return say`Counted over ${part}${words(window.plain)}${lack}${cut}`;
}

/** Words of the question that are in no line, where the figures were given without them. */
export function unsettledOf(plan: Plan): Text[] {
  return plan.missing.map((word) => say`${word} stands in none of the lines; the figures are without it`);
}

export function shortName(text: string): Text {
  return say`${text.length > 160 ? `${text.slice(0, 159)}…` : text}`;
}

export function count(value: number): string {
  return number(value);
}

/** How many rows of a table answer the question: what was asked for, at least three where it was one. */
export function rowsAsked(asked: Asked): number {
  return Math.max(1, Math.min(30, asked.limit ?? 8));
}
