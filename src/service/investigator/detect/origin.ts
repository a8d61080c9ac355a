import { statesReason } from '../facts/trouble-words.ts';
import { type Spot, type Survey, topFrame } from '../survey/survey.ts';
import { join, number, say, type Text, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';
import { courseOf } from './course.ts';
import { namesIn, namesOf } from './names.ts';
import { type Claim, linesAt, type Observation, startOf } from './observation.ts';
import { shorten } from './shorten.ts';
import { distanceWords, msBetween } from './spans.ts';
import { type Step, traceBack } from './trace-back.ts';

/** What came before a failure and is tied to it. */
export interface Origin {
  /** "32 s after ..." */
  after: Text;
  /** The steps in one sentence. */
  story: Text;
  /** Each step with its line. */
  claims: Claim[];
  steps: Step[];
  /** It is trouble of its own that explains what follows, no mere change or companion. */
  isReason: boolean;
}

/** Undefined where nothing in the file is tied to the beginning of `cause`. */
export function originOf(cause: Observation, survey: Survey): Origin | undefined {
  const spot = beginningOf(cause, survey);
  const { group, slackMs = 0 } = cause;
  const names = group === undefined ? namesIn(cause.title.plain) : namesOf(group);
  const steps = traceBack(survey, { spot, names, slackMs, group });
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const told = steps.map(
    (step, index) => say`${stepWords(step)} ${words(whenWords(step.spot, steps[index - 1], survey))}`,
  );
  const firstMessage = first.group.message;
  const began = words(
    isAhead(spot, last.spot) ? 'that is when it begins' : `it begins ${lag(last.spot, spot)} after that`,
  );
  return {
    after: isAhead(spot, first.spot)
      ? say`with ${shorten(firstMessage, 90)}`
      : say`${words(lag(first.spot, spot))} after ${shorten(firstMessage, 90)}`,
    story: say`What came first: ${join(told, ', ')}; ${began}`,
    claims: steps.map((step) => claimOf(step, spot, survey)),
    steps,
    isReason: first.group.severity !== 'info' && statesReason(first.group.message),
  };
}

function stepWords({ group, isChange }: Step): Text {
  const frame = topFrame(group);
  const where = frame === undefined ? words('') : say` in ${frame}`;
  const often = group.count > 1 && !isChange ? ` (${number(group.count)} times)` : '';
  return say`${group.message.slice(0, 200)}${inHours(group.message)}${where}${words(often)}`;
}

function whenWords(spot: Spot, before: Step | undefined, { times }: Survey): string {
  if (before === undefined)
    return `at ${spot.timeMs === undefined ? `line ${number(spot.line)}` : times.at(spot.timeMs)}`;
  return msBetween(before.spot, spot) === 0 ? 'right after' : `${distanceWords(before.spot, spot)} later`;
}

function claimOf({ spot, group }: Step, began: Spot, { info }: Survey): Claim {
  const when = isAhead(began, spot) ? 'When it begins' : `${lag(spot, began)} before it`;
  const lineEnd = Math.max(spot.line, Math.min(spot.lineEnd, spot.line + 5));
  return {
    text: say`${words(when)}: ${group.message.slice(0, 160)}`,
    ranges: [linesAt(info.name, spot.line, lineEnd)],
  };
}

function beginningOf(cause: Observation, survey: Survey): Spot {
  const isOfKind = cause.kind === 'failure' || cause.kind === 'share' || cause.kind === 'finding';
  return cause.group !== undefined && isOfKind ? courseOf(survey, cause.group).onset : startOf(cause);
}

/** Where a slope leaves its level is seen before or after what began it. */
const isAhead = (spot: Spot, other: Spot): boolean => (msBetween(spot, other) ?? 0) > 0;

/** "32 s", or "right" at the same moment. */
const lag = (from: Spot, to: Spot): string => (msBetween(from, to) === 0 ? 'right' : distanceWords(from, to));

const manySeconds = /\b(\d{3,9}(?:\.\d{1,9})?) ?(?:seconds|secs?|s)\b/;

/** "11820.3 seconds" is read as 3 h 17 min. */
function inHours(message: string): Text {
  const seconds = Number(manySeconds.exec(message)?.[1]);
  return words(seconds >= 120 ? ` (${durationWords(seconds * 1000)})` : '');
}
