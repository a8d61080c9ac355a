import { percent } from '../detect/trends.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { claimOf, extentOf, groupsOf, lookUp, missingWords, needleWords, rangeOf, totalLines } from './look-up.ts';
import { join, number, plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** How many, of what kinds, by whom, from when to when. */
export function answerCount(run: Investigation, evidence: Evidence): Draft {
  const text = run.question.text;
  const field = fieldAsked(evidence, run);
  if (field !== undefined) return countValues(evidence, field.name, field.values, run);
  const wantsFailures = /\b(?:errors?|failures?|failed|failing|exceptions?|crash\w*)\b/i.test(text);
  const wantsWarnings = /\bwarnings?\b/i.test(text);
  const isScoped = evidence.needles.length > 0 || (evidence.scoped.length > 0 && run.question.times.length > 0);
  const surveys = isScoped ? evidence.scoped : evidence.surveys;
  const isCounted = (isFailure: boolean, severity: string) =>
    wantsFailures ? isFailure : wantsWarnings ? severity === 'warning' : true;
  const groups = groupsOf(surveys).filter(({ group }) => isCounted(group.isFailure, group.severity));
  const counted = groups.reduce((sum, { group }) => sum + group.count, 0);
  const total = totalLines(evidence.surveys);
  const what = wantsFailures ? 'failing line' : wantsWarnings ? 'warning' : 'line';
  const subject = isScoped && evidence.needles.length > 0 ? say` with ${needleWords(evidence)}` : words('');
  const share =
    total > 0 && counted < total && counted > 0
      ? words(` (${percent(counted / total)} of ${number(total)})`)
      : words('');
  const isEstimated = groups.some(({ group }) => group.isEstimated === true);
  const parts: Text[] = [say`${words(isEstimated ? 'about ' : '')}${plural(counted, what)}${subject}${share}`];
  if (groups.length > 1 && groups.length <= 6)
    parts.push(
      join(
        groups.map(({ group }) => say`${group.message.slice(0, 120)} ${group.count}`),
        ', ',
      ),
    );
  const narrowed = surveys.map((survey) => ({
    ...survey,
    groups: survey.groups.filter((group) => isCounted(group.isFailure, group.severity)),
  }));
  const extent = extentOf(narrowed);
  const explanation: Draft['explanation'] = [];
  if (extent !== undefined && extent.first.spot.timeMs !== undefined && extent.last.spot.timeMs !== undefined) {
    const times = timeWordsOf(extent.first.survey.info, extent.first.survey.isZoned);
    const spanMs = extent.last.spot.timeMs - extent.first.spot.timeMs;
    const rate =
      spanMs > 60_000 && counted > 1
        ? `, about ${number((counted / spanMs) * 60_000)} a minute over ${durationWords(spanMs)}`
        : '';
    explanation.push({
      text: words(
        `${spanMs === 0 ? `At ${times.at(extent.first.spot.timeMs)}` : `From ${times.span(extent.first.spot.timeMs, extent.last.spot.timeMs)}`}${rate}`,
      ),
      ranges: [],
    });
  }
  const bySource = sourcesOf(narrowed);
  if (bySource.length > 1)
    explanation.push({
      text: say`By source: ${join(
        bySource.slice(0, 12).map(([name, count]) => say`${name} ${count}`),
        ', ',
      )}`,
      ranges: [],
    });
  const sampled = surveys.some((survey) => survey.isSampled);
  return lookUp({
    cause: join(parts, ': '),
    explanation,
    proof: counted === 0 ? [] : groups.slice(0, 20).map(claimOf),
    unsettled: [
      ...missingWords(run, evidence),
      ...(sampled
        ? [
            words(
              'The file is so long that its quiet lines were sampled; counts of failures are complete up to the sample',
            ),
          ]
        : []),
    ],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
    ...(counted === 0 ? { verdict: 'INCONCLUSIVE' as const } : {}),
    next: [],
  });
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
