import type { MessageGroup, Survey } from '../survey/survey.ts';
import { number, say, type Text, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { courseOf } from './course.ts';
import type { Claim, Observation } from './observation.ts';
import { beginningOf } from './origin.ts';
import { shorten } from './shorten.ts';

const fewest = 10;
const shortestMs = 10 * 60_000;
const fails =
  /\b(?:fail(?:s|ed|ing|ure)?|errors?|skipp(?:ed|ing)|unable|cannot|could not|can't|refus\w+|denied|reject\w+|retry\w*|giving up|gave up|postpon\w+|in use|not (?:removed|deleted|archived|freed|released))\b/i;

/**
 * What failed quietly, at a level nobody watches, for long before a loud failure and up to it. Undefined where nothing
 * began so, or several did.
 */
export function longBefore(cause: Observation, survey: Survey): { lead: Text; claim: Claim } | undefined {
  const { firstTimeMs: start, lastTimeMs: end } = survey.info;
  const began = beginningOf(cause, survey).timeMs;
  if (cause.group === undefined || began === undefined || start === undefined || end === undefined) return undefined;
  const span = end - start;
  const isQuiet = (group: MessageGroup) => {
    if (group.isFailure || group.count < fewest || !fails.test(group.message)) return false;
    const { isEven, onset } = courseOf(survey, group);
    if (isEven || onset.timeMs === undefined || group.last.timeMs === undefined) return false;
    const leadMs = began - onset.timeMs;
    const isNew = onset.timeMs - start > span * 0.02;
    return isNew && leadMs >= Math.max(shortestMs, span * 0.1) && group.last.timeMs >= began - span * 0.05;
  };
  const [found, ...others] = survey.groups.filter(isQuiet);
  if (found === undefined || others.length > 0) return undefined;
  const { onset } = courseOf(survey, found);
  const long = durationWords(began - onset.timeMs!);
  const message = shorten(found.message, 100);
  const at = timeWordsOf(survey.info, survey.isZoned).at(onset.timeMs!);
  return {
    lead: say`it begins ${words(long)} after ${message} set in`,
    claim: {
      text: say`What came first, for ${words(long)} from ${words(at)} on: ${message}, ${words(number(found.count))} times`,
      ranges: [onset, found.last].map(({ line }) => ({ document: survey.info.name, lineStart: line, lineEnd: line })),
    },
  };
}
