import { answerCode } from './answer/answer-code.ts';
import { answerEveryRun } from './answer/answer-every-run.ts';
import { answerWas } from './answer/answer-was.ts';
import type { Draft } from './answer/draft.ts';
import { answerAttempts } from './attempts/answer-attempts.ts';
import { valueAtEvent } from './attempts/value-at-event.ts';
import { answerCounter } from './calculate/answer-counter.ts';
import { courseOfNumber } from './calculate/answer-course.ts';
import { answerCalculation } from './calculate/calculate.ts';
import { answerCrash } from './crashes/answer-crash.ts';
import { answerEnding, spanOfRun } from './endings/answer-ending.ts';
import { answerFailingTests } from './endings/failing-tests.ts';
import { outcomeOfEach } from './endings/outcome-of-each.ts';
import { answerEpisodes } from './episodes/answer-episodes.ts';
import { answerEpisodesWhole } from './episodes/answer-whole.ts';
import { compareGroups } from './groups/compare-groups.ts';
import type { Evidence, Investigation } from './investigation.ts';
import { answerMembers, answerMembersWhole } from './members/answer-members.ts';
import { missingThings } from './members/missing-things.ts';
import { answerPlaces } from './places/answer-places.ts';
import { answerSilence } from './silence/answer-silence.ts';
import { answerSpans } from './spans/answer-spans.ts';
import { answerFirst } from './states/answer-first.ts';
import { answerOnly } from './states/answer-only.ts';
import { answerState } from './states/answer-state.ts';
import type { Survey } from './survey/survey.ts';
import { answerTable, answerTableWhole } from './tables/answer-table.ts';
import { answerOthers } from './units/answer-others.ts';
import { answerVerdicts } from './verdicts/answer-verdicts.ts';

/** What answers the whole question at once; undefined where it is to be answered part by part. */
export async function answerOfWhole(
  run: Investigation,
  parts: readonly string[],
): Promise<Evidence | Draft | undefined> {
  return (
    (await answerCrash(run)) ??
    (await answerSpans(run)) ??
    (await answerFailingTests(run)) ??
    (await answerVerdicts(run)) ??
    (await answerState(run)) ??
    (await answerFirst(run)) ??
    (await compareGroups(run)) ??
    (await answerMembersWhole(run, parts)) ??
    (await answerEpisodesWhole(run, parts)) ??
    (await answerTableWhole(run, parts))
  );
}

/**
 * What computes the answer of one part from the lines, the most special kind of question first; undefined where it is to
 * be found by looking around. `isWhole`: the part is all that was asked, and `answerOfWhole` had no answer.
 */
export async function answerOfPart(
  part: Investigation,
  isWhole: boolean,
  surveyed: () => Promise<Survey[]>,
): Promise<Evidence | Draft | undefined> {
  return (
    (await answerEveryRun(part)) ??
    (await answerEnding(part)) ??
    // Of the run as a whole it was asked above.
    (isWhole ? undefined : await answerFailingTests(part)) ??
    (await outcomeOfEach(part)) ??
    (await missingThings(part)) ??
    (await answerWas(part)) ??
    (isWhole ? undefined : await answerState(part)) ??
    (await answerPlaces(part, surveyed)) ??
    (await answerCode(part)) ??
    (await answerOthers(part, surveyed)) ??
    (await answerOnly(part)) ??
    (await courseOfNumber(part)) ??
    (await answerCounter(part)) ??
    (await answerAttempts(part)) ??
    (await answerSilence(part)) ??
    (await answerEpisodes(part)) ??
    (await answerTable(part)) ??
    (await answerCalculation(part)) ??
    (await answerMembers(part)) ??
    (await valueAtEvent(part)) ??
    (await spanOfRun(part))
  );
}
