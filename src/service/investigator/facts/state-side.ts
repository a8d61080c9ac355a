import type { StateWords } from './lexicon.ts';
import { stem } from './stem.ts';

/** 1 where words begin a state, -1 where they end it, 0 where they do neither. */
export type Side = -1 | 0 | 1;

interface Form {
  parts: string[];
  value: -1 | 1;
}

/** Which side of a state words are on, and the word that tells it. */
interface Told {
  side: Side;
  word: string;
}

/** Which side of a state words are on, and which of them tells it; of several that tell it the last counts. */
export const sideReader = (words: StateWords): ((tokens: readonly string[]) => Told) =>
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
  const forms = new Map<string, Form[]>();
  const add = (form: string, value: Form['value']) => {
    const parts = form.split(' ').map(shared);
    const [first = ''] = parts;
    forms.set(first, [...(forms.get(first) ?? []), { parts, value }]);
  };
  for (const one of begins) add(one, 1);
  for (const one of ends) add(one, -1);
  return (tokens) => {
    const words = tokens.flatMap(wordsOf);
    if (unless.some((one) => words.includes(one))) return nothing;
    let [told, best] = [nothing, -1];
    for (const [at, word] of words.entries()) {
      for (const { parts, value } of forms.get(shared(word)) ?? []) {
        const end = at + parts.length;
        // Of forms that end at one place the longest counts, of equals the first.
        if (end <= best || !parts.every((part, index) => shared(words[at + index] ?? '') === part)) continue;
        if (isCounted(words, at)) continue;
        best = end;
        const own = words.slice(at, end).join(' ');
        told = isNegated(words, at) ? { side: value === 1 ? -1 : 1, word: `not ${own}` } : { side: value, word: own };
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
  return /^(?:not|never|no|cannot)$/.test(words[isSplit ? at - 2 : at - 1] ?? '');
}
