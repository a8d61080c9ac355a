import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import type { TimeWords } from '../answer/times.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { lengthWords } from '../episodes/length-words.ts';
import type { Investigation } from '../investigation.ts';
import { type AttemptsAsked, attemptsAsked } from './attempts-asked.ts';
import { differenceOf } from './difference.ts';
import { type Attempt, type Attempts, splitAttempts } from './split-attempts.ts';

export interface AttemptsTold {
  run: Investigation;
  asked: AttemptsAsked;
  attempts: Attempts;
  times: TimeWords;
  /** Of the noun and the number: "attempt 2". */
  name(one: Attempt): Text;
}

const mostTold = 8;
const mostRows = 30;

/** Of several goes at the same: how many, how far each came, which succeeded, how long each ran, what differs. */
export async function answerAttempts(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (
    run.files.length !== 1 ||
    documentsOf(run).length !== 1 ||
    question.phrases.length > 0 ||
    question.times.length > 0
  )
    return undefined;
  const asked = attemptsAsked(question.text);
  if (asked === undefined) return undefined;
  const attempts = await splitAttempts(run, asked.noun);
  if (attempts === undefined || attempts.all.length < 2) return undefined;
  const name = (one: Attempt) => words(`${asked.noun} ${attempts.all.indexOf(one) + 1}`);
  const told: AttemptsTold = { run, asked, attempts, times: await timesOf(run), name };
  const draft = tell(told);
  if (draft !== undefined)
    run.step('attempts', { of: asked.noun, count: attempts.all.length }, draft.cause.plain.slice(0, 200));
  return draft;
}

function tell(told: AttemptsTold): Draft | undefined {
  switch (told.asked.wants) {
    case 'far':
      return howFar(told);
    case 'outcome':
      return whichCame(told);
    case 'difference':
      return differenceOf(told);
    case 'lengths':
      return lengths(told);
    case 'tails':
      return lastLines(told);
  }
}

function picked({ attempts: { all }, asked: { pick } }: AttemptsTold): Attempt[] | undefined {
  if (pick === undefined) return all;
  const one = pick === 'last' ? all.at(-1) : all[pick - 1];
  return one === undefined ? undefined : [one];
}

function howFar(told: AttemptsTold): Draft | undefined {
  const { attempts, asked, name } = told;
  const chosen = picked(told) ?? [];
  const stated = chosen.filter(({ progress }) => progress !== undefined);
  if (stated.length === 0) return undefined;
  const each = join(
    stated.slice(0, mostTold).map((one) => say`${name(one)}: ${one.progress!.value}${endOf(one)}`),
    '; ',
  );
  return lookUp({
    cause: chosen.length === 1 ? each : say`${plural(attempts.all.length, asked.noun)}: ${each}`,
    ...(stated.length > 1 ? { tables: [tableOf(told, chosen)] } : {}),
    explanation: [openedBy(told)],
    proof: stated
      .slice(0, mostTold)
      .map((one) =>
        claimAt(
          told.run,
          say`${name(one)} came to ${one.progress!.value}`,
          one.from.place,
          one.progress!.place,
          ...(one.outcome === undefined ? [] : [one.outcome.place]),
        ),
      ),
  });
}

function endOf({ outcome, progress }: Attempt): Text {
  if (outcome === undefined || outcome.place === progress?.place) return words('');
  return say`, then ${outcome.text.slice(0, 60)}`;
}

function whichCame(told: AttemptsTold): Draft | undefined {
  const { attempts, asked, name } = told;
  const known = attempts.all.filter(({ outcome }) => outcome !== undefined);
  if (known.length === 0) return undefined;
  const wanted = known.filter(({ outcome }) => outcome!.isSuccess === asked.isOfSuccess);
  const verb = asked.isOfSuccess ? 'succeeded' : 'failed';
  const of = ` of ${number(attempts.all.length)}`;
  return lookUp({
    cause:
      wanted.length === 0
        ? say`None of the ${plural(attempts.all.length, asked.noun)} ${words(verb)}`
        : say`${words(capital(asked.noun))} ${words(
            wanted
              .slice(0, 12)
              .map((one) => number(attempts.all.indexOf(one) + 1))
              .join(', '),
          )}${words(of)} ${words(verb)}: ${wanted[0]!.outcome!.text.slice(0, 80)}${at(told, wanted[0]!.outcome!.timeMs)}`,
    tables: [tableOf(told, attempts.all)],
    explanation: [openedBy(told)],
    proof: (wanted.length === 0 ? known : wanted)
      .slice(0, mostTold)
      .map((one) => claimAt(told.run, say`${name(one)}`, one.from.place, one.outcome!.place)),
  });
}

