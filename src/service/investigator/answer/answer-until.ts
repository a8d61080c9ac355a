import { headline } from '../detect/failures.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp } from './look-up.ts';
import { say } from './say.ts';
import { timeWordsOf } from './times.ts';

/** "When will it work again", "until when are we blocked": of what is still to come. */
const asksAhead =
  /\b(?:when|how long)\b.{0,20}\b(?:will|can|does|do|must|are|is)\b.{0,40}\b(?:again|back|available|resets?|retry|lifted|unlocked|unblocked|wait|expires?)\b|\b(?:un)?till? when\b/i;
const tellsEnd =
  /\bresets?(?: at| in)? \d|\bretry[- ]?(?:after|at|in)\b[\s:=]*\d|\btry again (?:at|in|after)\b|\b(?:until|till) \S*\d|\bavailable (?:again )?(?:at|from|in) \S*\d|\bnext (?:attempt|retry|try|run) (?:at|in) \S*\d|\b(?:blocked|locked|suspended|banned|back(?:ing)? off) for \d/i;

/** What the file itself states as the end of a trouble; undefined where it states none. */
export function answerUntil(run: Investigation, evidence: Evidence): Draft | undefined {
  if (!asksAhead.test(run.question.text) || run.files.length > 1) return undefined;
  const told = groupsOf(evidence.surveys).filter(({ group }) => tellsEnd.test(headline(group)));
  const latest = told.toSorted((a, b) => b.group.last.line - a.group.last.line)[0];
  if (latest === undefined) return undefined;
  const { survey, group } = latest;
  const { timeMs } = group.last;
  const when = timeMs === undefined ? '' : `, last said at ${timeWordsOf(survey.info, survey.isZoned).at(timeMs)}`;
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${headline(group)}${{ md: when, plain: when }}`,
    proof: told.slice(0, 6).map(claimOf),
  });
}
