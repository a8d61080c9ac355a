import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { durationWords, timeWordsOf } from '../answer/times.ts';
import { shorten } from '../detect/shorten.ts';
import type { Survey } from '../survey/survey.ts';
import { beginningsOf } from './beginnings.ts';
import type { Place } from './places.ts';

const mostTold = 12;

/** Which place began to fail first, and which followed, on one clock. Undefined where none has a clock or fails. */
export function failingOrder(surveys: readonly Survey[], places: readonly Place[]): Draft | undefined {
  const begun = beginningsOf(surveys, places);
  const [first, ...later] = begun;
  if (first === undefined) return undefined;
  const at = timeWordsOf(first.survey.info, first.survey.isZoned).at(first.onset.timeMs);
  const then = later
    .slice(0, 5)
    .map((one) => say`${one.place.name} ${words(durationWords(one.onset.timeMs - first.onset.timeMs))} later`);
  const rest = later.length > 5 ? words(` and ${later.length - 5} more`) : words('');
  return lookUp({
    cause: say`${first.place.name} failed first, ${words(at)}: ${shorten(first.group.message, 110)}${later.length > 0 ? say`; then ${join(then, ', ')}${rest}` : words('')}`,
    explanation: [
      {
        text: say`${plural(begun.length, 'place')} of ${places.length} begin to fail; what comes evenly all the time is left out`,
        ranges: [],
      },
    ],
    proof: begun.slice(0, mostTold).map((one) => ({
      text: say`${one.place.name}${words(` at ${timeWordsOf(one.survey.info, one.survey.isZoned).at(one.onset.timeMs)}`)}: ${one.group.message.slice(0, 160)}${words(one.group.count > 1 ? ` (${one.group.count} times)` : '')}`,
      ranges: [{ document: one.survey.info.name, lineStart: one.onset.line, lineEnd: one.onset.line }],
    })),
  });
}
