import { percent } from '../detect/amounts.ts';
import type { Claim } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { stemOf } from '../words/word-forms.ts';
import { extent } from './answer-absence.ts';
import { codePlaces } from './code-places.ts';
import { countEvent, eventCounted } from './count-event.ts';
import type { Draft } from './draft.ts';
import { howCounted } from './how-counted.ts';
import { claimOf, extentOf, groupsOf, lookUp, missingWords, needleWords, rangeOf, totalLines } from './look-up.ts';
import { aroundAsked, eachWithBefore, fewLines, occurrencesOf, whenOf } from './occurrences.ts';
import { join, number, plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** How many, of what kinds, by whom, from when to when. */
export async function answerCount(run: Investigation, evidence: Evidence): Promise<Draft> {
  const field = fieldAsked(evidence, run);
  if (field !== undefined) return countValues(evidence, field.name, field.values, run);
  const event = eventCounted(run, evidence);
  if (event !== undefined) return countEvent(event, evidence);
  const lost = lostWords(run, evidence);
  if (lost !== undefined) return lost;
  const isScoped = evidence.needles.length > 0 || (evidence.scoped.length > 0 && run.question.times.length > 0);
  const surveys = isScoped ? evidence.scoped : evidence.surveys;
  const level = levelAsked(run, evidence);
  const isCounted = (group: MessageGroup) =>
    level === 'failure' ? group.isFailure : level === 'warning' ? group.severity === 'warning' : true;
  const groups = groupsOf(surveys).filter(({ group }) => isCounted(group));
  const lines = totalLines(surveys);
  const counted = level === undefined ? lines : groups.reduce((sum, { group }) => sum + group.count, 0);
  const total = totalLines(evidence.surveys);
  const what = level === 'failure' ? 'failing line' : level === 'warning' ? 'warning' : 'line';
  const subject = isScoped && evidence.needles.length > 0 ? say` with ${needleWords(evidence)}` : words('');
  const share =
    total > 0 && counted < total && counted > 0
      ? words(` (${percent(counted / total)} of ${number(total)})`)
      : words('');
  const isEstimated = level !== undefined && groups.some(({ group }) => group.isEstimated === true);
  const narrowed = surveys.map((survey) => ({ ...survey, groups: survey.groups.filter(isCounted) }));
  const isFew = counted > 0 && counted <= fewLines;
  const each = isFew ? occurrencesOf(narrowed) : [];
  const times = isFew && each.length > 1 && each.length <= 6 ? words(`, at ${each.map(whenOf).join('; ')}`) : words('');
  const apart = level === undefined && run.question.times.length === 0 ? (evidence.chosen?.apart ?? 0) : 0;
  const more =
    apart === 0
      ? words('')
      : words(`; ${number(apart)} more ${apart === 1 ? 'has' : 'have'} these words, but not side by side`);
  const headline = say`${words(isEstimated ? 'about ' : '')}${plural(counted, what)}${subject}${share}${times}${more}`;
  const parts: Text[] = [headline];
  if (wantsReason.test(run.question.text) && groups.length > 0 && groups.length <= 6)
    parts.push(
      join(
        groups.slice(0, 3).map(({ group }) => say`${group.message.slice(0, 160)}`),
        '; ',
      ),
    );
  if (groups.length > 1 && groups.length <= 6 && level !== undefined)
    parts.push(
      join(
        groups.map(({ group }) => say`${group.message.slice(0, 120)} ${group.count}`),
        ', ',
      ),
    );
  const proof =
    counted === 0
      ? []
      : isFew
        ? await eachWithBefore(run, each, aroundAsked(run.question.text))
        : groups.slice(0, 20).map(claimOf);
  const places = await codePlaces(run, occurrencesOf(narrowed));
  return lookUp({
    cause: join(parts, ': '),
    explanation: [
      ...howCounted(evidence, level === undefined || counted === lines ? undefined : lines),
      ...courseOf(narrowed, counted),
      ...places.map(({ text }) => ({ text, ranges: [] })),
      ...bySource(narrowed),
    ],
    proof: [...places, ...proof],
    unsettled: missingWords(run, evidence),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
    ...(counted === 0 ? { verdict: 'INCONCLUSIVE' as const } : {}),
    next: [],
  });
}

/** Where no word of the question narrows the lines down and one of them is nowhere, all lines are no answer. */
function lostWords(run: Investigation, evidence: Evidence): Draft | undefined {
  if (evidence.needles.length > 0 || levelAsked(run, evidence) !== undefined) return undefined;
  const lost = evidence.found.filter(({ part, unit }) => part.part === 'term' && unit === undefined);
  if (lost.length === 0) return undefined;
  const names = join(
    lost.slice(0, 3).map(({ part }) => say`${part.word.text}`),
    ', ',
  );
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`None counted: ${names} ${words(lost.length === 1 ? 'stands' : 'stand')} in none of the ${plural(totalLines(evidence.surveys), 'line')}`,
    proof: extent(run),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

const wantsReason =
  /\b(?:what for|why|for what|reasons?|because of what|by (?:what|whom)|(?:and|with) what (?:error|message))\b/i;

/** "Failing" and "errors" narrow by level, unless the words are counted as they stand in the lines. */
function levelAsked(run: Investigation, evidence: Evidence): 'failure' | 'warning' | undefined {
  const text = run.question.text.replace(/["'`“«][^"'`”»]*["'`”»]/g, ' ');
  const counted = (evidence.chosen?.groups ?? []).flat().flatMap((unit) => unit.asked.toLowerCase().split(' '));
  const isOpen = (word: string) => !counted.some((one) => stemOf(one) === stemOf(word.toLowerCase()));
  const failing = text.match(/\b(?:errors?|failures?|failed|failing|exceptions?)\b/gi) ?? [];
  if (failing.some((word) => isOpen(word) || /^(?:errors?|exceptions?)$/i.test(word))) {
    const isSaid = evidence.chosen?.groups
      .flat()
      .some((unit) => unit.isPhrase && failing.some((word) => unit.asked.includes(word)));
    if (isSaid !== true) return 'failure';
  }
  return /\bwarnings?\b/i.test(text) && isOpen('warning') ? 'warning' : undefined;
}

function courseOf(surveys: readonly Survey[], counted: number): Claim[] {
  const extent = extentOf(surveys);
  if (extent?.first.spot.timeMs === undefined || extent.last.spot.timeMs === undefined) return [];
  const times = timeWordsOf(extent.first.survey.info, extent.first.survey.isZoned);
  const [from, to] = [extent.first.spot.timeMs, extent.last.spot.timeMs];
  const spanMs = to - from;
  const perMinute = (counted / spanMs) * 60_000;
  const rate =
    spanMs > 60_000 && counted > fewLines
      ? `, about ${perMinute < 1 ? `${number(perMinute * 60)} an hour` : `${number(perMinute)} a minute`} over ${durationWords(spanMs)}`
      : '';
  const text = words(`${spanMs === 0 ? `At ${times.at(from)}` : `From ${times.span(from, to)}`}${rate}`);
  const burst = burstOf(surveys, counted);
  return [{ text, ranges: [] }, ...(burst === undefined ? [] : [{ text: burst, ranges: [] }])];
}

/** The hour with far more of them than the others. */
function burstOf(surveys: readonly Survey[], counted: number): Text | undefined {
  const [survey] = [...surveys].sort((a, b) => totalLines([b]) - totalLines([a]));
  if (survey === undefined || counted < 20) return undefined;
  const hourMs = 3_600_000;
  const byHour = new Map<number, number>();
  for (const { buckets } of survey.groups)
    buckets.forEach((count, bucket) => {
      const at = survey.bucketTime(bucket);
      if (count > 0 && at !== undefined)
        byHour.set(Math.floor(at / hourMs), (byHour.get(Math.floor(at / hourMs)) ?? 0) + count);
    });
  const hours = [...byHour].sort((a, b) => b[1] - a[1]);
  const [top] = hours;
  const span = (survey.info.lastTimeMs ?? 0) - (survey.info.firstTimeMs ?? 0);
  if (top === undefined || span < 3 * hourMs || span > 40 * hourMs || top[1] < (3 * counted * hourMs) / span)
    return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  return words(`Most of them, about ${number(top[1])}, within an hour of ${times.at(top[0] * hourMs)}`);
}

function bySource(surveys: readonly Survey[]): Claim[] {
  const sources = sourcesOf(surveys);
  if (sources.length < 2) return [];
  const told = join(
    sources.slice(0, 12).map(([name, count]) => say`${name} ${count}`),
    ', ',
  );
  return [{ text: say`By source: ${told}`, ranges: [] }];
}

/** "how many users": the field of that name and its values. */
function fieldAsked(
  evidence: Evidence,
  run: Investigation,
): { name: string; values: Map<string, { lines: number; failed: number; survey: Survey; line: number }> } | undefined {
  const isOfFailures =
    /\bhow many (?:\w+ ){1,2}(?:errors?|failures?|timeouts?|crash\w{0,3}|exceptions?|warnings?|fail\w{0,3})\b/i.test(
      run.question.text,
    );
  const noun = /\bhow many (?:different |distinct |unique |various )?([a-z][a-z_]{2,20}?)e?s?\b/i
    .exec(run.question.text)?.[1]
    ?.toLowerCase();
  if (
    isOfFailures ||
    noun === undefined ||
    /^(?:error|failure|line|time|warning|exception|message|entr|log|request|event|crash|restart|retr|timeout)/.test(
      noun,
    )
  )
    return undefined;
  const values = new Map<string, { lines: number; failed: number; survey: Survey; line: number }>();
  let name: string | undefined;
  for (const survey of evidence.scoped.length > 0 && evidence.needles.length > 0 ? evidence.scoped : evidence.surveys) {
    for (const row of survey.shares) {
      if (row.field === '' || !matches(row.field, noun)) continue;
      name ??= row.field;
      if (row.field !== name) continue;
      const known = values.get(row.value);
      const line =
        survey.groups.find(
          (group) => group.sources.has(row.value) || [...group.values.values()].some((counts) => counts.has(row.value)),
        )?.first.line ?? 1;
      values.set(row.value, {
        lines: (known?.lines ?? 0) + row.total,
        failed: (known?.failed ?? 0) + row.failed,
        survey,
        line: known?.line ?? line,
      });
    }
  }
  return name === undefined ? undefined : { name, values };
}

function matches(field: string, noun: string): boolean {
  const bare = field.toLowerCase();
  return (
    bare.includes(noun) ||
    (bare === 'source' && /service|component|process|app|pod|container|source|host|module|logger/.test(noun))
  );
}

function countValues(
  evidence: Evidence,
  name: string,
  values: NonNullable<ReturnType<typeof fieldAsked>>['values'],
  run: Investigation,
): Draft {
  const sorted = [...values].sort((a, b) => b[1].lines - a[1].lines || a[0].localeCompare(b[0]));
  const more = sorted.length >= 60 ? words('at least ') : words('');
  return lookUp({
    cause: say`${more}${sorted.length} different values of ${name}: ${join(
      sorted.slice(0, 8).map(([value, { lines }]) => say`${value} (${lines})`),
      ', ',
    )}${words(sorted.length > 8 ? ' and others' : '')}`,
    proof: sorted.slice(0, 8).map(([value, { lines, failed, survey, line }]) => ({
      text: say`${value}: ${plural(lines, 'line')}, ${failed} of them failing`,
      ranges: [rangeOf(survey, { line, lineEnd: line })],
    })),
    unsettled: missingWords(run, evidence),
  });
}

export function sourcesOf(surveys: readonly Survey[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const survey of surveys) {
    for (const group of survey.groups)
      for (const [name, count] of group.sources) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
