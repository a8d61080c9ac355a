import { amount } from '../detect/amounts.ts';
import { median } from '../detect/robust.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import { answerCause } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { lookUp, missingWords } from './look-up.ts';
import { say, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** The slowest, highest, lowest of a number the lines state. */
export function answerExtreme(run: Investigation, evidence: Evidence): Draft {
  const isScoped = evidence.needles.length > 0 && evidence.scoped.some((survey) => survey.series.length > 0);
  const surveys = isScoped ? evidence.scoped : evidence.surveys;
  const text = run.question.text.toLowerCase();
  const wantsLow = /\b(?:lowest|fastest|shortest|minimum|min|smallest)\b/.test(text);
  const ranked = surveys
    .flatMap((survey) =>
      survey.series
        .filter((series) => series.count > 1)
        .map((series) => ({ survey, series, score: likenessOf(series, text) })),
    )
    .sort((a, b) => b.score - a.score || b.series.count - a.series.count || a.series.name.localeCompare(b.series.name));
  const [best] = ranked;
  if (best === undefined || best.score === 0) {
    const general = answerCause(run, evidence);
    return {
      ...general,
      verdict: 'INCONCLUSIVE',
      unsettled: [
        ...general.unsettled,
        words('No line of this file states such a number, so what was asked cannot be told from it'),
      ],
    };
  }
  const same = ranked.filter((one) => one.series.name === best.series.name && one.series.unit === best.series.unit);
  const extreme = same.reduce((a, b) =>
    wantsLow ? (b.series.min < a.series.min ? b : a) : b.series.max > a.series.max ? b : a,
  );
  const { survey, series } = extreme;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const point = wantsLow ? series.minPoint : series.maxPoint;
  const owner = series.owner === '' ? words('') : say` of ${series.owner}`;
  const at = point.timeMs === undefined ? '' : ` at ${times.at(point.timeMs)}`;
  const middle = median(series.points.map((one) => one.value));
  return lookUp({
    cause: say`${words(wantsLow ? 'Lowest' : 'Highest')} ${series.name}${owner}: ${amount(point.value, series)}${words(at)}`,
    explanation: [
      {
        text: say`${series.count} values from ${amount(series.min, series)} to ${amount(series.max, series)}, the middle one ${amount(middle, series)}`,
        ranges: [],
      },
    ],
    proof: [{ text: words('The line'), ranges: [range(survey, point.line)] }],
    also: same
      .filter((one) => one !== extreme)
      .slice(0, 8)
      .map((one) => ({
        text: say`${one.series.owner}: up to ${amount(one.series.max, one.series)}`,
        ranges: [range(one.survey, one.series.maxPoint.line)],
      })),
    unsettled: missingWords(run, evidence),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}

const topics: [RegExp, RegExp][] = [
  [/slow|fast|latency|response|long|duration|took|time/, /latency|response|duration|elapsed|took|time|rtt|ms$|delay/i],
  [/memory|heap|ram/, /mem|heap|rss/i],
  [/cpu|load/, /cpu|load/i],
  [/queue|backlog|lag/, /queue|backlog|lag|pending|depth/i],
  [/disk|space/, /disk|space|storage/i],
  [/connection|pool|thread/, /conn|pool|thread/i],
  [/size|bytes|large|big/, /size|bytes|length/i],
  [/temperature|hot/, /temp|thermal/i],
  [/rate|throughput/, /rate|rps|qps|throughput/i],
];

function likenessOf(series: NumberSeries, text: string): number {
  let score = 0;
  for (const word of series.name.toLowerCase().split(/[^a-z]+/)) if (word.length > 2 && text.includes(word)) score += 3;
  for (const [asked, name] of topics) if (asked.test(text) && name.test(`${series.name} ${series.unit}`)) score += 2;
  if (series.min === series.max) score = 0;
  return score;
}

function range(survey: Survey, line: number) {
  return { document: survey.info.name, lineStart: line, lineEnd: line };
}
