import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords, timeWordsOf } from '../answer/times.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { type EndAsked, endAsked } from './end-asked.ts';
import type { Outcome } from './outcome-counts.ts';
import { type Ending, readEnding, type Stated } from './read-ending.ts';

/** "Did all tests pass?", "how many were skipped?", "how long did it take?" of a run whose output says so at its end. */
export async function answerEnding(run: Investigation): Promise<Draft | undefined> {
  const asked = endAsked(run.question.text);
  const [info, other] = run.documents.infos;
  if (asked === undefined || info === undefined || other !== undefined || run.question.times.length > 0)
    return undefined;
  if (info.fileType !== 'log') return undefined;
  const document = await run.documents.open(info.name);
  if (document === undefined) return undefined;
  const ending = await readEnding(document);
  const proofOf = (text: string, stated: readonly Stated<unknown>[]) => [
    {
      text: words(text),
      ranges: [...new Set(stated.map(({ line }) => line))].map((line) => ({
        document: info.name,
        lineStart: line,
        lineEnd: line,
      })),
    },
  ];
  const told =
    asked.wants === 'length'
      ? lengthOf(ending, info.clock === 'none')
      : asked.wants === 'counts'
        ? countsOf(asked, ending)
        : outcomeOfRun(asked, ending);
  if (told === undefined) {
    if (asked.wants !== 'length' || info.clock !== 'none') return undefined;
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`This file has no times: none of its ${plural(info.lines, 'line')} carries one, and none states how long it took`,
      proof: [],
    });
  }
  return lookUp({ cause: told.cause, proof: proofOf('As the run says at its end', told.stands) });
}

/** "How long did it take?" where no line says: by the clock of the first and the last line. */
export async function spanOfRun(run: Investigation): Promise<Draft | undefined> {
  const [info, other] = run.documents.infos;
  if (info === undefined || other !== undefined || endAsked(run.question.text)?.wants !== 'length') return undefined;
  const { firstTimeMs, lastTimeMs } = info;
  if (info.fileType !== 'log' || firstTimeMs === undefined || lastTimeMs === undefined) return undefined;
  const times = timeWordsOf(info);
  const ends = [1, info.lines].map((line) => ({ document: info.name, lineStart: line, lineEnd: line }));
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${words(durationWords(lastTimeMs - firstTimeMs))} by the clock, ${words(times.span(firstTimeMs, lastTimeMs))}; no line states how long it took`,
    proof: [{ text: words('The first and the last line'), ranges: ends }],
  });
}

interface Told {
  cause: Text;
  stands: readonly Stated<unknown>[];
}

/** The line that sums up all: it also counts, or it is the last. */
function lengthOf({ lengths, counts }: Ending, isUntimed: boolean): Told | undefined {
  const summing = lengths.filter(({ line }) => counts.some((one) => Math.abs(one.line - line) <= 3));
  const one =
    lengths.find(({ text }) => /^\W*(?:\[?[A-Z]{3,8}\]? )?(?:total|duration|real|elapsed)\b/i.test(text)) ??
    summing.at(-1);
  const stated = one ?? (isUntimed ? lengths.at(-1) : undefined);
  if (stated === undefined) return undefined;
  return { cause: say`${words(durationWords(stated.value))}: ${shorten(stated.text.trim(), 120)}`, stands: [stated] };
}

/** Of several summaries (files and tests) the one whose line names what was asked, else the last. */
function countOf({ counts }: Ending, outcome: Outcome, noun: string | undefined) {
  const all = counts.filter(({ value }) => value.outcome === outcome);
  const named =
    noun === undefined ? [] : all.filter(({ text }) => new RegExp(`\\b${noun}s?\\b(?! files)`, 'i').test(text));
  return (named.length > 0 ? named : all).at(-1);
}

const saidOf: Record<Outcome, string> = {
  total: 'in all',
  passed: 'passed',
  failed: 'failed',
  errors: 'with errors',
  skipped: 'skipped',
};

function countsOf({ outcomes, noun, said }: EndAsked, ending: Ending): Told | undefined {
  if (ending.counts.length === 0) return undefined;
  const found = outcomes.map((outcome) => ({ outcome, ...numberOf(ending, outcome, noun) }));
  if (found.every(({ stands }) => stands === undefined)) return undefined;
  const stands = found.flatMap(({ stands: lines }) => lines ?? []);
  const text = join(
    found.map(({ outcome, number }) => say`${number ?? 0} ${words(said.get(outcome) ?? saidOf[outcome])}`),
    ', ',
  );
  const [only] = found;
  const cause = found.length === 1 && only!.outcome === 'total' ? say`${plural(only!.number!, noun ?? 'test')}` : text;
  const [line] = stands;
  return { cause: say`${cause}: ${shorten(line!.text.trim(), 120)}`, stands };
}

/** As it is stated; what passed is what ran without what did not pass, and what ran is all of them. */
function numberOf(ending: Ending, outcome: Outcome, noun: string | undefined) {
  const stated = countOf(ending, outcome, noun);
  if (stated !== undefined) return { number: stated.value.number, stands: [stated] };
  const rest = (['failed', 'errors', 'skipped'] as const).map((name) => countOf(ending, name, noun));
  const lost = rest.reduce((sum, one) => sum + (one?.value.number ?? 0), 0);
  const other = countOf(ending, outcome === 'total' ? 'passed' : 'total', noun);
  if (other === undefined) return { stands: undefined };
  const stands = [other, ...rest.flatMap((one) => one ?? [])];
  if (outcome === 'total') return { number: other.value.number + lost, stands };
  return outcome === 'passed' ? { number: other.value.number - lost, stands } : { number: 0, stands: [other] };
}

function outcomeOfRun({ isOfFailing, noun }: EndAsked, ending: Ending): Told | undefined {
  const failed = (['failed', 'errors'] as const).flatMap((name) => countOf(ending, name, noun) ?? []);
  const counted = [...failed, ...(['passed', 'total'] as const).flatMap((name) => countOf(ending, name, noun) ?? [])];
  const bad = failed.filter(({ value }) => value.number > 0);
  const { exit, word } = ending;
  const isCounted =
    counted.length > 0 && bad.length === 0 && exit?.value.isWell !== false && word?.value.isWell !== false;
  const end = exit ?? word;
  if (counted.length === 0 && end === undefined) return undefined;
  const isWell = counted.length > 0 && (bad.length > 0 || isCounted) ? bad.length === 0 : (end?.value.isWell ?? false);
  const stands = bad.length > 0 ? bad : isCounted ? counted : [end ?? counted[0]!];
  const yes = isWell !== isOfFailing ? 'Yes' : 'No';
  const sense = isWell ? 'it ended well' : 'it failed';
  return { cause: say`${words(`${yes}, ${sense}`)}: ${shorten(stands.at(-1)!.text.trim(), 120)}`, stands };
}
