import type { LineRange } from '../../formats/reading.ts';
import type { MessageGroup, ShareRow, Spot, Survey } from '../survey/survey.ts';
import { join, say, type Text, words } from '../wording/say.ts';
import { percent } from './amounts.ts';
import { isBackground } from './background.ts';
import { type Plateau, plateausOf } from './change-points.ts';
import { changeBefore } from './changes.ts';
import { courseOf } from './course.ts';
import { headline } from './failures.ts';
import { causeNamed } from './names.ts';
import { linesAt, type Observation } from './observation.ts';
import { shorten } from './shorten.ts';

const longestTitle = 90;
const timesUsual = 1.3;

/** Where the share of failed lines rises, step by step or all at once, for the whole file or one part of it. */
export function observeShares(survey: Survey): Observation[] {
  const found: { row: ShareRow; observation: Observation }[] = [];
  for (const row of survey.shares) {
    if (row.failed < 10 || row.total < 60) continue;
    const observation = describe(survey, row, plateausOf(row.lines, row.failures));
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
  const rise = riseOf(plateaus);
  if (rise === undefined) return undefined;
  const { first, worst, last } = rise;
  const { firstFailure, lastFailure } = row;
  const group = dominantGroup(survey, row);
  // Where the failure's own words name its cause, its rising share is how loud it is, not why it is.
  const isStated = group !== undefined && causeNamed(group).isStated;
  const isOver = last.share < worst.share / 3;
  const change = firstFailure === undefined || first.share > 0.005 ? undefined : changeBefore(survey, firstFailure);
  const fall = isOver ? ` and fall back to ${percent(last.share)}` : '';
  const title = say`${whoOf(row)} rise from ${words(percent(first.share))} to ${words(percent(worst.share))} of ${words(row.field === '' ? 'all' : 'its')} lines${words(fall)}`;
  return {
    group,
    rule: 'share.rise',
    kind: 'share',
    title: group === undefined ? title : say`${title}: ${shorten(headline(group), longestTitle)}`,
    details: [
      { text: say`${row.failed} lines fail. ${steps(survey, plateaus)}`, ranges: [] },
      ...(change === undefined ? [] : [change]),
    ],
    severity: 'error',
    role: isStated ? 'symptom' : 'cause',
    certainty: 'likely',
    count: row.failed,
    document: survey.info.name,
    firstLine: firstFailure?.line ?? 1,
    firstTimeMs: firstFailure?.timeMs,
    lastTimeMs: lastFailure?.timeMs,
    evidence: evidenceOf(survey, row, worst, group),
    signature: `failures rise ${row.field}`.trim(),
    next: [],
    weight: (isStated ? 26 : isOver ? 40 : 70) + Math.min(10, worst.share * 15),
  };
}

function riseOf(plateaus: readonly Plateau[]): { first: Plateau; worst: Plateau; last: Plateau } | undefined {
  const [first] = plateaus;
  const last = plateaus.at(-1);
  if (first === undefined || last === undefined || last === first) return undefined;
  const worst = plateaus.reduce((a, b) => (b.share > a.share ? b : a));
  return worst.share < 0.05 || worst.share < first.share * 2 || worst === first ? undefined : { first, worst, last };
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
  const lines = [onset, peak, group?.last ?? row.lastFailure].flatMap((spot) => spot?.line ?? []);
  return [...new Set(lines)].map((line) => linesAt(survey.info.name, line));
}

function steps(survey: Survey, plateaus: readonly Plateau[]): Text {
  const { times } = survey;
  const shown = plateaus.length <= 6 ? plateaus : [...plateaus.slice(0, 3), ...plateaus.slice(-3)];
  const parts = shown.map((plateau, index) => {
    const at = index === 0 ? undefined : survey.bucketTime(plateau.from);
    return words(`${percent(plateau.share)}${at === undefined ? '' : ` from ${times.at(at)}`}`);
  });
  return say`Share of failed lines: ${join(parts)}`;
}

function nearestTo(spots: readonly Spot[], timeMs = Number.NaN): Spot | undefined {
  return spots.filter((spot) => (spot.timeMs ?? Number.NaN) >= timeMs).sort((a, b) => a.timeMs! - b.timeMs!)[0];
}

function dominantGroup(survey: Survey, row: ShareRow): MessageGroup | undefined {
  const isOfRow = ({ sources, values }: MessageGroup) =>
    row.field === '' || sources.has(row.value) || [...values.values()].some((known) => known.has(row.value));
  return survey.groups
    .filter((group) => group.isFailure && !isBackground(survey, group) && isOfRow(group))
    .sort((a, b) => b.count - a.count || a.id - b.id)[0];
}
