import { isBackground } from '../detect/background.ts';
import { isChange } from '../detect/changes.ts';
import { courseOf } from '../detect/course.ts';
import { headline } from '../detect/failures.ts';
import { namesOf } from '../detect/names.ts';
import type { Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import { isStrewn } from '../detect/strewn.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { stateAsked } from '../states/state-asked.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';
import { surveyOf } from './told-origin.ts';

const asksIfStill =
  /\b(?:still|any ?more|ongoing|continu(?:es|ing)|currently|right now|at the moment|by now|as we speak)\b/i;
const asksIfOver =
  /\b(?:recovered|resolved|over|ended|stopped|cleared|back to normal|gone|healed|no longer|working again|fixed)\b/i;
const fewestLinesAfter = 20;

/** Whether what was found goes on to the end of the file: no where it ended, with its last line and what came after. */
export function stillGoingOn(draft: Draft, run: Investigation, evidence: Evidence): Draft {
  const { question } = run;
  const [cause] = draft.used;
  const state = stateAsked(question);
  const isOver = state === undefined ? asksIfOver.test(question.text) : state.isGood;
  const isAsked = question.isYesNo && (state !== undefined || asksIfStill.test(question.text) || isOver);
  if (!isAsked || draft.verdict === 'INCONCLUSIVE' || cause === undefined) return draft;
  const survey = surveyOf(cause, evidence);
  if (survey === undefined) return draft;
  const failing = failuresOf(survey, cause);
  const [latest] = failing;
  if (latest === undefined) return draft;
  const told = cause.group ?? latest;
  const { last } = latest;
  const { lastTimeMs, lines } = survey.info;
  if (last.timeMs === undefined || lastTimeMs === undefined) return draft;
  const quietMs = lastTimeMs - last.timeMs;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const what = say`${shorten(headline(told), 80)}`;
  const document = survey.info.name;
  const range = (spot: Spot) => ({ document, lineStart: spot.line, lineEnd: spot.line });
  const hasEnded = lines - last.line >= fewestLinesAfter && quietMs > longestPause(survey, told);
  const short = quietMs < 1000 ? words('right at its end') : words(`${durationWords(quietMs)} before its end`);
  const text: Text = hasEnded
    ? say`${words(isOver ? 'Yes' : 'No')}: the last failure is at ${words(times.at(last.timeMs))}, then ${plural(lines - last.line, 'line')} over ${words(durationWords(quietMs))} without one; it was ${what}`
    : say`${words(isOver ? 'No' : 'Yes')}: it goes on to the end of the file, the last at ${words(times.at(last.timeMs))}, ${short}: ${what}`;
  const recovery = hasEnded ? recoveryAfter(survey, told, last) : undefined;
  const claims =
    recovery === undefined
      ? []
      : [
          {
            text: say`Right after the last one: ${recovery.group.message.slice(0, 160)}`,
            ranges: [range(recovery.spot)],
          },
        ];
  return {
    ...draft,
    verdict: 'LIKELY',
    cause: text,
    explanation: [...claims.map((claim) => ({ ...claim, ranges: [] })), ...draft.explanation],
    proof: [{ text: words('The last failure'), ranges: [range(last)] }, ...claims, ...draft.proof],
  };
}

/** The cause and what else fails, the last first; of a cause that is told by other lines, what fails only from then on. */
function failuresOf(survey: Survey, { group, firstLine }: Observation): MessageGroup[] {
  const failing = survey.groups.filter(
    (one) =>
      one.isFailure &&
      one.count >= 3 &&
      (group !== undefined || one.first.line >= firstLine) &&
      !isBackground(survey, one) &&
      !isStrewn(survey, one),
  );
  return [...(group === undefined ? [] : [group]), ...failing].sort(
    (a, b) => (b.last.timeMs ?? 0) - (a.last.timeMs ?? 0),
  );
}

/** How long it may be quiet without being over. */
function longestPause(survey: Survey, group: MessageGroup): number {
  const { firstTimeMs = 0, lastTimeMs = 0 } = survey.info;
  const last = courseOf(survey, group).episodes.at(-1);
  const usual =
    last?.from.timeMs === undefined || last.to.timeMs === undefined
      ? 0
      : (last.to.timeMs - last.from.timeMs) / Math.max(1, last.count);
  return Math.max(usual * 10, (lastTimeMs - firstTimeMs) * 0.02, 30_000);
}

/** A line of its own, just behind the last failure, that names the same or tells of a change. */
function recoveryAfter(
  survey: Survey,
  cause: MessageGroup,
  last: Spot,
): { group: MessageGroup; spot: Spot } | undefined {
  const names = namesOf(cause);
  const near = survey.groups
    .filter((group) => !group.isFailure && group.count <= 8)
    .flatMap((group) => group.spots.map((spot) => ({ group, spot })))
    .filter(({ spot }) => spot.timeMs !== undefined && spot.line > last.line && spot.timeMs - last.timeMs! <= 120_000)
    .filter(({ group }) => isChange(group) || [...namesOf(group)].some((name) => names.has(name)));
  return near.sort((a, b) => b.spot.line - a.spot.line)[0];
}
