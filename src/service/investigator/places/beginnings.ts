import { isBackground } from '../detect/background.ts';
import { courseOf } from '../detect/course.ts';
import { causeWordOf } from '../detect/known-causes.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import type { Place } from './places.ts';

/** Where the documents of a place begin to fail. */
export interface Beginning {
  place: Place;
  survey: Survey;
  group: MessageGroup;
  onset: Spot & { timeMs: number };
}

/** By place, the first of each that has a clock and fails; what fails evenly all the time began before the record. */
export function beginningsOf(surveys: readonly Survey[], places: readonly Place[]): Beginning[] {
  const routine = routineKinds(surveys, places);
  return places
    .map((place) => beginningIn(place, surveys, routine))
    .filter((one) => one !== undefined)
    .sort((a, b) => a.onset.timeMs - b.onset.timeMs);
}

function beginningIn(place: Place, surveys: readonly Survey[], routine: ReadonlySet<string>): Beginning | undefined {
  const names = new Set(place.documents.map((info) => info.name));
  let begun: Beginning | undefined;
  for (const survey of surveys) {
    if (!names.has(survey.info.name) || survey.info.clock !== 'absolute') continue;
    for (const group of survey.groups) {
      const isLoud = group.isFailure || group.severity === 'error' || group.severity === 'critical';
      if (!isLoud || routine.has(group.pattern) || isBackground(survey, group)) continue;
      const { onset, isEven } = courseOf(survey, group);
      if (onset.timeMs === undefined || (isEven && group.severity !== 'critical')) continue;
      const isFirst = begun === undefined || onset.timeMs < begun.onset.timeMs;
      if (isFirst) begun = { place, survey, group, onset: { ...onset, timeMs: onset.timeMs } };
    }
  }
  return begun;
}

/** Kinds that most places have from early on: they were there before anything failed. */
function routineKinds(surveys: readonly Survey[], places: readonly Place[]): Set<string> {
  const held = new Map<string, { documents: Set<string>; firstMs: number; lastMs: number; count: number }>();
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { info, groups } of surveys) {
    start = Math.min(start, info.firstTimeMs ?? start);
    end = Math.max(end, info.lastTimeMs ?? end);
    for (const group of groups) {
      if (group.severity === 'info' || group.first.timeMs === undefined) continue;
      const one = held.get(group.pattern) ?? { documents: new Set(), firstMs: start, lastMs: 0, count: 0 };
      one.firstMs = one.documents.size === 0 ? group.first.timeMs : Math.min(one.firstMs, group.first.timeMs);
      one.lastMs = Math.max(one.lastMs, group.last.timeMs ?? 0);
      one.documents.add(info.name);
      one.count += group.count;
      held.set(group.pattern, one);
    }
  }
  const span = end - start;
  const routine = [...held].filter(
    ([pattern, { documents, firstMs, lastMs, count }]) =>
      documents.size >= Math.max(3, places.length * 0.5) &&
      count < documents.size * 20 &&
      lastMs - firstMs > span * 0.7 &&
      (causeWordOf(pattern) === undefined || count > documents.size * 2),
  );
  return new Set(routine.map(([pattern]) => pattern));
}
