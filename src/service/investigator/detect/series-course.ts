import { say, type Text, words } from '../answer/say.ts';
import { type TimeWords, timeWordsOf } from '../answer/times.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import { amount } from './amounts.ts';
import { resourceOf } from './resources.ts';
import { median, orderCorrelation, parted } from './robust.ts';
import { slope, type Trend, trendOf } from './trends.ts';

/** How one number goes through the file. */
export interface SeriesCourse {
  series: NumberSeries;
  trend?: Trend;
  /** Middle values of its beginning and its end. */
  first: number;
  last: number;
  /** In a few words, without its name. */
  said: Text;
}

export function courseOfSeries(series: NumberSeries, survey: Survey): SeriesCourse {
  const runs = parted(series.points, Math.max(1, Math.min(12, Math.floor(series.points.length / 2))));
  const levels = runs.map((run) => median(run.map((point) => point.value)));
  const [first, last] = [levels[0]!, levels.at(-1)!];
  const trend = trendOf(series);
  const times = timeWordsOf(survey.info, survey.isZoned);
  const said = trend === undefined ? courseWords(series, levels) : trendWords(series, trend, times);
  return { series, first, last, said, ...(trend === undefined ? {} : { trend }) };
}

function trendWords(series: NumberSeries, trend: Trend, times: TimeWords): Text {
  const { from, to, onset } = trend;
  const isUp = to.value > from.value;
  const verb = words(trend.isStep ? (isUp ? 'jumps' : 'drops') : isUp ? 'grows' : 'falls');
  const span =
    onset.timeMs === undefined || to.timeMs === undefined || onset.timeMs >= to.timeMs
      ? words('')
      : words(`, ${times.span(onset.timeMs, to.timeMs)}`);
  return say`${verb} from ${amount(from.value, series)} to ${amount(to.value, series)}${span}${slope(trend, series)}`;
}

/** A number that goes nowhere: how far it moves, and that it comes back. */
function courseWords(series: NumberSeries, levels: readonly number[]): Text {
  const { min, max } = series;
  const [first, last] = [levels[0]!, levels.at(-1)!];
  const ends = say`${amount(first, series)} at the start, ${amount(last, series)} at the end`;
  if (min === max) return say`is always ${amount(min, series)}`;
  if (max - min <= 0.15 * Math.max(Math.abs(min), Math.abs(max)))
    return say`stays between ${amount(min, series)} and ${amount(max, series)} (${ends})`;
  const isDownBad = resourceOf(series.name)?.bad === 'down';
  const moved = isDownBad ? first - last : last - first;
  if (moved <= 0.35 * (max - min) || Math.abs(orderCorrelation(levels)) < 0.5)
    return say`goes up and down between ${amount(min, series)} and ${amount(max, series)}, no steady ${words(isDownBad ? 'fall' : 'growth')} (${ends})`;
  return say`moves between ${amount(min, series)} and ${amount(max, series)}, not steadily (${ends})`;
}
