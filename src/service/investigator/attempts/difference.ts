import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { claimAt } from '../calculate/told.ts';
import { type AttemptsTold, openedBy } from './answer-attempts.ts';
import type { Attempt } from './split-attempts.ts';

const mostKinds = 6;

interface Kind {
  text: string;
  places: Map<Attempt, number>;
  failed: Attempt[];
  good: Attempt[];
}

/** What stands in the goes that failed and not in those that succeeded, and the other way round; what only says the outcome comes last. */
export function differenceOf(told: AttemptsTold): Draft | undefined {
  const { attempts, asked, run } = told;
  const isLate = (one: Attempt, place: number) => one.outcome !== undefined && place >= one.outcome.place;
  const failed = attempts.all.filter(({ outcome }) => outcome?.isSuccess === false);
  const good = attempts.all.filter(({ outcome }) => outcome?.isSuccess === true);
  if (failed.length === 0 || good.length === 0) return undefined;
  const kinds = new Map<string, Kind>();
  for (const one of [...failed, ...good])
    for (const [pattern, mark] of one.kinds) {
      if (isLate(one, mark.place)) continue;
      const known = kinds.get(pattern) ?? { text: mark.text, places: new Map(), failed: [], good: [] };
      kinds.set(pattern, known);
      known.places.set(one, mark.place);
      (one.outcome!.isSuccess ? known.good : known.failed).push(one);
    }
  const lift = (kind: Kind) => kind.failed.length / failed.length - kind.good.length / good.length;
  const placeOf = ({ places }: Kind) => {
    const [first] = places;
    return first === undefined ? 0 : first[1] - first[0].from.place;
  };
  const ranked = [...kinds.values()].sort((a, b) => Math.abs(lift(b)) - Math.abs(lift(a)) || placeOf(a) - placeOf(b));
  const only = ranked.filter((kind) => lift(kind) >= 0.5).slice(0, mostKinds);
  const lacking = ranked.filter((kind) => lift(kind) <= -0.5).slice(0, mostKinds);
  const counted = say`${failed.length} of ${plural(attempts.all.length, asked.noun)} failed`;
  if (only.length + lacking.length === 0)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`No kind of line tells them apart; ${counted}`,
      explanation: [openedBy(told)],
      proof: failed.slice(0, 4).map((one) => claimAt(run, say`${told.name(one)}`, one.from.place, one.outcome!.place)),
    });
  const named = (list: readonly Kind[]): Text =>
    join(
      list.slice(0, 2).map((kind) => say`${kind.text.slice(0, 90)}`),
      ', ',
    );
  const cause =
    only.length === 0
      ? say`The failing ones lack ${named(lacking)}; ${counted}`
      : say`Only in the failing ones: ${named(only)}${lacking.length === 0 ? words('') : say`; instead of ${named(lacking.slice(0, 1))}`}; ${counted}`;
  return lookUp({
    cause,
    explanation: [openedBy(told)],
    proof: [...only, ...lacking].map((kind) => {
      const places = [...kind.failed, ...kind.good].flatMap((one) => kind.places.get(one) ?? []).slice(0, 3);
      return claimAt(
        run,
        say`In ${kind.failed.length} of ${failed.length} that failed, ${kind.good.length} of ${good.length} that succeeded`,
        ...places,
      );
    }),
  });
}
