import type { LineRange } from '../../formats/reading.ts';
import { isBackground } from '../detect/background.ts';
import { courseOf } from '../detect/course.ts';
import type { Observation } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { TimeAsked } from '../question/question.ts';
import { windowIn } from '../question/times-asked.ts';
import { gravityOf } from '../survey/failure.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { likeness } from '../survey/message-pattern.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { number, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** Where what stands in a window begins and ends over the whole file. */
export interface WholeEpisode {
  /** To be put behind what it is: ", in all 84 from 09:14:05 to 09:40:51". */
  said: Text;
  /** Its first and its last line. */
  ranges: LineRange[];
  /** What is told of it, to look for its origin by. */
  observation?: Observation;
}

/** Of a kind of lines found in the asked window; undefined where it has no beginning and end of its own. */
export async function episodeOf(
  run: Investigation,
  group: MessageGroup,
  inside: readonly Survey[],
  evidence: Evidence,
  asked: readonly TimeAsked[],
): Promise<WholeEpisode | undefined> {
  const own = inside.find(({ groups }) => groups.some((one) => one.pattern === group.pattern));
  const survey = evidence.surveys.find((one) => one.info.name === own?.info.name);
  const observation = evidence.observations.find(
    (one) => one.document === survey?.info.name && one.group !== undefined && isWholeOf(one.group, group),
  );
  const [whole] = (survey?.groups ?? []).filter((one) => isWholeOf(one, group)).sort((a, b) => b.count - a.count);
  if (survey === undefined || whole === undefined || isBackground(survey, whole)) return undefined;
  const window = asked.map((time) => windowIn(time, survey.info)).find((one) => one !== undefined);
  if (window === undefined) return undefined;
  const episode = courseOf(survey, whole).episodes.find(
    ({ from, to }) => (from.timeMs ?? Number.NaN) <= window.toMs && (to.timeMs ?? Number.NaN) >= window.fromMs,
  );
  const [fromMs, toMs] = [episode?.from.timeMs, episode?.to.timeMs];
  if (episode === undefined || fromMs === undefined || toMs === undefined || fromMs === toMs) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  // The window before it has told the day.
  const day = /^\d{4}-\d\d-\d\d /.exec(times.at(window.fromMs))?.[0] ?? '';
  const withoutDay = (told: string) => (day !== '' && told.startsWith(day) ? told.slice(day.length) : told);
  const span = withoutDay(times.span(fromMs, toMs));
  const isCut = fromMs < window.fromMs || toMs > window.toMs;
  const line = ({ line: at }: { line: number }) => ({ document: survey.info.name, lineStart: at, lineEnd: at });
  const good = await goodAfter(run, survey, whole.message, episode.to.line);
  const again = good?.timeMs === undefined ? '' : `, well again at ${withoutDay(times.at(good.timeMs))}`;
  return {
    said: words(isCut ? `, in all ${number(episode.count)} from ${span}${again}` : `, ${span}${again}`),
    ranges: [line(episode.from), line(episode.to), ...(good === undefined ? [] : [line(good)])],
    ...(observation === undefined ? {} : { observation }),
  };
}

function isWholeOf(whole: MessageGroup, part: MessageGroup): boolean {
  if (whole.count < part.count || whole.severity !== part.severity) return false;
  return whole.pattern === part.pattern || likeness(whole.pattern.split(' '), part.pattern.split(' ')) >= 0.6;
}

const answered = /^[A-Z]{3,8} (\S{2,300}) answered \d{3}$/;
const looksAhead = 200;

/** The first line behind an episode of refused requests in which the same thing was asked for with success. */
async function goodAfter(run: Investigation, survey: Survey, message: string, line: number): Promise<Spot | undefined> {
  const target = answered.exec(message)?.[1];
  const document = target === undefined ? undefined : await run.documents.open(survey.info.name);
  if (target === undefined || document === undefined || line >= survey.info.lines) return undefined;
  const found = await document.search({ all: [target], fromLine: line + 1, limit: looksAhead, budgetMs: 1000 });
  for (const at of found.lines) {
    const [text = ''] = await document.lines(at, at);
    const fields = fieldsOf(text);
    if (!answered.test(fields.message) || gravityOf(text, fields).isFailure) continue;
    const { timeMs = fields.timeMs } = await document.meta(at);
    return { line: at, lineEnd: at, ...(timeMs === undefined ? {} : { timeMs }) };
  }
  return undefined;
}
