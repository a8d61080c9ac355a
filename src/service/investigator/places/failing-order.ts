import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, words } from '../answer/say.ts';
import { durationWords, timeWordsOf } from '../answer/times.ts';
import { isBackground } from '../detect/background.ts';
import { courseOf } from '../detect/course.ts';
import { causeWordOf } from '../detect/known-causes.ts';
import { shorten } from '../detect/shorten.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import type { Place } from './places.ts';

interface Failing {
  place: Place;
  survey: Survey;
  group: MessageGroup;
  onset: Spot;
}

const mostTold = 12;

/** Which place began to fail first, and which followed, on one clock. Undefined where none has a clock or fails. */
export function failingOrder(surveys: readonly Survey[], places: readonly Place[]): Draft | undefined {
  const everywhere = routineKinds(surveys, places);
  const begun = places
    .map((place) => beginningIn(place, surveys, everywhere))
    .filter((one) => one !== undefined)
    .sort((a, b) => a.onset.timeMs! - b.onset.timeMs!);
  const [first, ...later] = begun;
  if (first === undefined) return undefined;
  const at = timeWordsOf(first.survey.info, first.survey.isZoned).at(first.onset.timeMs!);
  const then = later
    .slice(0, 5)
    .map((one) => say`${one.place.name} ${words(durationWords(one.onset.timeMs! - first.onset.timeMs!))} later`);
  const rest = later.length > 5 ? words(` and ${number(later.length - 5)} more`) : words('');
  return lookUp({
    cause: say`${first.place.name} failed first, ${words(at)}: ${shorten(first.group.message, 110)}${later.length > 0 ? say`; then ${join(then, ', ')}${rest}` : words('')}`,
    explanation: [
      {
        text: say`${plural(begun.length, 'place')} of ${number(places.length)} begin to fail; what comes evenly all the time is left out`,
        ranges: [],
      },
    ],
    proof: begun.slice(0, mostTold).map((one) => ({
      text: say`${one.place.name}${words(` at ${timeWordsOf(one.survey.info, one.survey.isZoned).at(one.onset.timeMs!)}`)}: ${one.group.message.slice(0, 160)}${words(one.group.count > 1 ? ` (${number(one.group.count)} times)` : '')}`,
      ranges: [{ document: one.survey.info.name, lineStart: one.onset.line, lineEnd: one.onset.line }],
    })),
  });
}

function beginningIn(place: Place, surveys: readonly Survey[], routine: ReadonlySet<string>): Failing | undefined {
  const names = new Set(place.documents.map((info) => info.name));
  let begun: Failing | undefined;
  for (const survey of surveys) {
    if (!names.has(survey.info.name) || survey.info.clock !== 'absolute') continue;
    for (const group of survey.groups) {
      const isLoud = group.isFailure || group.severity === 'error' || group.severity === 'critical';
      if (!isLoud || routine.has(group.pattern) || isBackground(survey, group)) continue;
      const { onset, isEven } = courseOf(survey, group);
      if (onset.timeMs === undefined || (isEven && group.severity !== 'critical')) continue;
      const isFirst = begun === undefined || onset.timeMs < begun.onset.timeMs!;
      if (isFirst) begun = { place, survey, group, onset };
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
