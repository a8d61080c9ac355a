import { CodeNouns, codePrefix } from './code-nouns.ts';
import { type Called, type Family, familiesOf, fewestOfFamily } from './families.ts';
import { connected } from './lexicon.ts';
import { bare, doing, identifier, isVerb, joined, naming, small } from './tokens.ts';

const none: ReadonlySet<string> = new Set();
const inBrackets = '[*]';
const mostOfKind = 12;
/** There are few of what has a number of one or two digits. */
const isOfFew = /\D\d{1,2}$/;
const isWrittenAsCode = /^[A-Za-z]+(?:[-_#]?\d{1,2}|[-_][a-z]{1,12})$/;
/** `NordBank`, `pos_sales`. */
const ofParts = /^(?:(?=[A-Za-z]{2,60}$)[A-Za-z]{0,58}?[a-z][A-Z]|[a-z]{1,40}(?:_[a-z]{1,40}){1,6}$)/;

/** Learns which plain words of messages are names: those that take turns in one place of otherwise equal words. */
export class NamesInPlaces {
  readonly codes = new CodeNouns();
  private readonly turns = new Map<string, Set<string>>();
  /** Names of several parts that stand first, by the word behind them. */
  private readonly fronts = new Map<string, Set<string>>();
  private names: Map<string, Set<string>> | undefined;
  private named: ReadonlySet<string> | undefined;
  private joint: ReadonlySet<string> | undefined;
  private mixed: ReadonlySet<string> | undefined;
  private family: ReadonlyMap<string, Family> | undefined;
  private proper: ReadonlySet<string> | undefined;
  private heads: ReadonlySet<string> | undefined;
  /** Names that come and go, by the word for it. */
  private readonly comers = new Map<string, Set<string>>();
  private people: ReadonlySet<string> | undefined;

  /** To be called with all wordings that are to be learnt from, before any is asked for. */
  learn(tokens: readonly string[], mask: readonly string[]): void {
    const first = bare(tokens[0] ?? '');
    if (joined.test(first)) add(this.fronts, bare(mask[1] ?? ''), first);
    if (comes(mask) && isPersonal(first)) add(this.comers, bare(mask[1] ?? ''), first);
    tokens.forEach((token, at) => {
      this.codes.learn(bare(tokens[at - 2] ?? ''), bare(tokens[at - 1] ?? ''), bare(token));
    });
    if (mask.length > 30) return;
    for (let at = 0; at < mask.length; at++) {
      const value = turnAt(tokens, at);
      if (value !== undefined) add(this.turns, keyOf(mask, at), value);
    }
  }

  /** What else stands in the place on lines that say the same. */
  at(mask: readonly string[], at: number): ReadonlySet<string> {
    return this.turns.get(keyOf(mask, at)) ?? none;
  }

  /** After all was learnt: a name in one kind of line is a name in others too, however rare they are. */
  behind(word: string): ReadonlySet<string> {
    this.names ??= this.learnNames();
    return this.names.get(word) ?? none;
  }

  private learnNames(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const [key, values] of this.turns) {
      if (values.size < 2) continue;
      const { at, words } = placeIn(key);
      const previous = wordBefore(key);
      // What takes turns behind any other word is a name only where several do.
      const isFew = values.size < (words[at] === inBrackets ? 2 : 3);
      if (!naming.test(previous) && (isFew || !/^[a-z]{2,}$/.test(previous) || doing.test(previous))) continue;
      for (const value of values) add(found, previous, value);
    }
    return found;
  }

  /** "Moth > Zed": who takes turns with others in some place, and is no kind of thing. */
  isProper(word: string): boolean {
    this.proper ??= this.collect((values, key) => {
      const names = values.filter((one) => /^[A-Z][a-z]/.test(one) && !naming.test(one.toLowerCase()) && !isVerb(one));
      return !key.startsWith('0|') && names.length >= 4 ? names : [];
    });
    return this.proper.has(word);
  }

  /**
   * Those that take turns behind "on", "by" or their noun, and together in other places as well, are names, wherever
   * they stand: with the noun, or nothing where there is none.
   */
  familyOf(value: string): Called | undefined {
    this.family ??= familiesOf(
      [...this.turns]
        .filter(([, names]) => names.size >= fewestOfFamily)
        .map(([key, names]) => ({ ...placeIn(key), names, before: wordBefore(key) })),
    );
    const family = this.family.get(value);
    return family === undefined || family.places < 2 ? undefined : family.called;
  }

  /** `FV2` and `BT1` take turns, as `fra-2` and `ams-1` do: the prefix says where it is, and not what. */
  isAmongOthers(value: string): boolean {
    this.mixed ??= this.collect((values) => {
      const prefixes = new Set(values.map((one) => (isOfFew.test(one) ? codePrefix(one) : one)));
      const areKinds = [...prefixes].some((one) => one === undefined || naming.test(one.toLowerCase()));
      return prefixes.size >= 2 && !areKinds && values.every((one) => isWrittenAsCode.test(one)) ? values : [];
    });
    return this.mixed.has(value);
  }

  /** "NordBank" takes turns with others somewhere, and is no word that stands anywhere else by chance. */
  isNameElsewhere(value: string): boolean {
    this.joint ??= this.collect((values) => (values.length < 2 ? [] : values.filter((one) => ofParts.test(one))));
    return this.joint.has(value);
  }

  /** Stands first in messages, as others do before the same word. */
  isHead(value: string): boolean {
    this.heads ??= new Set(atLeast(2, this.fronts));
    return this.heads.has(value);
  }

  /** Comes or goes, as others do: they are users. */
  isPerson(value: string): boolean {
    this.people ??= new Set(atLeast(3, this.comers));
    return this.people.has(value);
  }

  isName(tokens: readonly string[], mask: readonly string[], at: number): boolean {
    const word = bare(tokens[at]!);
    if (isPlainName(word) && this.familyOf(word) !== undefined) return true;
    const others = this.at(mask, at);
    if (others.size < 2 || isVerb(word)) return false;
    if (areSiblings(others) || [...others].some((one) => this.isNamed(one))) return true;
    const previous = bare(tokens[at - 1] ?? '');
    return others.size >= 3 || naming.test(previous.toLowerCase()) || areCapitals(others, previous);
  }

  /** Somewhere it stands behind a noun for what has names: "node oslo". */
  private isNamed(value: string): boolean {
    this.names ??= this.learnNames();
    this.named ??= new Set(
      [...this.names].flatMap(([noun, values]) => (naming.test(noun) && !small.test(noun) ? [...values] : [])),
    );
    return this.named.has(value);
  }

  /** Names without a digit take turns in the place, or a few of other prefixes: the "av1-1080" and "hevc-2160" of presets. */
  hasOthersAt(mask: readonly string[], at: number, prefix: string | undefined): boolean {
    const values = this.at(mask, at);
    const areFew = values.size <= mostOfKind;
    return [...values].some((value) => !/\d/.test(value) || (areFew && codePrefix(value) !== prefix));
  }

  private collect(namesOf: (values: readonly string[], key: string) => readonly string[]): ReadonlySet<string> {
    return new Set([...this.turns].flatMap(([key, values]) => namesOf([...values], key)));
  }
}

const atLeast = (few: number, sets: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...sets.values()].flatMap((values) => (values.size < few ? [] : [...values]));

const coming = new RegExp(`^(?:${[...connected.begins, ...connected.ends].join('|')})(?: |$)`, 'i');
/** "Karl connected from ...", "Steve left the game". */
export const comes = (mask: readonly string[]): boolean => coming.test(mask.slice(1, 3).map(bare).join(' '));
const isPersonal = (word: string): boolean =>
  /^[A-Za-z][A-Za-z.]{1,30}$/.test(word) && !naming.test(word.toLowerCase());

const mostPlaces = 200_000;
const mostValues = 200;

function add(values: Map<string, Set<string>>, key: string, value: string): void {
  const known = values.get(key) ?? new Set<string>();
  if (known.size < mostValues) known.add(value);
  if (values.size < mostPlaces) values.set(key, known);
}

/** "prio STAT", where others are "prio ROUT": a word of small letters, and what it is told to be. */
export const areCapitals = (values: ReadonlySet<string>, before: string): boolean =>
  values.size > 0 &&
  /^[a-z]{3,}$/.test(before) &&
  !doing.test(before) &&
  [...values].every((one) => /^[A-Z][A-Z_]+$/.test(one));

/** `ns-a` and `ns-b`, `HL7-in` and `HL7-out`, `fax-host` and `scan-host`: names of one kind, however few they are. */
export function areSiblings(values: ReadonlySet<string>): boolean {
  const parts = [...values].map((one) => one.split(/[-_]/));
  const [first, second] = parts;
  if (first === undefined || second === undefined || first.length < 2) return false;
  const areAlike = (at: number) => parts.filter((one) => one.length === first.length && one.at(at) === first.at(at));
  return [0, -1].some((at) => areAlike(at).length > parts.length / 2);
}

/** "Car" of `car-A`, `car-B` and the `goods-lift` beside them. */
export function kindOf(values: ReadonlySet<string>): string | undefined {
  const kinds = Map.groupBy(values, (one) => /^[A-Za-z]{3,}(?=[-_])/.exec(one)?.[0] ?? '');
  const [kind = '', own = []] = [...kinds].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return kind !== '' && own.length > 1 ? kind : undefined;
}

export const isPlainName = (word: string): boolean =>
  /^[A-Za-z][\w.-]{2,}$/.test(word) && !isVerb(word) && !small.test(word) && !naming.test(word.toLowerCase());

export const isNameLike = (token = ''): boolean =>
  /^["'([<]?[A-Za-z][\w.@:/\u2060-]{0,60}["')\]>]?[.,;:]?$/.test(token) && !/\d/.test(token) && !small.test(token);

/** What takes turns with others in a place; "branch release/2.1" shows that "branch main" is of a name too. */
function turnAt(tokens: readonly string[], at: number): string | undefined {
  const value = bare(tokens[at] ?? '');
  if (isNameLike(tokens[at])) return value;
  const isBehindWord = at === 0 ? isWrittenAsCode.test(value) : /^[a-z]{2,}$/.test(tokens[at - 1] ?? '');
  return identifier.test(value) && isBehindWord ? value : undefined;
}

/** Of a place: the words around it, whatever the fields beside it are set to. */
function keyOf(mask: readonly string[], at: number): string {
  const value = bare(mask[at] ?? '');
  const others = mask.map((token, index) => {
    if (index === at) return token.startsWith('[') ? inBrackets : '*';
    const named = token.replace(valueOfPair, '=');
    return named.includes('/') ? withoutValue(named, value) : named;
  });
  return `${at}|${others.join(' ')}`;
}
const valueOfPair = /(?<=^[A-Za-z_][\w.-]{0,40})=.+/;

/** "from attic topic home/attic/climate" names attic twice. */
const withoutValue = (path: string, value: string): string =>
  path
    .split('/')
    .map((part) => (part === value ? '*' : part))
    .join('/');

function placeIn(key: string): { at: number; words: string[] } {
  const end = key.indexOf('|');
  return { at: Number(key.slice(0, end)), words: key.slice(end + 1).split(' ') };
}

function wordBefore(key: string): string {
  const { at, words } = placeIn(key);
  return bare(words[at - 1] ?? '').toLowerCase();
}
