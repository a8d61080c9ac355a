import type { Spot, Survey } from '../survey/survey.ts';
import { join, say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { isBackground } from './background.ts';
import { courseOf } from './course.ts';
import type { Claim } from './observation.ts';

/** In which order the parts of a system began to fail. Undefined where fewer than two do. */
export function chainOf(survey: Survey): Claim | undefined {
  const failing = beginningSources(survey);
  const [first] = failing;
  if (first === undefined || failing.length < 2) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const steps = failing.slice(0, 8).map((row, index) => {
    const at = row.firstFailure;
    const start = first.firstFailure;
    if (at.timeMs === undefined || start.timeMs === undefined) return say`${row.value} at line ${at.line}`;
    return index === 0
      ? say`${row.value} at ${words(times.at(at.timeMs))}`
      : say`${row.value} ${words(durationWords(at.timeMs - start.timeMs))} later`;
  });
  return {
    text: say`They start failing in this order: ${join(steps, ', ')}`,
    ranges: failing.slice(0, 6).map((row) => ({
      document: survey.info.name,
      lineStart: row.firstFailure.line,
      lineEnd: row.firstFailure.line,
    })),
  };
}

/** Where each part's own failures leave what they always were: the routine ones of the first minutes tell no order. */
function beginningSources(survey: Survey): { value: string; firstFailure: Spot }[] {
  const begun = new Map<string, Spot>();
  for (const group of survey.groups) {
    if (!group.isFailure || group.sources.size !== 1 || isBackground(survey, group)) continue;
    const [value] = group.sources.keys();
    const { onset } = courseOf(survey, group);
    const known = begun.get(value!);
    if (known === undefined || isEarlier(onset, known)) begun.set(value!, onset);
  }
  return [...begun]
    .map(([value, firstFailure]) => ({ value, firstFailure }))
    .sort((a, b) => (isEarlier(a.firstFailure, b.firstFailure) ? -1 : 1));
}

function isEarlier(a: Spot, b: Spot): boolean {
  return a.timeMs !== undefined && b.timeMs !== undefined && a.timeMs !== b.timeMs
    ? a.timeMs < b.timeMs
    : a.line < b.line;
}
