import { amount } from '../detect/amounts.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { resourceOf, resourcesOf } from '../detect/resources.ts';
import { courseOfSeries, type SeriesCourse } from '../detect/series-course.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import { asClaim } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import type { Table } from './render-table.ts';
import { join, say, type Text, words } from './say.ts';

const asksForLeak = /\bleak\w*/i;
const asksForMove =
  /\b(?:grow\w*|increas\w*|ris(?:e|es|ing|en)|climb\w*|creep\w*|(?:go|goes|going|went) (?:up|down)|fill(?:s|ing|ed)? up|build\w* up|shrink\w*|sink\w*|declin\w*|decreas\w*|stable|steady|steadily|constant|trend\w*|develop\w*|evolv\w*|over time)\b/i;
const asksWhyOrWhen = /\b(?:why|what (?:caused|causes|led)|root cause|reason|since when|when)\b/i;
const asksWhich = /\b(?:which|who|what) (?:one )?(?:of )?|\bone of\b|\bany of\b/i;
const mostRows = 12;

interface Found extends SeriesCourse {
  survey: Survey;
}

/** "Is the router leaking too?", "which service grows?", "how did the battery develop?": told by the course of the numbers themselves. */
export function answerTrend(run: Investigation, evidence: Evidence): Draft | undefined {
  const { text, isYesNo, phrases } = run.question;
  if (run.files.length !== 1 || phrases.length > 0 || text.length > 200 || asksWhyOrWhen.test(text)) return undefined;
  const isLeak = asksForLeak.test(text);
  if (!isLeak && !asksForMove.test(text)) return undefined;
  const all = seriesAsked(text, evidence.surveys, isLeak);
  const owners = [...new Set(all.map(({ series }) => series.owner))].filter((owner) => owner !== '');
  const named = owners.filter((owner) => isNamed(owner, text, owners));
  const found = all.map(({ series, survey }): Found => ({ ...courseOfSeries(series, survey), survey }));
  const own = named.length === 0 ? found : found.filter(({ series }) => named.includes(series.owner));
  const moving = own.filter(({ trend }) => trend !== undefined).sort((a, b) => strength(b) - strength(a));
  const isOfOne = named.length > 0;
  // A file that tells of running out without the number of it is explained by those lines.
  if (own.length === 0 || (moving.length === 0 && !isOfOne && isLeak && tellsOfEnd(evidence))) return undefined;
  if (!isOfOne && !isYesNo && !asksWhich.test(text) && moving.length === 0 && own.length > 3) return undefined;
  const calm = [...own].sort((a, b) => weightOf(b) - weightOf(a) || b.series.count - a.series.count);
  const told = moving.length > 0 ? moving.slice(0, 3) : calm.slice(0, 1);
  const asksForCalm = /\b(?:stable|steady|constant)\b/i.test(text);
  const answer = !isYesNo ? words('') : words(moving.length > 0 !== asksForCalm ? 'Yes: ' : 'No: ');
  // A slope that runs into a failure is one story, which tells more than its figures.
  const story = moving.length === 0 || isOfOne ? undefined : storyOf(moving[0]!, evidence);
  const ending = moving.length === 0 ? undefined : endingOf(moving[0]!, evidence);
  const rest = found.filter((one) => !told.includes(one) && one.series.owner !== '');
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${answer}${story === undefined ? join(told.map(sentenceOf), '; ') : story.title}${calmOthers(moving, own, isOfOne)}`,
    explanation: [
      ...calm
        .slice(1, 3)
        .map((one) => ({ text: sentenceOf(one), ranges: [] }))
        .slice(0, moving.length > 0 ? 0 : 2),
      ...(ending === undefined ? [] : [ending]),
      ...(isOfOne && rest.some(({ trend }) => trend !== undefined)
        ? [
            {
              text: say`Beside it ${join(
                rest
                  .filter(({ trend }) => trend !== undefined)
                  .slice(0, 3)
                  .map(sentenceOf),
                '; ',
              )}`,
              ranges: [],
            },
          ]
        : []),
    ],
    ...(found.length > 1 ? { tables: [tableOf(found)] } : {}),
    proof: [...(story?.details.filter(({ ranges }) => ranges.length > 0) ?? []), ...told.flatMap(proofOf)],
    also: evidence.observations
      .filter((one) => one.severity !== 'info' && one.kind !== 'trend')
      .slice(0, 4)
      .map(asClaim),
    used: evidence.observations.filter(({ kind }) => kind === 'trend').slice(0, 4),
    next: moving.slice(0, 1).map(({ series }) => resourceOf(series.name)!.next),
  });
}

/** Numbers whose name the question says, or which are of the resource it speaks of. */
function seriesAsked(
  text: string,
  surveys: readonly Survey[],
  isLeak: boolean,
): { series: NumberSeries; survey: Survey }[] {
  const asked = resourcesOf(text);
  const said = new Set(text.toLowerCase().match(/[a-z]{3,}/g));
  const topics = new Set(asked.map(({ topic }) => topic));
  const all = surveys
    .filter(({ info }) => /^(?:log|capture)$/.test(info.fileType))
    .flatMap((survey) => survey.series.map((series) => ({ series, survey })))
    .filter(({ series }) => series.count >= 12 && !/limit|max|capacity|quota/i.test(series.name));
  const byName = all.filter(({ series }) =>
    series.name
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => word.length > 3 && said.has(word) && resourceOf(series.name) !== undefined),
  );
  if (byName.length > 0) return byName;
  return all.filter(({ series }) => {
    const topic = resourceOf(series.name)?.topic;
    return topic !== undefined && (topics.size > 0 ? topics.has(topic) : isLeak && /\bleak\b/.test(topic));
  });
}

/** By its name, or by a part of it that no other has. */
function isNamed(owner: string, text: string, all: readonly string[]): boolean {
  const said = text.toLowerCase();
  const has = (word: string) => new RegExp(`(?<![a-z0-9])${word.replace(/[^a-z0-9]/g, '.')}(?![a-z0-9])`).test(said);
  const lower = owner.toLowerCase();
  if (has(lower)) return true;
  const parts = lower
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length >= 3 && !/^(?:svc|service|server|app|api|com|org|net)$/.test(part));
  return parts.some((part) => has(part) && all.filter((other) => other.toLowerCase().includes(part)).length === 1);
}

function weightOf({ series }: Found): number {
  return resourceOf(series.name)?.weight ?? 0;
}

function strength({ trend, first, last }: Found): number {
  if (trend === undefined) return 0;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  return trend.resource.weight + Math.min(30, (high / Math.max(low, 1e-9)) * 4);
}

function sentenceOf({ series, said }: Found): Text {
  return series.owner === '' ? say`${series.name} ${said}` : say`${series.owner}: ${series.name} ${said}`;
}

/** Of several that were looked at, those that do not move. */
function calmOthers(moving: readonly Found[], own: readonly Found[], isOfOne: boolean): Text {
  const [first] = moving;
  if (first === undefined || isOfOne) return words('');
  const others = own.filter(
    ({ series, trend }) => trend === undefined && series.name === first.series.name && series.owner !== '',
  );
  if (others.length === 0) return words('');
  return say`; not ${join(
    others.slice(0, 4).map(({ series }) => say`${series.owner}`),
    ', ',
  )}${words(others.length > 4 ? ` and ${others.length - 4} more` : '')}`;
}

function tellsOfEnd({ observations }: Evidence): boolean {
  return observations.some(
    (one) => one.severity !== 'info' && /out ?of ?memory|oom|too many open|heap space|exhaust/i.test(one.title.plain),
  );
}

function storyOf({ series }: Found, { observations }: Evidence): Observation | undefined {
  return observations.find(
    ({ kind, title, subjects }) =>
      kind === 'trend' &&
      / ends in /.test(title.plain) &&
      subjects.startsWith(`${series.name} ${series.owner}`.toLowerCase()),
  );
}

/** A slope that runs into a failure: the failure with it. */
function endingOf({ trend }: Found, { observations }: Evidence): Claim | undefined {
  const end = observations.find(
    (one) =>
      one.kind !== 'trend' &&
      one.severity !== 'info' &&
      one.isRoutine !== true &&
      one.firstLine > trend!.onset.line &&
      trend!.resource.endsIn.test(one.title.plain),
  );
  return end === undefined ? undefined : { text: say`It ends in ${end.title}`, ranges: [] };
}

function tableOf(found: readonly Found[]): Table {
  const rows = [...found]
    .sort((a, b) => strength(b) - strength(a) || a.series.owner.localeCompare(b.series.owner))
    .slice(0, mostRows);
  return {
    head: ['', 'first', 'last', 'lowest', 'highest', ''],
    rows: rows.map(({ series, first, last, trend }) => [
      `${series.owner} ${series.name}`.trim(),
      ...[first, last, series.min, series.max].map((value) => amount(value, series).plain),
      trend === undefined ? 'no steady move' : trend.to.value > trend.from.value ? 'grows' : 'falls',
    ]),
  };
}

function proofOf({ series, survey, trend }: Found): Claim[] {
  const at = (point: { line: number }) => ({ document: survey.info.name, lineStart: point.line, lineEnd: point.line });
  const name = series.owner === '' ? say`${series.name}` : say`${series.name} of ${series.owner}`;
  const ends = trend === undefined ? [series.points[0]!, series.lastPoint] : [trend.from, trend.to];
  return [
    { text: say`First and last ${name}`, ranges: ends.map(at) },
    { text: say`Highest ${name}: ${amount(series.max, series)}`, ranges: [at(series.maxPoint)] },
  ];
}
