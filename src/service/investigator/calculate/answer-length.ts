import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import type { Table } from '../answer/render-table.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { wholeWord } from './conditions.ts';
import { createBudget, type Distribution } from './distribution.ts';
import { pairKeyOf } from './pair-key.ts';
import { createPairs, type PairOptions } from './pair-lines.ts';
import { eachLine, type PassLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { runEnds, runStarts } from './run-words.ts';
import type { Tally } from './tally.ts';
import { atTime, claimAt, count, countedText, rowsAsked, timesOf, unsettledOf } from './told.ts';

/**
 * The time from the line that tells of a start to the one that tells of its end: paired by what both name (a run, a job),
 * else one after the other. Undefined where the lines tell of no such pair.
 */
export async function lengthOfPairs(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const [isStart, isEnd] = endTests(asked);
  const { group } = plan;
  const options: PairOptions = {
    budget: createBudget(),
    most: rowsAsked({ ...asked, limit: asked.limit ?? 4 }),
    isLow: asked.isLow,
    keepsFirst: asked.state !== undefined,
    ...(group === undefined ? {} : { groupOf: (line: PassLine) => group.read(line) }),
  };
  const keyed = createPairs(options);
  const inTurn = createPairs({ ...options, keepsFirst: true });
  let matched = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      const isFirst = isStart(line);
      if (!isFirst && !isEnd(line)) return;
      matched++;
      const key = pairKeyOf(line);
      if (isFirst) {
        keyed.start(key, line);
        inTurn.start('', line);
      } else {
        keyed.end(key, line);
        inTurn.end('', line);
      }
    },
  });
  const isKeyed = keyed.values.count > 0 && asked.state === undefined;
  const pairs = isKeyed ? keyed : inTurn;
  const { values } = pairs;
  const longest = pairs.longest();
  const [top] = longest;
  // One after the other says little where many things run at once.
  if (top === undefined || (!isKeyed && values.count > 1 && asked.state === undefined && asked.ends === undefined))
    return undefined;
  const times = await timesOf(run);
  const noun = saidOf(plan.conditions);
  const spanText = (place: number, endMs: number) => words(times.span(pairs.startOf(place).timeMs, endMs));
  const unfinished = pairs.unfinished();
  const isOne = values.count === 1;
  const cause: Text = isOne
    ? say`${words(durationWords(top.value))}, ${spanText(top.place, top.timeMs!)}`
    : lengthsText(asked, values, top.what, plural(values.count, 'time'));
  return lookUp({
    cause,
    explanation: [
      {
        text: say`From a line that tells of a start to the line that tells of its end with the same name or number${plan.conditions.length > 0 ? say`, among ${noun}` : words('')}`,
        ranges: [],
      },
      ...(isOne
        ? []
        : [
            {
              text: say`All together ${words(durationWords(values.sum))}`,
              ranges: [],
            },
          ]),
      ...(unfinished > 0
        ? [{ text: say`${plural(unfinished, 'start')} without an end in this file`, ranges: [] }]
        : []),
      { text: countedText(run, plan, totals, matched, undefined), ranges: [] },
    ],
    ...(group === undefined ? {} : { tables: [tableOf(plan, pairs.byGroup(), asked)] }),
    proof: longest.map((one) =>
      claimAt(
        run,
        say`${words(durationWords(one.value))}${atTime(times, pairs.startOf(one.place).timeMs)}`,
        pairs.startOf(one.place).place,
        one.place,
      ),
    ),
    unsettled: unsettledOf(plan),
  });
}

/** What was asked first: the longest, the average, else the median. */
function lengthsText(asked: Asked, values: Distribution, longest: string, times: Text): Text {
  const told = {
    median: say`median ${words(durationWords(values.quantile(0.5)))}`,
    average: say`average ${words(durationWords(values.sum / values.count))}`,
    longest: say`longest ${words(durationWords(values.max))}${longest === '' || asked.isLow ? words('') : say` (${longest})`}`,
    shortest: say`shortest ${words(durationWords(values.min))}`,
  };
  const first = asked.isLow
    ? 'shortest'
    : asked.statistics.includes('max') || asked.kind === 'rank'
      ? 'longest'
      : asked.statistics.includes('mean')
        ? 'average'
        : 'median';
  const names = [
    first,
    ...(['median', 'average', 'longest', 'shortest'] as const).filter((name) => name !== first),
  ] as const;
  return say`${join(
    names.map((name) => told[name]),
    ', ',
  )}, of ${times} from start to end`;
}

function tableOf(plan: Plan, all: readonly Tally[], asked: Asked): Table {
  const sign = asked.isLow ? 1 : -1;
  const ranked = [...all].sort((a, b) => sign * (a.numbers!.max - b.numbers!.max) || a.key.localeCompare(b.key));
  return {
    head: [plan.group!.name, 'times', 'median', 'average', 'longest'],
    rows: ranked
      .slice(0, rowsAsked(asked))
      .map(({ key, numbers }) => [
        key,
        count(numbers!.count),
        durationWords(numbers!.quantile(0.5)),
        durationWords(numbers!.sum / numbers!.count),
        durationWords(numbers!.max),
      ]),
  };
}

function endTests(asked: Asked): [(line: PassLine) => boolean, (line: PassLine) => boolean] {
  const { state } = asked;
  if (state !== undefined) return [(line) => state.starts.test(line.text), (line) => state.ends.test(line.text)];
  if (asked.ends === undefined) return [(line) => runStarts.test(line.text), (line) => runEnds.test(line.text)];
  const [from, to] = asked.ends.map((wanted) => wanted.map((word) => wholeWord(word, false)));
  return [
    (line) => from!.every((pattern) => pattern.test(line.text)),
    (line) => to!.every((pattern) => pattern.test(line.text)),
  ];
}
