import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import type { Table } from '../answer/render-table.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked } from './asked.ts';
import { wholeWord } from './conditions.ts';
import { createBudget, createDistribution, type Distribution } from './distribution.ts';
import { createExtremes } from './extremes.ts';
import { pairKeyOf } from './pair-key.ts';
import { eachLine, type PassLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { createTallies, type Tally } from './tally.ts';
import { atTime, claimAt, count, countedText, rowsAsked, timesOf, unsettledOf } from './told.ts';

interface Spot {
  place: number;
  timeMs: number;
}

const starts =
  /\b(?:start(?:s|ed|ing)?|begins?|beg[au]n|beginning|launch(?:ed|ing)?|opened|opening|entered|entering|received|accepted|connected|created|submitted|enqueued|scheduled|down|lost|triggered|initiated)\b/i;
const ends =
  /\b(?:finish(?:es|ed)?|complete[ds]?|completion|done|end(?:s|ed)?|stop(?:s|ped)?|closed?|closing|exit(?:s|ed)?|succeeded|success|failed|aborted|disconnected|terminated|processed|recovered|restored|up again|back up|resolved|cancelled|ready)\b/i;

/**
 * The time from the line that tells of a start to the one that tells of its end: paired by what both name (a run, a job),
 * else one after the other. Undefined where the lines tell of no such pair.
 */
export async function lengthOfPairs(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const [isStart, isEnd] = endTests(asked);
  const open = new Map<string, Spot>();
  const values = createDistribution(createBudget());
  const most = rowsAsked({ ...asked, limit: asked.limit ?? 4 });
  const longest = createExtremes(most, asked.isLow);
  const begun = new Map<number, Spot>();
  const tallies = plan.group === undefined ? undefined : createTallies(createBudget());
  let matched = 0;
  let unended = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line)) || line.timeMs === undefined) return;
      const starting = isStart(line);
      const ending = !starting && isEnd(line);
      if (!starting && !ending) return;
      matched++;
      const key = pairKeyOf(line);
      if (starting) {
        if (open.size > 50_000) open.delete(open.keys().next().value!);
        if (open.has(key)) unended++;
        open.set(key, { place: line.place, timeMs: line.timeMs });
        return;
      }
      const from = open.get(key);
      if (from === undefined || line.timeMs < from.timeMs) return;
      open.delete(key);
      const passed = line.timeMs - from.timeMs;
      values.add(passed, line.place);
      const group = plan.group?.read(line);
      if (group !== undefined && tallies !== undefined) tallies.count(group, line).numbers!.add(passed, line.place);
      if (longest.isWanted(passed)) {
        longest.add({ value: passed, place: line.place, timeMs: line.timeMs, what: key });
        begun.set(line.place, from);
      }
    },
  });
  const [top] = longest.all();
  if (top === undefined) return undefined;
  const times = await timesOf(run);
  const noun = saidOf(plan.conditions);
  const spanText = (place: number, endMs: number) => words(times.span(begun.get(place)!.timeMs, endMs));
  const unfinished = open.size + unended;
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
    ...(tallies === undefined ? {} : { tables: [tableOf(plan, tallies.all(), asked)] }),
    proof: longest
      .all()
      .map((one) =>
        claimAt(
          run,
          say`${words(durationWords(one.value))}${atTime(times, begun.get(one.place)!.timeMs)}`,
          begun.get(one.place)!.place,
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
  if (asked.ends === undefined) return [(line) => starts.test(line.text), (line) => ends.test(line.text)];
  const [from, to] = asked.ends.map((wanted) => wanted.map((word) => wholeWord(word, false)));
  return [
    (line) => from!.every((pattern) => pattern.test(line.text)),
    (line) => to!.every((pattern) => pattern.test(line.text)),
  ];
}
