import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** One line that was asked about. */
export interface Occurrence {
  survey: Survey;
  group: MessageGroup;
  spot: Spot;
}

/** So few that each is told by itself. */
export const fewLines = 12;

/** All lines found, in the order of their times; complete where they are few. */
export function occurrencesOf(
  surveys: readonly Survey[],
  isMeant: (group: MessageGroup) => boolean = () => true,
): Occurrence[] {
  return surveys
    .flatMap((survey) =>
      survey.groups.filter(isMeant).flatMap((group) => group.spots.map((spot) => ({ survey, group, spot }))),
    )
    .sort((a, b) => (a.spot.timeMs ?? 0) - (b.spot.timeMs ?? 0) || a.spot.line - b.spot.line);
}

export function whenOf({ survey, spot }: Occurrence): string {
  return spot.timeMs === undefined ? `line ${spot.line}` : timeWordsOf(survey.info, survey.isZoned).at(spot.timeMs);
}

/** Each with its time, its line and the line that led to it. */
export async function eachWithBefore(
  run: Investigation,
  all: readonly Occurrence[],
  aroundLines: number,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const one of all) {
    const { spot, survey } = one;
    const document = survey.info.name;
    const own = { document, lineStart: spot.line, lineEnd: Math.min(spot.lineEnd, spot.line + 5) };
    if (aroundLines > 0) {
      const lineStart = Math.max(1, spot.line - aroundLines);
      const lineEnd = Math.min(survey.info.lines, spot.line + aroundLines);
      claims.push({ text: words(whenOf(one)), ranges: [{ document, lineStart, lineEnd }] });
      continue;
    }
    const before = await lineBefore(run, one);
    const ranges = before === undefined ? [own] : [own, { document, lineStart: before.line, lineEnd: before.line }];
    claims.push({ text: words(before === undefined ? whenOf(one) : `${whenOf(one)}, and the line before it`), ranges });
  }
  return claims;
}

/** What stands most often right before the lines asked about, where it is the same for more than half of them. */
export async function commonBefore(
  run: Investigation,
  all: readonly Occurrence[],
): Promise<{ text: Text; claims: Claim[] } | undefined> {
  const byWords = new Map<string, { message: string; claims: Claim[] }>();
  for (const one of all.slice(0, 24)) {
    const before = await lineBefore(run, one);
    if (before === undefined) continue;
    const { message } = fieldsOf(before.text);
    const key = message.replace(/[\d.:]+/g, '#');
    const known = byWords.get(key) ?? { message, claims: [] };
    byWords.set(key, known);
    const range = { document: one.survey.info.name, lineStart: before.line, lineEnd: before.line };
    known.claims.push({ text: words(whenOf(one)), ranges: [range] });
  }
  const [most] = [...byWords.values()].sort((a, b) => b.claims.length - a.claims.length);
  if (most === undefined || most.claims.length * 2 <= Math.min(24, all.length)) return undefined;
  const share =
    most.claims.length === all.length
      ? words(`each of the ${all.length}`)
      : words(`${most.claims.length} of the ${all.length}`);
  return { text: say`Right before ${share} stands ${most.message.slice(0, 200)}`, claims: most.claims };
}

const lookBack = 30;

/** The nearest line above of the same program or service; else the one right above. */
async function lineBefore(
  run: Investigation,
  { survey, spot }: Occurrence,
): Promise<{ line: number; text: string } | undefined> {
  if (spot.line < 2) return undefined;
  const document = await run.documents.open(survey.info.name);
  const from = Math.max(1, spot.line - lookBack);
  const texts = (await document?.lines(from, spot.line)) ?? [];
  const own = texts.pop();
  if (own === undefined || texts.length === 0) return undefined;
  const { source, host } = namesOf(own);
  for (let at = texts.length - 1; at >= 0; at--) {
    const other = namesOf(texts[at]!);
    if (source !== undefined && other.source === source && other.host === host)
      return { line: from + at, text: texts[at]! };
  }
  return { line: spot.line - 1, text: texts.at(-1)! };
}

function namesOf(line: string): { source: string | undefined; host: unknown } {
  const { source, fields } = fieldsOf(line);
  return { source, host: fields.get('host') };
}

/** "... and the lines around it", "5 lines of context": how many on each side; 0 where none were asked for. */
export function aroundAsked(text: string): number {
  const asked = /\b(\d{1,2}) lines? (?:around|before|after|of context|either side)/i.exec(text)?.[1];
  if (asked !== undefined) return Math.min(15, Math.max(1, Number(asked)));
  return /\b(?:lines?|context) (?:around|surrounding)|\b(?:with|in|show\w*) (?:some |the |its )?(?:context|surroundings?)\b|surrounding lines|around (?:it|them|each)\b/i.test(
    text,
  )
    ? 2
    : 0;
}
