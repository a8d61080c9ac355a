import { stem } from './stem.ts';
import { bare, isVerb, joined, naming, small } from './tokens.ts';
import type { Slot } from './wording.ts';

export type Called = Pick<Slot, 'names' | 'name'>;

/** Names of things of one kind. */
export interface Family {
  /** By the noun before them, or else the "on" or "by" they are told behind. */
  called: Called;
  /** In so many kinds of lines they take turns. */
  places: number;
}

export const fewestOfFamily = 3;

/** Names that take turns in a place of a line of such words. */
interface Place {
  at: number;
  words: readonly string[];
  before: string;
  names: ReadonlySet<string>;
}

/** Places whose names are mostly those of another place have things of the same kind. */
export function familiesOf(places: readonly Place[]): Map<string, Family> {
  const known = new Map<string, Family>();
  const rankOf = (place: Place) => (isOfNames(place) ? (small.test(place.before) ? 1 : 2) : 0);
  const ranked = places.map((place) => ({ ...place, rank: rankOf(place) }));
  for (const { names, before, rank } of ranked.sort((a, b) => b.rank - a.rank || b.names.size - a.names.size)) {
    const own = Map.groupBy(names, (one) => known.get(one));
    const strangers = own.get(undefined) ?? [];
    let isOfKnown = false;
    for (const [family, some] of own) {
      if (family === undefined || some.length < fewestOfFamily) continue;
      family.places++;
      if (some.length * 2 <= names.size) continue;
      isOfKnown = true;
      for (const one of strangers) known.set(one, family);
    }
    if (isOfKnown || rank === 0) continue;
    const family = { called: calledBy(before), places: 1 };
    for (const one of strangers) known.set(one, family);
  }
  return known;
}

const calledBy = (before: string): Called =>
  before !== '' && !small.test(before)
    ? { names: [stem(before)], name: before }
    : { names: [], name: before.replace(/^of$/, '') || 'name' };

const isOfNames = (place: Place): boolean => ofNames.test(place.before) || isNounFirst(place) || isOfNumbered(place);

/** Behind the others of these stand states as well. */
const ofNames = new RegExp(
  `(?!(?:to|is|was|now|state|status|mode|phase|stage|step|version|flag|method|model)$)${naming.source}`,
);

/** "Oven amber-deck stopped": a noun that begins the message, whatever it is, before names of several parts. */
const isNounFirst = ({ at, before, names }: Place): boolean =>
  at === 1 && /^[a-z]{3,20}$/.test(before) && !isVerb(before) && [...names].every((one) => joined.test(one));

/** "Backup #4711 of hermes": what the numbered things are of. */
function isOfNumbered({ at, words }: Place): boolean {
  const [noun = '', number, of] = at < 3 ? [] : words.slice(at - 3, at).map((word) => bare(word).toLowerCase());
  // Without its sign nothing is left of a masked number.
  return of === 'of' && number === '' && /^[a-z]{3,20}$/.test(noun);
}
