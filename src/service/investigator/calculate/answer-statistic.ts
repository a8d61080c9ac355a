import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked, Statistic } from './asked.ts';
import { createBudget, createDistribution } from './distribution.ts';
import { createExtremes, type Extreme } from './extremes.ts';
import { naturalGroup } from './natural-group.ts';
import { eachLine } from './pass.ts';
import { type Plan, saidOf } from './plan.ts';
import { amountOf, exactAmountOf } from './quantity.ts';
import { statisticName, statisticOf } from './statistics.ts';
import { createSteps, stepRows } from './steps.ts';
import { atTime, claimAt, countedText, rowsAsked, shortName, timesOf, unsettledOf } from './told.ts';

/** A number over all lines that state it: its middle, its mean, its ends; over time where that was asked. */
export async function statisticOverLines(run: Investigation, asked: Asked, plan: Plan): Promise<Draft | undefined> {
  const { number } = plan;
  if (number === undefined) return undefined;
  const budget = createBudget();
  const values = createDistribution(budget);
  const extremes = createExtremes(rowsAsked({ ...asked, limit: asked.limit ?? 3 }), asked.isLow);
  const what = naturalGroup(plan.rows, asked.kind === 'rank');
  const steps = asked.stepMs === undefined ? undefined : createSteps(run, asked.stepMs, budget);
  let matched = 0;
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!plan.conditions.every((one) => one.test(line))) return;
      matched++;
      const value = number.read(line);
      if (value === undefined) return;
      values.add(value, line.place);
      steps?.add(line, value);
      if (extremes.isWanted(value))
        extremes.add({
          value,
          place: line.place,
          timeMs: line.timeMs,
          what: (what?.kind === 'message' ? undefined : what?.read(line)) ?? line.row().message.slice(0, 300),
        });
    },
  });
  if (values.count === 0) return undefined;
  const times = await timesOf(run);
  const amount = (value: number) => words(amountOf(value, number.unit));
  const shown = extremes.all();
  const [first] = shown;
  const lacking = { count: matched - values.count, what: number.said };
  const unit =
    number.unit.name === '' && number.unit.dimension === 'plain' ? words(' (the lines name no unit)') : words('');
  const figures = (names: readonly Statistic[]) =>
    join(
      names.map((name) => say`${words(statisticName(name))} ${amount(statisticOf(values, name))}`),
      ', ',
    );
  const usual: Statistic[] = ['median', 'mean', 'p95', 'min', 'max'];
  const isSum = asked.statistics.includes('sum');
  const asks = asked.kind === 'statistic' ? asked.statistics : [];
  const rest = [...usual, ...(isSum ? (['sum'] as const) : [])].filter((name) => !asks.includes(name));
  const claims = shown.map((one) =>
    claimAt(
      run,
      say`${amount(one.value)}${atTime(times, one.timeMs)}${one.what === '' ? words('') : say`: ${shortName(one.what)}`}`,
      one.place,
    ),
  );
  const about = plan.conditions.length > 0 ? say` of ${saidOf(plan.conditions)}` : words('');
  const isTime = number.unit.dimension === 'time';
  const word = asked.isLow ? (isTime ? 'Shortest' : 'Lowest') : isTime ? 'Longest' : 'Highest';
  const isFew = asked.kind === 'statistic' && values.count <= 3;
  const told = (one: Extreme) =>
    say`${words(exactAmountOf(one.value, number.unit))}${atTime(times, one.timeMs)}, ${shortName(one.what)}`;
  const isOneEnd = asks.length === 1 && (asks[0] === 'max' || asks[0] === 'min');
  const cause = isFew
    ? join([...shown].sort((a, b) => a.place - b.place).map(told), '; ')
    : asked.kind === 'statistic' && !isOneEnd
      ? say`${number.said}${about}: ${figures(asks.length > 0 ? asks : ['median', 'p95', 'max'])}, over ${plural(values.count, 'value')}`
      : say`${words(word)} ${number.said}${about}: ${told(first!)}`;
  return lookUp({
    cause,
    explanation: [
      ...(isFew
        ? []
        : [{ text: say`All ${values.count} values: ${figures(asks.length > 0 ? rest : usual)}${unit}`, ranges: [] }]),
      { text: countedText(run, plan, totals, matched, isFew ? undefined : lacking), ranges: [] },
    ],
    ...(steps === undefined ? {} : { tables: [stepRows(steps, times, number.unit, asks)] }),
    proof: [
      ...claims,
      ...(asked.isLow || asked.kind === 'rank'
        ? []
        : [claimAt(run, say`Lowest: ${amount(values.min)}`, values.minLine)]),
    ],
    unsettled: [
      ...unsettledOf(plan),
      ...(values.isApproximate() ? [words('Medians and percentiles of so many values are within one percent')] : []),
    ],
  });
}
