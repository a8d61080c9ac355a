import { isConsequence, isHarmless, isHedged, isWrapper, reasonIn, tellsEnd } from '../detect/cause-words.ts';
import { isLabelled } from './line-shapes.ts';
import type { Statement } from './statements.ts';

/** What speaks for a statement as the cause, before the others of the file are looked at. */
export interface Weighed extends Statement {
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
const byReason = [-0.5, 0.3, 2, 4] as const;

const emptyType =
  /(?:^|\.)(?:Runtime|Execution|InvocationTarget|Completion|Undeclared\w*)?(?:Exception|Error|Throwable|Failure)$/;

export function weigh(statement: Statement): Weighed {
  const { said, thrown } = statement;
  const told = reasonIn(said);
  const wrapper = told < 3 && isWrapper(said) && thrown === undefined;
  const isBare = thrown !== undefined && thrown.message === '' && emptyType.test(thrown.type);
  const reason = isBare ? 0 : wrapper ? (Math.min(1, told) as 0 | 1) : isLabelled(said) && told < 2 ? 2 : told;
  const isEnd = tellsEnd(said) || statement.severity === 'critical';
  const flags = {
    reason,
    isWrapper: wrapper || isBare,
    isHarmless: isHarmless(said),
    isHedged: isHedged(said),
    isConsequence: isConsequence(said),
    isEnd,
  };
  const level = statement.isStated ? bySeverity[statement.severity] : withoutLevel;
  // A line that calls itself information is a cause only where it says so in plain terms.
  const isAside = statement.isStated && statement.severity === 'info' && told < 3;
  const weight =
    level +
    (isAside ? -2 : 0) +
    byReason[reason] +
    (flags.isWrapper ? -4 : 0) +
    (flags.isHarmless ? -4 : 0) +
    (flags.isHedged ? -2.5 : 0) +
    (flags.isConsequence ? -2.5 : 0) +
    (isEnd ? 0.5 : 0) +
    weightOfThrown(statement);
  return { ...statement, ...flags, weight };
}

/** What was thrown innermost says why; what nobody caught ended something. */
function weightOfThrown({ thrown }: Statement): number {
  if (thrown === undefined) return 0;
  return Math.min(2, thrown.depth) * 1.2 + (thrown.isUncaught ? 2 : 0) + (thrown.hasFrames ? 0.3 : 0);
}
