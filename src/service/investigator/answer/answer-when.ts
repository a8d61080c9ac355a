import type { Claim } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { Survey } from '../survey/survey.ts';
import { aboutSubject, answerCause } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { claimOf, extentOf, groupsOf, lookUp, missingWords, needleWords, rangeOf } from './look-up.ts';
import { fewLines, occurrencesOf, whenOf } from './occurrences.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** When something began, when it ended, how long it took. */
export async function answerWhen(run: Investigation, evidence: Evidence): Promise<Draft> {
  const { text } = run.question;
  const [story] = aboutSubject(run, evidence).filter((one) => one.severity !== 'info');
  // A slope or a rising share has no line that names its beginning: its own times are the answer.
  if (story !== undefined && (story.kind === 'trend' || story.kind === 'share') && !/\bfirst|last\b/i.test(text))
    return answerCause(run, evidence);
  const wantsFailures =
    /\b(?:errors?|fail\w*|exceptions?|crash\w*|problems?|issues?|outage|incident|trouble|wrong)\b/i.test(text);
  const isScoped = evidence.needles.length > 0;
  const surveys = isScoped ? evidence.scoped : evidence.surveys;
  const hasFailures = surveys.some((survey) => survey.groups.some((group) => group.isFailure));
  const failuresOnly = wantsFailures && hasFailures;
  if (!isScoped && !failuresOnly && !wantsWhole(text)) return answerCause(run, evidence);
  const narrowed = surveys.map((survey) => ({
    ...survey,
    groups: survey.groups.filter((group) => !failuresOnly || group.isFailure),
  }));
  const extent = extentOf(narrowed);
  if (extent === undefined) return answerCause(run, evidence);
  const { first, last } = extent;
  const count = narrowed.flatMap((survey) => survey.groups).reduce((sum, group) => sum + group.count, 0);
  const subject = isScoped
    ? say`${needleWords(evidence)}${words(failuresOnly ? ' failing' : '')}`
    : words(failuresOnly ? 'Failures' : 'Lines');
  const isSingle = count === 1;
  const at = (one: { survey: Survey; spot: { line: number; timeMs?: number } }) =>
    one.spot.timeMs === undefined
      ? `line ${one.spot.line}`
      : timeWordsOf(one.survey.info, one.survey.isZoned).at(one.spot.timeMs);
  const lasted =
    first.spot.timeMs !== undefined && last.spot.timeMs !== undefined
      ? last.spot.timeMs - first.spot.timeMs
      : undefined;
  const during =
    lasted === undefined || lasted === 0 || isSingle ? words('') : words(`, over ${durationWords(lasted)}`);
  return lookUp({
    cause: isSingle
      ? say`${subject}: once, at ${words(at(first))}`
      : say`${subject}: first at ${words(at(first))}, last at ${words(at(last))}${during}, ${plural(count, 'line')}`,
    explanation: await eachOf(run, narrowed, count),
    proof: [
      { text: words('The first'), ranges: [rangeOf(first.survey, first.spot)] },
      ...(isSingle ? [] : [{ text: words('The last'), ranges: [rangeOf(last.survey, last.spot)] }]),
    ],
    also: groupsOf(narrowed).slice(0, 10).map(claimOf),
    unsettled: missingWords(run, evidence),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
  });
}

/** Where they are few, each with its time; with what it says where the values are asked for or differ. */
async function eachOf(run: Investigation, surveys: readonly Survey[], count: number): Promise<Claim[]> {
  const all = occurrencesOf(surveys);
  const wantsValues = /\b(?:from|to) (?:what|which|whom?)\b/i.test(run.question.text);
  if (all.length !== count || count > fewLines || count < (wantsValues ? 1 : 3)) return [];
  if (!wantsValues) return [{ text: words(`Each: ${all.map(whenOf).join('; ')}`), ranges: [] }];
  const told: Text[] = [];
  for (const one of all) {
    const document = await run.documents.open(one.survey.info.name);
    const [line = ''] = (await document?.lines(one.spot.line, one.spot.line)) ?? [];
    told.push(say`${words(whenOf(one))}: ${fieldsOf(line).message.slice(0, 160)}`);
  }
  return [{ text: join(told, '; '), ranges: [] }];
}

/** "What time span does the log cover?" */
function wantsWhole(text: string): boolean {
  return /\b(?:log|file|capture|trace|recording|cover\w*|span)\b/i.test(text);
}
