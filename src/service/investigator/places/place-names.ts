import type { Place } from './places.ts';

/** Places a question names by one word or name. */
export interface NamedPlaces {
  /** As the question spells it. */
  word: string;
  at: number;
  places: readonly Place[];
  /** A whole name, or one with a number: no everyday word that a name happens to hold. */
  isExact: boolean;
}

interface Token {
  text: string;
  at: number;
  end: number;
}

const mostTokens = 400;
const everyday = new Set(
  'the and for all any are was were not get set out one two new old run test tests host node pod server service file log logs main error errors failed failure app from with system data time this that what which where when how why did does has have had is it in on at of to do be so we us or no yes'.split(
    ' ',
  ),
);

/** Which places a question names, in the order it does. */
export function placesNamed(question: string, places: readonly Place[]): NamedPlaces[] {
  const tokens = tokensOf(question);
  const byFirst = new Map<string, { place: Place; name: string[]; from: number }[]>();
  for (const place of places) {
    const name = tokensOf(place.name).map(({ text }) => text);
    for (const [from, text] of name.entries()) {
      const known = byFirst.get(text) ?? [];
      if (known.length < 20_000) known.push({ place, name, from });
      byFirst.set(text, known);
    }
  }
  const found: NamedPlaces[] = [];
  for (let at = 0; at < tokens.length; ) {
    const one = longestAt(question, tokens, at, byFirst.get(tokens[at]!.text) ?? [], places.length);
    if (one === undefined) at++;
    else {
      const known = found.find((other) => samePlaces(other.places, one.named.places));
      if (known === undefined) found.push(one.named);
      at += one.length;
    }
  }
  return found;
}

function longestAt(
  question: string,
  tokens: readonly Token[],
  at: number,
  candidates: readonly { place: Place; name: string[]; from: number }[],
  all: number,
): { named: NamedPlaces; length: number } | undefined {
  let length = 0;
  let best: { place: Place; isWhole: boolean }[] = [];
  for (const { place, name, from } of candidates) {
    let run = 0;
    while (run + from < name.length && tokens[at + run]?.text === name[from + run]) run++;
    if (run < length || run === 0) continue;
    if (run > length) best = [];
    length = run;
    best.push({ place, isWhole: run === name.length });
  }
  const texts = tokens.slice(at, at + length).map(({ text }) => text);
  const hasNumber = length > 1 && texts.some((text) => /\d/.test(text)) && /[a-z]/.test(texts[0] ?? '');
  const wholes = best.filter(({ isWhole }) => isWhole);
  const isExact = hasNumber || (length > 1 && wholes.length > 0);
  const isWord = texts.some((text) => /^\p{L}{3,}$/u.test(text) && !everyday.has(text));
  if (length === 0 || (!isExact && (!isWord || (all > 2 && best.length > all * 0.6)))) return undefined;
  const chosen = (wholes.length > 0 ? wholes : best).map(({ place }) => place);
  const word = question.slice(tokens[at]!.at, tokens[at + length - 1]!.end);
  return { named: { word, at: tokens[at]!.at, places: [...new Set(chosen)], isExact }, length };
}

/** Words and numbers apart, so that "node 3", "node-03" and "Node3" are one name. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.slice(0, 4000).matchAll(/\p{L}+|\d+/gu)) {
    const word = match[0].toLowerCase();
    const token = /^\d/.test(word) ? word.replace(/^0+(?=\d)/, '') : word;
    tokens.push({ text: token, at: match.index, end: match.index + word.length });
    if (tokens.length >= mostTokens) break;
  }
  return tokens;
}

function samePlaces(a: readonly Place[], b: readonly Place[]): boolean {
  return a.length === b.length && a.every((place) => b.includes(place));
}
