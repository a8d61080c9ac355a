import { causeWordOf } from '../detect/known-causes.ts';
import type { Claim } from '../detect/observation.ts';
import { isSecretLine } from '../evidence/is-secret-line.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { join, number, plural, say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** A kind of line with the survey it is of. */
export interface FoundGroup {
  survey: Survey;
  group: MessageGroup;
}

/** The words the question is about, as they are looked for: `a` and `b`, or `c`. */
export function needleWords(evidence: Evidence): Text {
  return join(
    evidence.needles.map((group) =>
      join(
        group.map((word) => say`${word}`),
        ' with ',
      ),
    ),
    ' or ',
  );
}

/** Kinds of lines about the question, failures first, then by number. */
export function groupsOf(surveys: readonly Survey[]): FoundGroup[] {
  return surveys
    .flatMap((survey) => survey.groups.map((group) => ({ survey, group })))
    .filter(
      ({ survey: { info }, group }) =>
        !isSecretLine(info.fileType, group.message) && !info.secretLines?.includes(group.first.line),
    )
    .sort(
      (a, b) =>
        Number(b.group.isFailure) - Number(a.group.isFailure) ||
        b.group.count - a.group.count ||
        a.group.first.line - b.group.first.line,
    );
}

export function claimOf({ survey, group }: FoundGroup): Claim {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const detail =
    group.detail === undefined || group.message.includes(group.detail)
      ? words('')
      : say` (${group.detail.split('\n')[0]!.slice(0, 200)})`;
  const count = group.count === 1 ? words('once') : words(`${number(group.count)} times`);
  const { first, last } = group;
  const when =
    first.timeMs === undefined || last.timeMs === undefined
      ? ''
      : group.count === 1 || first.timeMs === last.timeMs
        ? `, ${times.at(first.timeMs)}`
        : `, ${times.span(first.timeMs, last.timeMs)}`;
  const spots = group.count === 1 ? [first] : [first, last];
  const cause = group.severity === 'info' ? undefined : causeWordOf(`${group.message} ${group.detail ?? ''}`);
  return {
    text: say`${group.message.slice(0, 240)}${detail}, ${count}${words(when)}${words(cause === undefined ? '' : `. ${cause.meaning}`)}`,
    ranges: spots.map((spot) => rangeOf(survey, spot)),
  };
}

export function rangeOf(survey: Survey, spot: Spot) {
  return { document: survey.info.name, lineStart: spot.line, lineEnd: Math.min(spot.lineEnd, spot.line + 11) };
}

/** First and last of all lines found, over all documents with the same clock. */
export function extentOf(
  surveys: readonly Survey[],
): { first: { survey: Survey; spot: Spot }; last: { survey: Survey; spot: Spot } } | undefined {
  const ends = surveys.flatMap((survey) =>
    survey.groups.map((group) => ({ survey, first: group.first, last: group.last })),
  );
  const [one] = ends;
  if (one === undefined) return undefined;
  let first = { survey: one.survey, spot: one.first };
  let last = { survey: one.survey, spot: one.last };
  for (const end of ends) {
    if (isBefore(end.first, first.spot)) first = { survey: end.survey, spot: end.first };
    if (isBefore(last.spot, end.last)) last = { survey: end.survey, spot: end.last };
  }
  return { first, last };
}

function isBefore(a: Spot, b: Spot): boolean {
  if (a.timeMs !== undefined && b.timeMs !== undefined && a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return a.line < b.line;
}

export function totalLines(surveys: readonly Survey[]): number {
  return surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
}

/** The frame of an answer that looks something up. */
export function lookUp(part: Pick<Draft, 'cause' | 'proof'> & Partial<Draft>): Draft {
  return {
    verdict: 'CONFIRMED',
    explanation: [],
    also: [],
    notCause: [],
    unsettled: [],
    next: [],
    used: [],
    signature: null,
    ...part,
  };
}

/** Words of the question that are nowhere in the file. */
export function missingWords(run: Investigation, evidence: Evidence): Text[] {
  const named = evidence.missing
    .filter((term) => run.question.phrases.includes(term) || /[A-Z_./:@\d-]/.test(term))
    .slice(0, 4);
  if (named.length === 0) return [];
  const lines = plural(
    run.documents.infos.reduce((sum, info) => sum + info.lines, 0),
    'line',
  );
  return [
    say`${join(
      named.map((term) => say`${term}`),
      ', ',
    )} ${words(named.length === 1 ? 'stands' : 'stand')} in none of the ${lines} of this file`,
  ];
}
