import type { Investigation } from '../investigation.ts';
import { windowIn } from '../question/times-asked.ts';
import type { WordFound } from '../question/units.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { commonStart } from '../words/word-forms.ts';
import { courseOf } from './course.ts';
import type { EventsAsked } from './events.ts';

/** A word that so many lines hold picks none of them. */
const mostLines = 0.02;
const fewestOfRoutine = 8;
const beforeThenMs = 60_000;

/** It names neither a part nor a symptom: a healthy file is asked the same. */
const asksOfNothing =
  /^(?:so )?what(?:'s| is| was| went|’s) (?:going )?wrong(?: (?:here|(?:with|in) (?:it|this|that|(?:the|this) (?:log|file|log ?file|output))))?\W*$/i;

/** How the question picks among the events of a text. */
export function eventsAsked(
  run: Investigation,
  survey: Survey,
  found: readonly WordFound[],
  isOfOne = false,
): EventsAsked {
  const { question } = run;
  const most = Math.max(3, survey.info.lines * mostLines);
  const stems = found
    .filter(({ unit }) => unit !== undefined && unit.lines <= most)
    .map(({ part }) => part.word.text.toLowerCase())
    .filter((word) => word.length >= 3)
    .map(commonStart)
    .filter((stem) => !isRoutineWord(survey, stem));
  const asked = question.vague === undefined ? question.times : [question.vague];
  const window = asked.map((time) => windowIn(time, survey.info)).find((one) => one !== undefined);
  const isThen = (group: MessageGroup) => {
    const { timeMs } = courseOf(survey, group).onset;
    if (window === undefined || timeMs === undefined) return false;
    return timeMs >= window.fromMs - beforeThenMs && timeMs <= window.toMs;
  };
  return {
    fits: (message) => stems.some((stem) => message.toLowerCase().includes(stem)),
    isThen,
    isOfOne,
    isOpen: question.isYesNo || question.asksForHealth || question.text === '' || asksOfNothing.test(question.text),
  };
}

/** A word of lines that come all over the file picks none of what happened. */
function isRoutineWord(survey: Survey, stem: string): boolean {
  return survey.groups.some(
    (group) =>
      group.count >= fewestOfRoutine && group.message.toLowerCase().includes(stem) && courseOf(survey, group).isEven,
  );
}
