import { causeWordOf } from '../../formats/log/known-causes.ts';
import type { LineRange } from '../../formats/reading.ts';
import type { MessageGroup, ShareRow, Survey } from '../survey/survey.ts';
import { join, number, say, type Text, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import { percent } from './amounts.ts';
import { isBackground } from './background.ts';
import { type Plateau, plateausOf } from './change-points.ts';
import { changeBefore } from './changes.ts';
import { courseOf } from './course.ts';
import { headline } from './failures.ts';
import type { Observation } from './observation.ts';
import { shorten } from './shorten.ts';

const longestTitle = 90;
const timesUsual = 1.3;

/** Where the share of failed lines rises, step by step or all at once, for the whole file or one part of it. */
export function observeShares(survey: Survey): Observation[] {
  const found: { row: ShareRow; observation: Observation }[] = [];
  for (const row of survey.shares) {
    if (row.failed < 10 || row.total < 60) continue;
    const plateaus = plateausOf(row.lines, row.failures);
    const observation = describe(survey, row, plateaus);
    if (observation !== undefined) found.push({ row, observation });
  }
  const all = found.find(({ row }) => row.field === '');
  const usual = all === undefined ? 0 : all.row.failed / all.row.total;
  // A part that fails as often as the others is not where it happens.
  const telling = found.filter(({ row }) => row.field !== '' && row.failed / row.total >= usual * timesUsual);
  // The part that holds nearly all failures says more than the whole.
  const narrow = telling
    .filter(({ row }) => all === undefined || row.failed >= all.row.failed * 0.9)
    .sort((a, b) => a.row.total - b.row.total || a.row.field.localeCompare(b.row.field))[0];
  const lead = narrow ?? all;
  const others = telling.filter((one) => one !== lead && one.row.total < (lead?.row.total ?? 0) * 0.7).slice(0, 3);
  return [...(lead === undefined ? [] : [lead]), ...others].map(({ observation }) => observation);
}

function describe(survey: Survey, row: ShareRow, plateaus: readonly Plateau[]): Observation | undefined {
  const [first] = plateaus;
  const last = plateaus.at(-1);
  if (first === undefined || last === undefined || last === first) return undefined;
  const worst = plateaus.reduce((a, b) => (b.share > a.share ? b : a));
  if (worst.share < 0.05 || worst.share < first.share * 2 || worst === first) return undefined;
  const group = dominantGroup(survey, row);
  const message = group === undefined ? undefined : shorten(headline(group), longestTitle);
  const cause = group === undefined ? undefined : causeWordOf(`${group.message} ${group.detail ?? ''}`);
  // Where the failure's own words name its cause, its rising share is how loud it is, not why it is.
  const isStated = cause !== undefined && cause.isSymptom !== true;
  const isOver = last.share < worst.share / 3;
  const change =
    row.firstFailure === undefined || first.share > 0.005 ? undefined : changeBefore(survey, row.firstFailure);
  const title = say`${whoOf(row)} rise from ${words(percent(first.share))} to ${words(percent(worst.share))} of ${words(row.field === '' ? 'all' : 'its')} lines${isOver ? words(` and fall back to ${percent(last.share)}`) : words('')}`;
  return {
    ...(group === undefined ? {} : { group }),
    rule: 'share.rise',
    kind: 'share',
    title: message === undefined ? title : say`${title}: ${message}`,
    details: [
      { text: say`${words(number(row.failed))} lines fail. ${steps(survey, plateaus)}`, ranges: [] },
      ...(change === undefined ? [] : [change]),
    ],
    severity: 'error',
    role: isStated ? 'symptom' : 'cause',
    certainty: 'likely',
    count: row.failed,
    document: survey.info.name,
    firstLine: row.firstFailure?.line ?? 1,
    ...(row.firstFailure?.timeMs === undefined ? {} : { firstTimeMs: row.firstFailure.timeMs }),
    ...(row.lastFailure?.timeMs === undefined ? {} : { lastTimeMs: row.lastFailure.timeMs }),
    evidence: evidenceOf(survey, row, worst, group),
    signature: `failures rise ${row.field}`.trim(),
    next: [],
    weight: (isStated ? 26 : isOver ? 40 : 70) + Math.min(10, worst.share * 15),
  };
}

function whoOf({ field, value }: ShareRow): Text {
  if (field === '') return words('Failures');
  const part = /^\d+$/.test(value) ? `${field.replace(/[^\w.-]/g, '')} ${value}` : value;
  return say`Failures of ${part}`;
}

/** Where it begins, where it is worst, and its last. */
function evidenceOf(survey: Survey, row: ShareRow, worst: Plateau, group: MessageGroup | undefined): LineRange[] {
  const onset = group === undefined ? row.firstFailure : courseOf(survey, group).onset;
  const peak = nearestTo(group?.spots ?? [], survey.bucketTime(worst.from));
  const lines = [onset, peak, group?.last ?? row.lastFailure].flatMap((spot) =>
    spot === undefined ? [] : [spot.line],
  );
  return [...new Set(lines)].map((line) => ({ document: survey.info.name, lineStart: line, lineEnd: line }));
}

function steps(survey: Survey, plateaus: readonly Plateau[]): Text {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const shown = plateaus.length <= 6 ? plateaus : [...plateaus.slice(0, 3), ...plateaus.slice(-3)];
  const parts = shown.map((plateau, index) => {
    const at = index === 0 ? undefined : survey.bucketTime(plateau.from);
    return words(`${percent(plateau.share)}${at === undefined ? '' : ` from ${times.at(at)}`}`);
  });
  return say`Share of failed lines: ${join(parts, ', ')}`;
}

function nearestTo(spots: { line: number; timeMs?: number; lineEnd: number }[], timeMs: number | undefined) {
  if (timeMs === undefined) return undefined;
  return spots
    .filter((spot) => spot.timeMs !== undefined && spot.timeMs >= timeMs)
    .sort((a, b) => a.timeMs! - b.timeMs!)[0];
}

function dominantGroup(survey: Survey, row: ShareRow): MessageGroup | undefined {
  const [top] = survey.groups
    .filter(
      (group) =>
        group.isFailure &&
        !isBackground(survey, group) &&
        (row.field === '' ||
          group.sources.has(row.value) ||
          [...group.values.values()].some((values) => values.has(row.value))),
    )
    .sort((a, b) => b.count - a.count || a.id - b.id);
  return top;
}
