import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked, Statistic } from './asked.ts';
import { createBudget } from './distribution.ts';
import { eachLine } from './pass.ts';
import type { Plan } from './plan.ts';
import { amountOf, exactAmountOf, type Unit } from './quantity.ts';
import { statisticName, statisticOf } from './statistics.ts';
import { createTallies, type Tally } from './tally.ts';
import { atTime, claimAt, count, countedText, rowsAsked, shortName, timeAt, timesOf, unsettledOf } from './told.ts';

/** The values of a field or entity, ranked by a number that their lines state. */
export async function rankByNumber(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const { group, number } = plan;
  if (group === undefined || number === undefined) return undefined;
  const tallies = createTallies(createBudget());
  let matched = 0;
  let measured = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      const key = group.read(line);
      if (key === undefined) return;
      matched++;
      const value = number.read(line);
      if (value === undefined) return;
      measured++;
      tallies.count(key, line).numbers!.add(value, line.place);
    },
  });
  const by = rankedBy(asked, number.unit.dimension === 'time', run.question.text);
  const sign = asked.isLow ? 1 : -1;
  const of = (one: Tally, statistic: Statistic) => statisticOf(one.numbers!, statistic);
  const all = tallies.all();
  const ranked = [...all].sort(
    (a, b) => sign * (of(a, by) - of(b, by)) || sign * (a.numbers!.max - b.numbers!.max) || a.key.localeCompare(b.key),
  );
  const [top] = ranked;
  if (top === undefined) return undefined;
  const amount = (value: number) => words(amountOf(value, number.unit));
  const shown = ranked.slice(0, rowsAsked(asked));
  const columns: Statistic[] = [
    ...new Set<Statistic>([
      'median',
      by === 'sum' || by === 'mean' || by === 'min' ? by : 'p95',
      ...asked.statistics,
      'max',
    ]),
  ];
  const extreme = all.reduce((a, b) =>
    asked.isLow ? (b.numbers!.min < a.numbers!.min ? b : a) : b.numbers!.max > a.numbers!.max ? b : a,
  );
  const extremeValue = asked.isLow ? extreme.numbers!.min : extreme.numbers!.max;
  const explanation: Draft['explanation'] = [];
  const isFar = (one: number, other: number) => Math.max(one, other) > 1.25 * Math.min(one, other);
  if (extreme !== top && isFar(extremeValue, asked.isLow ? top.numbers!.min : top.numbers!.max)) {
    explanation.push({
      text: say`The single ${words(asked.isLow ? 'lowest' : 'highest')} value is of ${shortName(extreme.key)}: ${amount(extremeValue)}`,
      ranges: [],
    });
  }
  const typical = [...all]
    .filter((one) => one.count >= 5)
    .sort((a, b) => sign * (of(a, 'median') - of(b, 'median')))[0];
  if (
    typical !== undefined &&
    top.count >= 5 &&
    typical !== top &&
    typical !== extreme &&
    isFar(of(typical, 'median'), of(top, 'median'))
  ) {
    explanation.push({
      text: say`By the median it is ${shortName(typical.key)}: ${amount(of(typical, 'median'))}`,
      ranges: [],
    });
  }
  explanation.push({
    text: say`Ranked by ${words(statisticName(by))} of ${number.said}${words(number.unit.name === '' ? ', which the lines give without a unit' : '')}`,
    ranges: [],
  });
  explanation.push({
    text: countedText(run, plan, totals, matched, { count: matched - measured, what: number.said }),
    ranges: [],
  });
  const recordMs = by === 'max' || by === 'min' ? await timeAt(run, placeOf(top, by)) : undefined;
  const recordAt = atTime(await timesOf(run), recordMs);
  const lead = say`${shortName(top.key)} ${words(top.count === 1 && /\b(?:longest|shortest)\b/i.test(run.question.text) ? (asked.isLow ? 'is the shortest' : 'is the longest') : adjective(asked, number.unit.dimension))}: ${figuresOf(top, by, number.unit, recordAt)}`;
  const others = shown
    .slice(1, Math.min(5, asked.limit ?? 3))
    .map((one) => say`${shortName(one.key)} ${amount(of(one, by))}`);
  return lookUp({
    cause: say`${lead}${others.length > 0 ? say`; then ${join(others, ', ')}` : words('')}`,
    explanation,
    tables: [
      {
        head: [group.name, 'lines', ...columns.map(statisticName)],
        rows: shown.map((one) => [
          one.key,
          count(one.count),
          ...columns.map((statistic) => amountOf(of(one, statistic), number.unit)),
        ]),
      },
    ],
    proof: [...new Set([...shown.slice(0, Math.min(5, asked.limit ?? 3)), extreme])].map((one) => {
      const low = asked.isLow;
      return claimAt(
        run,
        say`${shortName(one.key)}: ${words(low ? 'lowest' : 'highest')} ${amount(low ? one.numbers!.min : one.numbers!.max)}`,
        placeOf(one, low ? 'min' : 'max'),
      );
    }),
    unsettled: [...unsettledOf(plan), ...approximate(all)],
  });
}

function placeOf({ numbers }: Tally, end: 'min' | 'max'): number {
  return end === 'min' ? numbers!.minLine : numbers!.maxLine;
}

function approximate(all: readonly Tally[]): Text[] {
  return all.some((one) => one.numbers?.isApproximate() === true)
    ? [words('Medians and percentiles of so many values are within one percent')]
    : [];
}

/** What was asked, else what a slow one in a thousand shows in as well as one that is always slow. */
function rankedBy(asked: Asked, isTime: boolean, text: string): Statistic {
  const [first] = asked.statistics.filter((one) => one !== 'max' && one !== 'min');
  if (first !== undefined) return first;
  // Of speeds and loads one value is the record; of durations a single one is no habit.
  if (!isTime && (asked.statistics.length > 0 || singleMost.test(text))) return asked.isLow ? 'min' : 'max';
  return asked.isLow ? 'median' : 'p95';
}

const singleMost = /\b(?:fastest|slowest|heaviest|lightest|hottest|coldest|greatest|largest|biggest|smallest)\b/i;

function adjective(asked: Asked, dimension: string): string {
  if (dimension === 'time') return asked.isLow ? 'is the fastest' : 'is the slowest';
  if (dimension === 'size') return asked.isLow ? 'is the smallest' : 'is the largest';
  return asked.isLow ? 'is the lowest' : 'is the highest';
}

/** "p95 11.2 s over 260 lines, median 9 s, highest 11.5 s"; of a record the value with its time. */
function figuresOf(one: Tally, by: Statistic, unit: Unit, at: Text): Text {
  const values = one.numbers!;
  const first = words(exactAmountOf(statisticOf(values, by), unit));
  if (one.count === 1) return say`${first}${at}, seen once`;
  if (by === 'max' || by === 'min') return say`${first}${at}, of ${plural(one.count, 'line')}`;
  const others = (['median', 'max'] as const)
    .filter((name) => name !== by && statisticOf(values, name) !== statisticOf(values, by))
    .map((name) => words(`${statisticName(name)} ${exactAmountOf(statisticOf(values, name), unit)}`));
  const name = by === 'p95' && statisticOf(values, by) === values.max ? 'up to' : statisticName(by);
  return join([say`${words(name)} ${first} over ${plural(one.count, 'line')}`, ...others], ', ');
}