function lengths(told: AttemptsTold): Draft | undefined {
  const { attempts, asked, times, run } = told;
  const { all, isByClock } = attempts;
  const isBetween = asked.isBetween && !isByClock;
  const timed = all.filter(({ from, to }) => from.timeMs !== undefined && to.timeMs !== undefined);
  if (timed.length < 2) return undefined;
  const spans = isBetween
    ? timed.slice(1).map((one, index) => ({ one, ms: one.from.timeMs! - timed[index]!.from.timeMs! }))
    : timed.map((one) => ({
        one,
        ms: (one.to.timeMs ?? 0) - (isByClock ? Math.min(0, one.from.timeMs!) : one.from.timeMs!),
      }));
  const isEnd = (one: Attempt) => one === all.at(-1);
  const of = asked.isOfEnds ? spans.filter(({ one }) => isBetween || !isEnd(one)) : spans;
  const told1 = join(
    of
      .slice(0, mostTold)
      .map(
        ({ one, ms }) =>
          say`${words(lengthWords(ms))}${words(isBetween ? ` before ${times.at(one.from.timeMs!)}` : isByClock && isEnd(one) ? ' (the last, until the file ends)' : '')}`,
      ),
    '; ',
  );
  const count = asked.isOfEnds && isByClock ? all.length - 1 : all.length;
  return lookUp({
    cause: say`${plural(count, asked.noun)}: ${words(isBetween ? 'between them ' : 'each ran ')}${told1}`,
    tables: [tableOf(told, all)],
    explanation: [openedBy(told)],
    proof: all.slice(0, mostTold).map((one) => claimAt(run, say`${told.name(one)}`, one.from.place, one.to.place)),
  });
}

/** What the goes that ended have in common in their last lines. */
function lastLines(told: AttemptsTold): Draft | undefined {
  const { attempts, run } = told;
  const ended = attempts.all.slice(0, -1);
  if (ended.length < 2) return undefined;
  const counts = new Map<string, { text: string; attempts: Attempt[]; distance: number }>();
  for (const one of ended)
    one.tail.forEach((mark, index) => {
      const kind = mark.text.replace(/[\d.]+/g, '#');
      const known = counts.get(kind) ?? { text: mark.text, attempts: [], distance: 0 };
      counts.set(kind, known);
      if (!known.attempts.includes(one)) {
        known.attempts.push(one);
        known.distance += index;
      }
    });
  const common = [...counts.values()]
    .filter((one) => one.attempts.length >= Math.max(2, ended.length * 0.7))
    .sort((a, b) => a.distance / a.attempts.length - b.distance / b.attempts.length);
  const [last, before] = common;
  if (last === undefined) return undefined;
  const share =
    last.attempts.length === ended.length
      ? `each of the ${number(ended.length)}`
      : `${number(last.attempts.length)} of the ${number(ended.length)}`;
  return lookUp({
    cause: say`Before ${words(share)} stands ${last.text.slice(0, 120)}${before === undefined ? words('') : say`, and before that ${before.text.slice(0, 90)}`}`,
    explanation: [openedBy(told)],
    tables: [tableOf(told, attempts.all)],
    proof: ended.slice(0, mostTold).map((one) =>
      claimAt(
        run,
        say`The end of ${told.name(one)}`,
        ...one.tail
          .slice(0, 3)
          .map(({ place }) => place)
          .reverse(),
      ),
    ),
  });
}

export function openedBy({ attempts: { all, isByClock }, asked }: AttemptsTold) {
  return {
    text: isByClock
      ? say`Told apart where the uptime starts anew: ${plural(all.length, 'stretch', 'stretches')} of lines`
      : say`A ${words(asked.noun)} is taken to begin with ${all[0]!.from.text.slice(0, 120)}`,
    ranges: [],
  };
}

function tableOf({ times, attempts, asked }: AttemptsTold, chosen: readonly Attempt[]) {
  const hasProgress = chosen.some(({ progress }) => progress !== undefined);
  const hasOutcome = chosen.some(({ outcome }) => outcome !== undefined);
  return {
    head: [
      asked.noun,
      'from',
      'length',
      'lines',
      ...(hasProgress ? ['came to'] : []),
      ...(hasOutcome ? ['last outcome'] : []),
    ],
    rows: chosen
      .slice(0, mostRows)
      .map((one) => [
        String(attempts.all.indexOf(one) + 1),
        one.from.timeMs === undefined ? '' : times.at(one.from.timeMs),
        one.from.timeMs === undefined || one.to.timeMs === undefined
          ? ''
          : lengthWords(one.to.timeMs - one.from.timeMs),
        number(one.records),
        ...(hasProgress ? [one.progress?.value ?? ''] : []),
        ...(hasOutcome ? [one.outcome === undefined ? '' : one.outcome.isSuccess ? 'success' : 'failure'] : []),
      ]),
  };
}

export function at({ times }: AttemptsTold, timeMs: number | undefined): Text {
  return words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
