import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { claims, type ToldOf } from './answer-episodes.ts';
import { lengthWords } from './length-words.ts';
import type { Episode } from './link-episodes.ts';

/** Whether something was in the state at a time, else when the file ends: "was the door open at 14:10", "is it still down". */
export function stateAt(told: ToldOf, atMs: number | undefined): Draft | undefined {
  const { asked, read, times } = told;
  const { episodes } = read;
  const open = episodes.filter(({ end }) => end === undefined);
  if (asked.wants === 'open') {
    if (open.length === 0)
      return lookUp({
        cause: say`None: each of the ${plural(episodes.length, 'time')} is over before the file ends`,
        proof: claims(told, episodes.slice(-3)),
      });
    return lookUp({
      cause: join(
        open
          .slice(-8)
          .map(
            (one) =>
              say`${one.unit === '' ? one.start.text.slice(0, 80) : one.unit} since ${words(times.at(one.start.timeMs))}`,
          ),
        '; ',
      ),
      explanation: [
        {
          text: say`${plural(open.length, 'beginning')} of ${episodes.length} without an end in this file`,
          ranges: [],
        },
      ],
      proof: claims(told, open.slice(-8)),
    });
  }
  if (atMs === undefined) {
    const last = open.at(-1) ?? episodes.at(-1)!;
    const isOn = last.end === undefined;
    // "Is it running again": the state the question hopes for is the end of the one before it.
    return read.isEndMeant ? overOrNot(told, last) : yesOrNo(told, isOn, last, words(' when the file ends'));
  }
  const running = episodes.filter(({ start, end }) => start.timeMs <= atMs && (end === undefined || end.timeMs > atMs));
  const [now] = running;
  const before = episodes.filter(({ start }) => start.timeMs <= atMs).at(-1);
  const near = now ?? before ?? episodes[0]!;
  return yesOrNo(
    told,
    now !== undefined,
    near,
    say` at ${words(times.at(atMs))}`,
    now === undefined && before === undefined,
  );
}

/** "Is it back": yes where the last time is over. */
function overOrNot(told: ToldOf, last: Episode): Draft {
  const { times } = told;
  const unit = last.unit === '' ? words('') : say` (${last.unit})`;
  const begun = say`${last.start.text.slice(0, 80)} at ${words(times.at(last.start.timeMs))}`;
  const cause =
    last.end === undefined
      ? say`No, not when the file ends${unit}: ${begun} is the last of it, and nothing after it ends it`
      : say`Yes${unit}: since ${words(times.at(last.end.timeMs))} with ${last.end.text.slice(0, 80)}, ${words(lengthWords(last.lengthMs!))} after ${last.start.text.slice(0, 80)}`;
  return lookUp({ cause, proof: claims(told, [last]), explanation: [] });
}

function yesOrNo(told: ToldOf, isOn: boolean, one: Episode, when: Text, isBefore = false): Draft {
  const { times } = told;
  const unit = one.unit === '' ? words('') : say` (${one.unit})`;
  const span =
    one.end === undefined
      ? say`since ${words(times.at(one.start.timeMs))}, and nothing after it ends it`
      : say`from ${words(times.span(one.start.timeMs, one.end.timeMs))}, ${words(lengthWords(one.lengthMs!))}`;
  const cause = isOn
    ? say`Yes${when}${unit}: ${span}`
    : say`No, not${when}${unit}: ${words(isBefore ? 'it first was so ' : 'the last time before it was ')}${span}`;
  return lookUp({ cause, proof: claims(told, [one]), explanation: [] });
}
