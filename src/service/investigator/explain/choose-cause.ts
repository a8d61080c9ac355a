import { answersWhy, isLabelled, isListed, isWarning } from '../facts/lines/line-shapes.ts';
import {
  closes,
  endsStep,
  givesUp,
  isConsequence,
  isHarmless,
  isHedged,
  isWrapper,
  reasonIn,
  tellsEnd,
  withoutRetry,
} from '../facts/trouble-words.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { Statement, Statements } from './statements.ts';

export interface Candidate extends Weighed {
  score: number;
  count: number;
  /** When the first of its kind came. */
  firstMs: number | undefined;
  /** Records of the file that come after it. */
  behind: number;
}

const burstMs = 30_000;
const burstRecords = 60;
const belowOthers = -1;
const fewestSteady = 12;

/** The statements of a document as causes, best first. `named`: words of the file that the question names. */
export function rankStatements({ all, records }: Statements, named: readonly string[] = []): Candidate[] {
  const gaveUp = all.findLast(({ said }) => givesUp(said))?.line ?? 0;
  const weighed = all.map((one) => weigh(one, one.line < gaveUp ? withoutRetry(one.said) : one.said));
  const shutdown = shutdownAfterFailure(weighed);
  const stepEnd = weighed.find(({ said }) => endsStep(said))?.record ?? Number.POSITIVE_INFINITY;
  const failing = weighed.filter(({ isHarmless, reason }) => !isHarmless && reason >= 2).length;
  const end = endOf(weighed, records);
  // What a program lived through many times is not what the file is about where something else ended it.
  const fatal = weighed.findLast(isFatal)?.record ?? 0;
  const among = ({ record }: Weighed) => (record < fatal ? Number.POSITIVE_INFINITY : failing);
  const late = ({ record }: Weighed) => (record > shutdown ? 2 : 0) + (record > stepEnd ? 5 : 0);
  const kinds = Map.groupBy(
    weighed.map((one, index) => ({ ...one, less: afterReason(one, weighed.slice(Math.max(0, index - 3), index)) })),
    ({ said }) => patternOf(said.replace(/'[^']{1,80}'|"[^"]{1,80}"|(?:\/[\w.-]+){2,}/g, '<*>')),
  );
  return [...kinds.values()]
    .map((kind) => {
      const firstMs = kind[0]?.timeMs;
      const isNoEvent = isSteady(kind.map(({ record }) => record / Math.max(1, records)));
      const scored = kind.map(({ less, ...one }) => {
        const byCount = isNoEvent ? belowOthers : isMild(one) ? 0 : often(kind.length, among(one));
        const score = one.weight + nearness(one, end) + byCount + askedFor(one, named) - less - late(one);
        return { ...one, count: kind.length, firstMs, behind: records - one.record, score };
      });
      return scored.reduce((best, one) => (one.score > best.score ? one : best));
    })
    .sort((a, b) => b.score - a.score || a.line - b.line);
}

/** From the start of the file to its end with no stretch that holds much of them: no one event. */
const isSteady = (places: readonly number[]): boolean =>
  places.length >= fewestSteady &&
  [0, 0.2, 0.4, 0.6, 0.8].every((from) => {
    const share = places.filter((place) => place >= from && place <= from + 0.2).length / places.length;
    return share > 0.05 && share < 0.4;
  });

/** What comes often is no accident; a file in which most that fails is of one kind is about that kind. */
function often(count: number, failing: number): number {
  return Math.min(1, Math.log2(count) * 0.25) + (count >= 3 && count > failing * 0.5 ? 1 : 0);
}

/** The last line that tells that something is over, or the last failing one. */
function endOf(weighed: readonly Weighed[], records: number): Weighed | undefined {
  const last = weighed.findLast((one) => one.isEnd && !one.isHarmless && one.severity !== 'warning');
  return last ?? weighed.findLast((one) => !one.isHarmless && !isMild(one) && one.record > records * 0.5);
}

const isFatal = ({ isEnd, reason, severity, isHarmless }: Weighed): boolean =>
  isEnd && (reason === 3 || severity === 'critical') && !isHarmless;

/** A warning that tells of no failure, however often it comes. */
const isMild = ({ severity, reason }: Weighed): boolean => severity === 'warning' && reason === 0;

function nearness(one: Weighed, end: Weighed | undefined): number {
  if (end === undefined) return 0;
  const behind = end.record - one.record;
  if (behind < 0) return -behind <= 3 ? 0.5 : 0;
  const isNear =
    one.timeMs !== undefined && end.timeMs !== undefined
      ? end.timeMs - one.timeMs <= burstMs && behind <= burstRecords * 4
      : behind <= burstRecords;
  const isSameUnit = one.unit !== '' && one.unit === end.unit;
  // What a run without times went on from for long was not what ended it.
  const isUntimed = one.timeMs === undefined || one.timeMs === end.timeMs;
  const isFar = isUntimed && behind > burstRecords * 3 && !one.isStated;
  return (isNear ? 1.5 : isFar ? belowOthers : 0) + (isSameUnit ? 0.4 : 0);
}

/** Of lines that follow each other at once, the first that gives a reason is nearer to the cause than those after it. */
function afterReason(one: Weighed, before: readonly Weighed[]): number {
  // "All directories failed to load", told for what was thrown right before it.
  const inner = before.some(
    (other) => other.thrown !== undefined && other.reason === 3 && one.reason < 3 && one.record - other.record <= 2,
  );
  if (inner && one.isEnd) return 2;
  const reason = before.find(
    (other) =>
      other.reason === 3 &&
      other.weight >= one.weight - 1 &&
      !other.isHarmless &&
      !other.isHedged &&
      one.record - other.record <= 3 &&
      other.record < one.record &&
      one.thrown === undefined &&
      (one.timeMs === undefined || other.timeMs === undefined || one.timeMs - other.timeMs <= 1000),
  );
  return reason === undefined ? 0 : 0.8;
}

/** The record with which a program that has failed begins to end itself: what is thrown after it is of the shutdown. */
function shutdownAfterFailure(all: readonly Weighed[]): number {
  const record = all.findLast(({ said }) => closes(said))?.record ?? Number.POSITIVE_INFINITY;
  const failed = all.some(
    (one) => one.record < record && one.reason >= 2 && one.weight > 2 && !one.isHarmless && !one.isHedged,
  );
  return failed ? record : Number.POSITIVE_INFINITY;
}

/** A ticket's words do not lift what calls itself information above what failed. */
function askedFor({ said, unit, severity, isStated }: Weighed, named: readonly string[]): number {
  if (severity === 'info' && isStated) return 0;
  const text = `${unit} ${said}`.toLowerCase();
  return Math.min(1.5, named.filter((word) => text.includes(word)).length * 0.75);
}

/** What speaks for a statement as the cause, before the others of the file are looked at. */
interface Weighed extends Statement {
  weight: number;
  reason: 0 | 1 | 2 | 3;
  isWrapper: boolean;
  isHarmless: boolean;
  isHedged: boolean;
  isConsequence: boolean;
  isEnd: boolean;
}

const bySeverity = { critical: 3, error: 2, warning: 0.5, info: -1.5 } as const;
/** A trouble in a line without a level counts nearly as an error. */
const withoutLevel = 1.2;
const ofOutput = 0;
const byReason = [-0.5, 0.3, 2, 4] as const;

/** That a request was answered so is how a trouble shows. */
const weightOfReason = (reason: Weighed['reason'], said: string): number =>
  byReason[reason] - (reason === 0 && request.test(said) ? 1.5 : 0);
const request = /^\W*(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/\S*/;
const emptyType =
  /(?:^|\.)(?:Runtime|Execution|InvocationTarget|Completion|Undeclared\w*)?(?:Exception|Error|Throwable|Failure)$/;

/** `said`: what counts of its words. */
function weigh(statement: Statement, said: string): Weighed {
  const { thrown } = statement;
  const told = reasonIn(said);
  const isBare = thrown === undefined ? !/\p{L}{2}/u.test(said) : thrown.message === '' && emptyType.test(thrown.type);
  const isOnlyEnd = told < 3 && thrown === undefined && isWrapper(said);
  const isInfo = statement.isStated && statement.severity === 'info';
  const isAnswer = isInfo && answersWhy(said);
  const reason = isBare ? 0 : isOnlyEnd ? (Math.min(1, told) as 0 | 1) : isAnswer ? 3 : reasonOf(statement, told);
  const flags = {
    reason,
    isWrapper: isOnlyEnd || isBare,
    isHarmless: isHarmless(beforeThrown(said, thrown)),
    isHedged: isHedged(said),
    isConsequence: isConsequence(said),
    isEnd: tellsEnd(said) || statement.severity === 'critical',
  };
  const against = sumOf([
    [0.5, isWarning(said)],
    [3, statement.isHandled === true],
    // A line that calls itself information is a cause only where it says so in plain terms.
    [2, isInfo && reason < 3],
    [4, flags.isWrapper],
    [4, flags.isHarmless],
    [2.5, flags.isHedged],
    [2.5, flags.isConsequence],
  ]);
  const level = isAnswer ? bySeverity.error : weightOfLevel(statement);
  const weight = level + weightOfReason(reason, said) + weightOfEnd(flags, said) + weightOfThrown(statement) - against;
  return { ...statement, ...flags, weight };
}

/** Of those that are so. */
const sumOf = (weights: readonly (readonly [weight: number, isSo: boolean])[]): number =>
  weights.reduce((sum, [weight, isSo]) => (isSo ? sum + weight : sum), 0);

function weightOfLevel({ isStated, severity, isOutput }: Statement): number {
  if (isStated) return bySeverity[severity];
  return isOutput ? ofOutput : withoutLevel;
}

/** What gives its reason as it ends is nearest to the cause; an assertion says what was checked, and not why. */
function weightOfEnd({ isEnd, reason }: Pick<Weighed, 'isEnd' | 'reason'>, said: string): number {
  if (!isEnd) return 0;
  return reason === 3 && !/\bassert|^\W*(?:aborting|exiting|stopping|shutting)\b/i.test(said) ? 1.5 : 0.5;
}

/** What was thrown, and what stands behind a label or in a list, says why in words of its own. */
function reasonOf({ said, thrown, isStated, severity }: Statement, told: Weighed['reason']): Weighed['reason'] {
  // What a program calls fatal it says as it ends, in whatever words.
  const isLast = isStated && severity === 'critical' && said.includes(' ');
  return told < 2 && (isLast || thrown !== undefined || isLabelled(said) || isListed(said)) ? 2 : told;
}

/** What the message of an exception says of itself is no judgement; that it is ignored is said before it. */
function beforeThrown(said: string, thrown: Statement['thrown']): string {
  const at = thrown === undefined ? -1 : said.indexOf(thrown.message.slice(0, 40));
  return at > 0 ? said.slice(0, at) : said;
}

/** What was thrown innermost says why; what nobody caught ended something. */
function weightOfThrown({ thrown }: Statement): number {
  if (thrown === undefined) return 0;
  return Math.min(3, thrown.depth) * 1.2 + (thrown.isUncaught ? 2 : 0) + (thrown.hasFrames ? 0.3 : 0);
}
