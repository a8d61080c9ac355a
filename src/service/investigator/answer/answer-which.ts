import { percent } from '../detect/amounts.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { ShareRow, Survey } from '../survey/survey.ts';
import { answerCause } from './answer-cause.ts';
import { answerErrors } from './answer-errors.ts';
import { answerFind } from './answer-find.ts';
import type { Draft } from './draft.ts';
import { lookUp, missingWords, rangeOf } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** Which service, host, user, endpoint: those concerned, most first. */
export async function answerWhich(run: Investigation, evidence: Evidence): Promise<Draft> {
  const isScoped = evidence.needles.length > 0 && evidence.scoped.length > 0;
  const surveys = isScoped ? evidence.scoped : evidence.surveys;
  const rows = rowsFor(surveys, run.question.by);
  // Whoever writes the lines is no order, queue or person that they tell of.
  if (rows[0]?.row.field === 'source' && !isAboutSources(run.question.text))
    return isScoped ? answerFind(run, evidence) : answerCause(run, evidence);
  const wantsFailures =
    /\b(?:error|fail|problem|issue|wrong|broken|affected|crash|slow|down|cause|trigger|impact|timeout|exception)/i.test(
      run.question.text,
    );
  const measure = (row: ShareRow) => (wantsFailures && !isScoped ? row.failed : row.total);
  const ranked = rows
    .filter(({ row }) => measure(row) > 0)
    .sort((a, b) => measure(b.row) - measure(a.row) || a.row.value.localeCompare(b.row.value));
  const [top] = ranked;
  const isNamed = run.question.by !== undefined && top !== undefined && top.row.field !== 'source';
  if (top === undefined && !wantsFailures) return isScoped ? answerFind(run, evidence) : answerCause(run, evidence);
  if (top === undefined || (ranked.length === 1 && wantsFailures && !isNamed)) return answerErrors(run, evidence);
  // Of fields with very many values only the first sixty are kept: the whole is counted by itself.
  const whole = surveys
    .flatMap((survey) => survey.shares.filter((row) => row.field === ''))
    .reduce((sum, row) => sum + measure(row), 0);
  const total = Math.max(whole, measure(top.row));
  const what = wantsFailures && !isScoped ? 'failing line' : 'line';
  const names = join(
    ranked.slice(0, 6).map(({ row }) => say`${row.value} (${measure(row)})`),
    ', ',
  );
  const field = top.row.field === 'source' ? words('source') : words(top.row.field.replace(/[^\w.-]/g, ''));
  return lookUp({
    cause:
      ranked.length === 1
        ? say`Only ${top.row.value}, ${plural(measure(top.row), what)}`
        : say`${top.row.value} leads with ${measure(top.row)} of ${plural(total, what)}: ${names}${words(ranked.length > 6 ? ' and others' : '')}`,
    explanation: [{ text: say`Told by ${field}; ${plural(ranked.length, 'value')} in all`, ranges: [] }],
    proof: ranked.slice(0, 10).map(({ survey, row }) => {
      const times = timeWordsOf(survey.info, survey.isZoned);
      const since =
        row.firstFailure?.timeMs === undefined
          ? words('')
          : words(`, the first at ${times.at(row.firstFailure.timeMs)}`);
      const spot = row.firstFailure ?? spotOf(survey, row);
      return {
        text:
          row.failed > 0
            ? say`${row.value}: ${row.failed} of ${plural(row.total, 'line')} fail (${words(percent(row.failed / row.total))})${since}${mainFailure(survey, row)}`
            : say`${row.value}: ${plural(row.total, 'line')}, none failing`,
        ranges: spot === undefined ? [] : [rangeOf(survey, spot)],
      };
    }),
    unsettled: missingWords(run, evidence),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6),
  });
}

/** Asks for what writes lines, or for nothing by name. */
function isAboutSources(text: string): boolean {
  const noun = /\b(?:which|what|list|top) (?:\d+ )?((?:[a-z-]+ )?[a-z-]+)/i.exec(text)?.[1] ?? '';
  return (
    !/\bwho\b/i.test(text) &&
    (noun === '' ||
      /^(?:is|are|was|were|of|ones?)\b/i.test(noun) ||
      /\b(?:services?|components?|process(?:es)?|apps?|applications?|modules?|loggers?|programs?|daemons?|containers?|pods?|units?|teams?|sources?|subsystems?|systems?|tags?|threads?|packages?|parts?|errors?|failures?|log|logs|messages?)\b/i.test(
        noun,
      ))
  );
}

/** The field that was asked for, else the one that tells who: the source of the lines. */
function rowsFor(surveys: readonly Survey[], by: string | undefined): { survey: Survey; row: ShareRow }[] {
  const all = surveys.flatMap((survey) =>
    survey.shares.filter((row) => row.field !== '').map((row) => ({ survey, row })),
  );
  const named = by === undefined ? [] : all.filter(({ row }) => row.field.toLowerCase().includes(by.replace(/s$/, '')));
  if (named.length > 0) {
    const field = named[0]!.row.field;
    return named.filter(({ row }) => row.field === field);
  }
  return all.filter(({ row }) => row.field === 'source');
}

function spotOf(survey: Survey, row: ShareRow) {
  return survey.groups.find(
    (group) => group.sources.has(row.value) || [...group.values.values()].some((values) => values.has(row.value)),
  )?.first;
}

/** What fails most often there. */
function mainFailure(survey: Survey, row: ShareRow): Text {
  const [top] = survey.groups
    .filter(
      (group) =>
        group.isFailure &&
        (group.sources.has(row.value) || [...group.values.values()].some((values) => values.has(row.value))),
    )
    .sort((a, b) => b.count - a.count || a.id - b.id);
  return top === undefined ? words('') : say`: ${top.message.slice(0, 160)}`;
}
