import { say, type Text, words } from '../answer/say.ts';
import { durationWords, timeWordsOf } from '../answer/times.ts';
import type { Survey } from '../survey/survey.ts';
import { courseOf } from './course.ts';
import { ranDuring } from './jobs.ts';
import type { Claim, Observation } from './observation.ts';
import { shorten } from './shorten.ts';

/** What ran while something went on, with its lines. */
export interface Ran {
  lead: Text;
  claims: Claim[];
}

/** A job that was started before an episode and finished about when it was over. Undefined where none fits. */
export function ranBeside(one: Observation, survey: Survey): Ran | undefined {
  const episodes = one.group === undefined ? [] : courseOf(survey, one.group).episodes;
  const [only, ...others] = episodes;
  const [from, to] =
    only === undefined || others.length > 0 ? [one.firstTimeMs, one.lastTimeMs] : [only.from.timeMs, only.to.timeMs];
  return from === undefined || to === undefined ? undefined : ranIn(survey, from, to, one.group?.message);
}

/** The same for a stretch of time. */
export function ranIn(survey: Survey, fromMs: number, toMs: number, except?: string): Ran | undefined {
  const job = ranDuring(survey, fromMs, toMs).find(
    ({ start, end }) => start.message !== except && end.message !== except,
  );
  if (job === undefined) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const { start, end } = job;
  const at = (line: number) => [{ document: survey.info.name, lineStart: line, lineEnd: line }];
  const span = times.span(start.spot.timeMs!, end.spot.timeMs!);
  return {
    lead: say`${shorten(start.message, 110)} ran ${words(`${span}, ${durationWords(end.spot.timeMs! - start.spot.timeMs!)}`)}`,
    claims: [
      { text: say`It starts: ${start.message.slice(0, 200)}`, ranges: at(start.spot.line) },
      { text: say`It ends: ${end.message.slice(0, 200)}`, ranges: at(end.spot.line) },
    ],
  };
}
