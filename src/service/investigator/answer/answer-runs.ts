import { type ChangePoint, changePointOf } from '../calculate/change-point.ts';
import { rangeAt } from '../calculate/pass.ts';
import { runEnds, runStarts } from '../calculate/run-words.ts';
import { type Run, type Runs, runsOf } from '../calculate/runs.ts';
import { subjectWords } from '../calculate/subject-words.ts';
import { shorten } from '../detect/shorten.ts';
import { mostTelling, type UnusualLine, unusualLines } from '../detect/unusual-lines.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { asksForRuns } from '../question/runs-asked.ts';
import type { Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { lookUp, rangeOf } from './look-up.ts';
import type { Table } from './render-table.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { durationWords, type TimeWords, timeWordsOf } from './times.ts';

const fewestRuns = 4;
const mostRows = 24;

/** "The backups take longer lately, since which day?": each run with what it took, the first long one and what stands in it. */
export async function answerRuns(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text, phrases } = run.question;
  if (run.files.length !== 1 || phrases.length > 0 || !asksForRuns(text)) return undefined;
  const runs = chosen([...(await runsOf(run)).values()], text);
  const [first] = runs?.all ?? [];
  if (runs === undefined || first === undefined) return undefined;
  const survey = evidence.surveys.find((one) => one.info.name === rangeAt(run, first.places[0]!).document);
  if (survey === undefined) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const change = changePointOf(runs.all.map(({ durationMs }) => durationMs));
  const name = nameOf(first.message);
  const table = tableOf(runs.all, change, times);
  const ends = (one: Run) => one.places.map((place) => rangeAt(run, place));
  const unfinished = runs.unfinished.filter(({ timeMs }) => timeMs > first.startMs);
  const rest = [
    {
      text: say`${plural(runs.all.length, 'run')} of ${name}${words(unfinished.length === 0 ? '' : `, and ${unfinished.length} without an end, the last begun at ${times.at(unfinished.at(-1)!.timeMs)}`)}`,
      ranges: [],
    },
  ];
  if (change === undefined) {
    const sorted = [...runs.all].sort((a, b) => a.durationMs - b.durationMs);
    const [least, most] = [sorted[0]!, sorted.at(-1)!];
    return lookUp({
      cause: say`${name} takes ${words(durationWords(least.durationMs))} to ${words(durationWords(most.durationMs))} in ${plural(runs.all.length, 'run')}, and no longer from some run on`,
      explanation: rest,
      tables: [table],
      proof: [
        { text: say`The longest: ${words(durationWords(most.durationMs))}`, ranges: ends(most) },
        { text: say`The shortest: ${words(durationWords(least.durationMs))}`, ranges: ends(least) },
      ],
    });
  }
  const [before, turn] = [runs.all[change.index - 1]!, runs.all[change.index]!];
  const inside = found(survey, before, turn, text);
  const told = [...inside].sort((a, b) => b.score - a.score).slice(0, 1);
  return lookUp({
    verdict: told.length > 0 ? 'LIKELY' : 'CONFIRMED',
    cause: say`${name} takes ${words(durationWords(change.after))} instead of ${words(durationWords(change.before))} since the run of ${words(times.at(turn.startMs))}${join(
      told.map((one) => say`; in it: ${shorten(one.group.message, 100)}${clock(one, times)}`),
      '',
    )}`,
    explanation: rest,
    tables: [table],
    proof: [
      ...inside.map((one) => ({
        text: say`In or right before the first such run: ${one.group.message.slice(0, 160)}`,
        ranges: [rangeOf(survey, one.spot)],
      })),
      { text: say`The first such run: ${words(durationWords(turn.durationMs))}`, ranges: ends(turn) },
      { text: say`The run before it: ${words(durationWords(before.durationMs))}`, ranges: ends(before) },
    ],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

/** "job nightly-full" of "job nightly-full started, target nas7": what runs, without what counts its runs. */
function nameOf(message: string): string {
  const at = runStarts.exec(message) ?? runEnds.exec(message);
  const namesIn = (text: string) =>
    text
      .split(/[\s,;:]+/)
      .filter(
        (word) => word !== '' && !/\d/.test(word) && !/^(?:for|of|the|a|an|at|on|with|to|from|in|ok)$/i.test(word),
      )
      .slice(0, 4)
      .join(' ');
  const before = at === null ? '' : namesIn(message.slice(0, at.index));
  const after = at === null ? '' : namesIn(message.slice(at.index + at[0].length));
  return before || after || shorten(message, 60);
}

/** What the question speaks of; else what changed most; else what ran most often. */
function chosen(all: readonly Runs[], text: string): Runs | undefined {
  const asked = [...subjectWords(text), ...(text.match(/\b[a-z]{4,}\b/gi) ?? [])].map((word) =>
    word.toLowerCase().replace(/s$/, ''),
  );
  const score = (runs: Runs) => {
    const message = runs.all[0]!.message.toLowerCase();
    const isNamed = asked.some((word) => word.length >= 3 && message.includes(word));
    const change = changePointOf(runs.all.map(({ durationMs }) => durationMs));
    const isPaired = runs.all[0]!.places.length > 1;
    return (
      (isNamed ? 10 : 0) +
      (change === undefined ? 0 : 8) +
      (isPaired ? 1 : 0) +
      Math.min(3, Math.log10(runs.all.length))
    );
  };
  return all.filter((runs) => runs.all.length >= fewestRuns).sort((a, b) => score(b) - score(a))[0];
}

/** What stands in the first long run, or between it and the run before, and stood nowhere before. */
function found(survey: Survey, before: Run, turn: Run, text: string): UnusualLine[] {
  const names = subjectWords(text).map((word) => word.toLowerCase());
  const all = unusualLines(survey, { names, isOfChange: false, own: new Set() });
  const inside = all.filter(
    ({ spot, group }) =>
      spot.timeMs !== undefined &&
      spot.timeMs >= before.endMs &&
      spot.timeMs <= turn.endMs &&
      (group.first.timeMs ?? 0) >= before.endMs,
  );
  // A line that is merely new tells nothing beside one of a change or of trouble.
  const telling = inside.filter(({ score }) => score > 2);
  return mostTelling(telling.length > 0 ? telling : inside, 6);
}

function clock({ spot }: UnusualLine, times: TimeWords): Text {
  return words(spot.timeMs === undefined ? '' : ` at ${times.at(spot.timeMs)}`);
}

function tableOf(runs: readonly Run[], change: ChangePoint | undefined, times: TimeWords): Table {
  const middle = change?.index ?? runs.length;
  const from = Math.max(0, Math.min(runs.length - mostRows, middle - mostRows / 2));
  return {
    head: ['run begun', 'took', ''],
    rows: runs
      .slice(from, from + mostRows)
      .map((one, index) => [
        times.at(one.startMs),
        durationWords(one.durationMs),
        from + index === change?.index ? 'first' : '',
      ]),
  };
}
