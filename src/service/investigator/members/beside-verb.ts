import { entityOf } from '../calculate/columns.ts';
import { isNameLike, plainWord, type Token } from './tokens.ts';

const helpers =
  /^(?:was|were|is|are|has|have|had|been|be|being|got|gets|now|not|just|will|could|cannot|can|did|does)$/i;

/** Right before the verb, as the first word of the sentence or written like a name. */
export function subjectOf(tokens: readonly Token[], isPredicate: (word: string) => boolean): string | undefined {
  const at = tokens.findIndex(({ text }) => isPredicate(text));
  const subject = tokens[at - 1];
  if (subject === undefined || plainWord.test(subject.text)) return undefined;
  return at === 1 || isNameLike(subject) ? subject.text : undefined;
}

export function beforeOf(tokens: readonly Token[], isPredicate: (word: string) => boolean): string | undefined {
  const at = tokens.findIndex(({ text }) => isPredicate(text));
  for (let index = at - 1; index >= Math.max(0, at - 4); index--) {
    const token = tokens[index]!;
    if (helpers.test(token.text)) continue;
    return plainWord.test(token.text) || /^[\d.,]+$/.test(token.text) ? undefined : token.text;
  }
  return undefined;
}

export function afterOf(tokens: readonly Token[], isPredicate: (word: string) => boolean): string | undefined {
  const at = tokens.findIndex(({ text }) => isPredicate(text));
  if (at < 0) return undefined;
  for (let index = at + 1; index < Math.min(tokens.length, at + 5); index++) {
    const token = tokens[index]!;
    if (isNameLike(token)) return token.text;
  }
  const next = tokens[at + 1];
  return next === undefined || plainWord.test(next.text) || !/^\p{L}/u.test(next.text) ? undefined : next.text;
}

export function behindWord(tokens: readonly Token[], word: string, likely?: RegExp): string | undefined {
  for (const [at, { text }] of tokens.entries()) {
    if (text.toLowerCase() !== word) continue;
    const near = tokens.slice(at + 1, at + 4).find((one) => likely?.test(one.text) === true);
    if (near !== undefined) return near.text;
    for (let next = at + 1; next <= at + 3 && next < tokens.length; next++) {
      const one = tokens[next]!;
      if (isNameLike(one)) return one.text;
      if (!plainWord.test(one.text) && entityOf(one.text) === undefined) return one.text;
    }
  }
  return undefined;
}
