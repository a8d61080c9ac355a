import type { StateWords } from './lexicon.ts';
import { stem } from './stem.ts';

/** 1 where words begin a state, -1 where they end it, 0 where they do neither. */
export type Side = -1 | 0 | 1;

interface Form {
  parts: string[];
  value: -1 | 1;
  order: number;
}

/** Which side of a state words are on, and the word that tells it. */
interface Told {
  side: Side;
  word: string;
}

/** Which side of a state words are on; of several that tell it the last counts. */
export function sideReader(words: StateWords): (tokens: readonly string[]) => Side {
  const read = tellingReader(words);
  return (tokens) => read(tokens).side;
}

/** The word by which a line tells the state. */
export function sideWordReader(words: StateWords): (tokens: readonly string[]) => string {
  const read = tellingReader(words);
  return (tokens) => read(tokens).word;
}

const tellingReader = (words: StateWords): ((tokens: readonly string[]) => Told) =>
  words.others !== undefined ? learntSide(words, words.others) : wordSide(words);

const nothing: Told = { side: 0, word: '' };

/** "Jam cleared" is an end, wherever its word stands. */
function learntSide(
  { begins, ends, isBegunFirst }: StateWords,
  others: readonly string[],
): (tokens: readonly string[]) => Told {
  return (tokens) => {
    // "Re-established" has "established" in it.
    const words = tokens.flatMap(wordsOf).flatMap((word) => (word.includes('-') ? [word, ...word.split('-')] : [word]));
    const stems = words.map(stem);
    if (others.some((one) => stems.includes(one))) return nothing;
    const end = stems.findIndex((one) => ends.includes(one));
    const at = stems.findIndex((one) => begins.includes(one));
    if (end >= 0 && !(isBegunFirst === true && at >= 0)) return { side: -1, word: words[end]! };
    return at === -1 ? nothing : { side: isNegated(words, at) ? -1 : 1, word: words[at]! };
  };
}

function wordSide({ begins, ends, state, unless = [] }: StateWords): (tokens: readonly string[]) => Told {
  // What runs is told in any form of its words, all else in the words themselves.
  const shared = state === 'running' ? stem : (word: string) => word;
  const byFirst = new Map<string, Form[]>();
  const firstLetters = new Set<string>();
  [...begins, ...ends].forEach((form, order) => {
    const parts = form.split(' ');
    const [first = ''] = parts;
    const known: Form = { parts: parts.map(shared), value: order < begins.length ? 1 : -1, order };
    for (const key of new Set([first, shared(first)])) byFirst.set(key, [...(byFirst.get(key) ?? []), known]);
    firstLetters.add(first.slice(0, 1));
    firstLetters.add(shared(first).slice(0, 1));
  });
  return (tokens) => {
    const words = tokens.flatMap(wordsOf);
    let told = nothing;
    if (unless.some((one) => words.includes(one))) return told;
    let [best, bestOrder] = [-1, 0];
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      if (!firstLetters.has(word.slice(0, 1))) continue;
      for (const { parts, value, order } of byFirst.get(shared(word)) ?? []) {
        const place = at + parts.length;
        if (place < best || (place === best && order > bestOrder) || place > words.length) continue;
        if (!parts.every((part, index) => shared(words[at + index]!) === part) || isCounted(words, at)) continue;
        [best, bestOrder] = [place, order];
        const isNot = isNegated(words, at);
        const word = words.slice(at, place).join(' ');
        told = { side: isNot ? (value === 1 ? -1 : 1) : value, word: isNot ? `not ${word}` : word };
      }
    }
    return told;
  };
}

const wordsOf = (token: string): string[] =>
  token
    .replace(countOf, '')
    .split(
      /(?<=[a-z])(?=[A-Z])|[_=.:/[\]{}()<>,;]+|(?<=^[A-Za-z]{3,20})-(?=(?!up|down|on|off|in|out|back)[a-z]{4,12}(?![\w-]))/,
    )
    .map((part) => part.toLowerCase().replace(/[^\p{L}-]/gu, ''));

/** `run=61242`, `skipped=6`: the name of a number tells no state. */
const countOf = /(?<=^[("'[{<]?)[A-Za-z_][\w.-]{0,60}=(?=["']?[-+]?\d)/;

/** "88 clients connected" tells how many are, and of none that it came to be. */
const isCounted = (words: readonly string[], at: number): boolean =>
  words[at - 2] === '' && /^[a-z]{3,}[^su]s$/.test(words[at - 1] ?? '');

/** What is "not ready" or "no longer available" is in the other state. */
function isNegated(words: readonly string[], at: number): boolean {
  const isSplit = /^(?:longer|yet)$/.test(words[at - 1] ?? '');
  const before = isSplit ? words.slice(at - 2, at).join(' ') : (words[at - 1] ?? '');
  return /^(?:not|never|no|cannot|(?:not|no) (?:longer|yet))$/.test(before);
}
