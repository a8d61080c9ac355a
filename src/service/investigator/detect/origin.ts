import { statesReason } from '../facts/trouble-words.ts';
import type { Spot, Survey } from '../survey/survey.ts';
import { join, number, plural, say, type Text, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { courseOf } from './course.ts';
import { namesIn, namesOf } from './names.ts';
import type { Claim, Observation } from './observation.ts';
import { shorten } from './shorten.ts';
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
  isReason?: boolean;
}

/** Undefined where nothing in the file is tied to the beginning of `cause`. */
export function originOf(cause: Observation, survey: Survey): Origin | undefined {
  const spot = beginningOf(cause, survey);
  const names = cause.group === undefined ? namesIn(cause.title.plain) : namesOf(cause.group);
  const steps = traceBack(survey, {
    spot,
    names,
    slackMs: cause.slackMs ?? 0,
    ...(cause.group === undefined ? {} : { group: cause.group }),
  });
  const [first] = steps;
  if (first === undefined) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const at = (one: Spot) => (one.timeMs === undefined ? `at line ${number(one.line)}` : `at ${times.at(one.timeMs)}`);
  const told = steps.map((step, index) => {
    const before = steps[index - 1]?.spot;
    const when =
      before === undefined
        ? at(step.spot)
        : before.timeMs !== undefined && before.timeMs === step.spot.timeMs
          ? 'right after'
          : `${distance(before, step.spot)} later`;
    const [frame] = [...step.group.frames].sort((a, b) => b[1] - a[1]);
    const where = frame !== undefined && frame[1] >= step.group.count * 0.5 ? say` in ${frame[0]}` : words('');
    const message = step.group.message;
    return say`${message.slice(0, 200)}${inHours(message)}${where}${words(step.group.count > 1 && !step.isChange ? ` (${number(step.group.count)} times)` : '')} ${words(when)}`;
  });
  const last = steps.at(-1)!;
  const firstMessage = first.group.message;
  const document = survey.info.name;
  return {
    after: isAhead(spot, first.spot)
      ? say`with ${shorten(firstMessage, 90)}`
      : say`${words(lag(first.spot, spot))} after ${shorten(firstMessage, 90)}`,
    story: say`What came first: ${join(told, ', ')}; ${words(isAhead(spot, last.spot) ? 'that is when it begins' : `it begins ${lag(last.spot, spot)} after that`)}`,
    claims: steps.map((step) => ({
      text:
        step.spot.timeMs !== undefined && spot.timeMs !== undefined && step.spot.timeMs > spot.timeMs
          ? say`When it begins: ${step.group.message.slice(0, 160)}`
          : say`${words(lag(step.spot, spot))} before it: ${step.group.message.slice(0, 160)}`,
      ranges: [
        {
          document,
          lineStart: step.spot.line,
          lineEnd: Math.max(step.spot.line, Math.min(step.spot.lineEnd, step.spot.line + 5)),
        },
      ],
    })),
    steps,
    ...(first.group.severity !== 'info' && statesReason(first.group.message) ? { isReason: true } : {}),
  };
}

function beginningOf(cause: Observation, survey: Survey): Spot {
  if (cause.group !== undefined && (cause.kind === 'failure' || cause.kind === 'share' || cause.kind === 'finding'))
    return courseOf(survey, cause.group).onset;
  return {
    line: cause.firstLine,
    lineEnd: cause.firstLine,
    ...(cause.firstTimeMs === undefined ? {} : { timeMs: cause.firstTimeMs }),
  };
}

/** Where a slope leaves its level is seen before or after what began it. */
function isAhead(spot: Spot, other: Spot): boolean {
  return spot.timeMs !== undefined && other.timeMs !== undefined && other.timeMs > spot.timeMs;
}

/** "32 s", or "right" at the same moment. */
function lag(from: Spot, to: Spot): string {
  return from.timeMs !== undefined && from.timeMs === to.timeMs ? 'right' : distance(from, to);
}

function distance(from: Spot, to: Spot): string {
  return from.timeMs !== undefined && to.timeMs !== undefined
    ? durationWords(to.timeMs - from.timeMs)
    : plural(Math.abs(to.line - from.line), 'line').plain;
}

const manySeconds = /\b(\d{3,9}(?:\.\d{1,9})?) ?(?:seconds|secs?|s)\b/;

/** "11820.3 seconds" is read as 3 h 17 min. */
function inHours(message: string): Text {
  const seconds = Number(manySeconds.exec(message)?.[1]);
  return words(seconds >= 120 ? ` (${durationWords(seconds * 1000)})` : '');
}
