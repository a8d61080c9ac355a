import { literalPattern } from '#core/literal-pattern.ts';
import { stemOf } from '../words/word-forms.ts';

/** A word of a line by which what begins and what ends are known to be of one thing. */
export interface UnitToken {
  /** Compared: lower case, ports in their short form, a bare number with the word before it. */
  key: string;
  /** As the line writes it. */
  text: string;
  isName: boolean;
  /** The word before it, lower case. */
  before: string;
}

const port = /^(gi|te|fa|et|eth|po|hu|fo|tw|se|lo|vl|ge|xe)[a-z-]*(\d[\d/.:]*)$/i;
const piece = /[\p{L}\d_][\p{L}\d_./:@+-]*/gu;
const clockOrAmount =
  /^\d{1,2}:\d\d(?::\d\d)?|^\d+[.,]\d+$|^\d{4}-\d\d-\d\d|^\d+(?:\.\d+)?(?:ms|s|sec|min|h|v|a|w|c|kb|mb|gb|%)$/i;
const mostTokens = 40;

/** "GigabitEthernet1/0/31" is "gi1/0/31". */
export function normalName(text: string): string {
  const low = text.toLowerCase();
  const found = port.exec(low);
  return found === null ? low : `${found[1]!.slice(0, 2)}${found[2]!}`;
}

export function unitTokens(text: string): UnitToken[] {
  const tokens: UnitToken[] = [];
  let before = '';
  for (const [raw] of text.slice(0, 600).matchAll(piece)) {
    const word = raw.replace(/[.:/@+-]+$/, '');
    if (word === '' || tokens.length >= mostTokens) continue;
    if (clockOrAmount.test(word)) {
      before = '';
      continue;
    }
    const isBare = /^\d+$/.test(word);
    if (isBare && word.length < 9 && before === '') continue;
    const key = isBare && word.length < 9 ? `${before} ${word}` : normalName(word);
    if (!tokens.some((one) => one.key === key))
      tokens.push({
        key,
        text: isBare && word.length < 9 ? `${before} ${word}` : word,
        before,
        isName: /[\d_@]|[\p{L}\d][./:-][\p{L}\d]/u.test(word),
      });
    before = isBare ? before : word.toLowerCase();
  }
  return tokens;
}

const alike: readonly (readonly string[])[] = [
  ['mains', 'power', 'utility', 'grid', 'electricity'],
  ['network', 'signal', 'link', 'carrier', 'wan', 'internet'],
  ['interface', 'port', 'link'],
  ['backup', 'dump'],
];

/** Whether a line holds a word of a question in any form, short or long; of everyday words also what means the same. */
export function lineHolds(word: string): (text: string) => boolean {
  const low = normalName(word);
  if (/\d|[._/:@-]/.test(word)) {
    const literal = word.toLowerCase();
    const bounded = new RegExp(`(?<![\\p{L}\\d])${literalPattern(literal)}(?![\\p{L}\\d]|[.:/]\\d)`, 'u');
    return (text) =>
      bounded.test(text.toLowerCase()) ||
      (low !== literal || port.test(literal) ? unitTokens(text).some(({ key }) => key === low) : false);
  }
  if (word.length === 1) return (text) => unitTokens(text).some((one) => one.text === word);
  const stems = new Set([low, ...(alike.find((group) => group.includes(stemmed(low))) ?? [])].map(stemmed));
  return (text) =>
    (text.toLowerCase().match(/\p{L}{2,}/gu) ?? []).some((one) => stems.has(one) || stems.has(stemmed(one)));
}

function stemmed(word: string): string {
  return word === 'mains' ? word : stemOf(word);
}
