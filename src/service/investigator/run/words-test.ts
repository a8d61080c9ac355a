import { onceForEachForm } from '../facts/by-form.ts';
import { samesOf, synonymsOf } from '../facts/lexicon.ts';
import type { LogRecord } from '../facts/records.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';

/** All words, in any of their forms, in the message; settled once for each wording. */
export function wordsTest(value: string, schema: Schema): (record: LogRecord) => boolean {
  // Other words for it are looked for where the file does not use the word itself.
  const isUsed = (word: string) => !word.includes(' ') && schema.kinds.some(({ stems }) => stems.has(stem(word)));
  const asked = wordList(value).map((word) => ({
    forms: [word, ...samesOf(word), ...(isUsed(word) ? [] : synonymsOf(word))].map((one) => one.split(' ').map(stem)),
    // "No answer" is none that was answered; "no space" may be what is asked for.
    denying: /ed$/i.test(word) ? denial : negating,
    isOther: otherThan(word, schema),
  }));
  const isOfForm = !/\d/.test(value);
  const isNegated = negating.test(value);
  const turned = columnNamed(schema, newValue);
  return onceForEachForm((record) => {
    const { tokens } = schema.book.of(record.row().message);
    const told = new Set([...schema.said(record).stems(), ...stemsOf(tokens.join(' '))]);
    if (asked.length > 1 && turned?.read(record) !== undefined && isIdentifier(tokens, asked))
      return { value: false, isOfForm };
    const isTold = asked.every(
      ({ forms, isOther }) => forms.some((parts) => parts.every((part) => told.has(part))) && !isOther(record.text),
    );
    const isSaid =
      isNegated ||
      !tokens.some((token) => denial.test(token)) ||
      asked.every(({ forms, denying }) => isSaidIn(forms, tokens, denying));
    return { value: isTold && isSaid, isOfForm };
  });
}

/** "Acquirer timeouts" is none of the setting `acquirer_timeout_ms`. */
function isIdentifier(tokens: readonly string[], asked: readonly { forms: readonly (readonly string[])[] }[]): boolean {
  const isIn = (text: string) => {
    const own = stemsOf(text);
    return asked.every(({ forms }) => forms.some((parts) => parts.every((part) => own.has(part))));
  };
  const [names, others] = [tokens.filter((one) => snakeCase.test(one)), tokens.filter((one) => !snakeCase.test(one))];
  return names.some(isIn) && !isIn(others.join(' '));
}
const snakeCase = /^[a-z]+(?:_[a-z\d]+)+$/i;

/** "Door opened" is not "stood open", where the file has both; of either alone the other is meant as well. */
function otherThan(word: string, { kinds }: Schema): (line: string) => boolean {
  const base = /^([a-z]{3,})ed$/i.exec(word)?.[1];
  if (base === undefined) return () => false;
  const [own, other] = [new RegExp(`\\b${word}\\b`, 'i'), new RegExp(`\\b${base}(?:e|ing)?\\b`, 'i')];
  let areBoth: boolean | undefined;
  return (line) => {
    if (!other.test(line) || own.test(line)) return false;
    areBoth ??= kinds.some(({ example }) => own.test(example));
    return areBoth;
  };
}

const negating = /\b(?:not|never)\b/i;
const denial = /\b(?:not|never|no)\b/i;

/** "Stop 12 not delivered" is none of those that were: undefined as a word, it is said at least once without a no before it. */
function isSaidIn(forms: readonly (readonly string[])[], tokens: readonly string[], denying: RegExp): boolean {
  const places = tokens.flatMap((token, at) => {
    const own = stemsOf(token);
    return forms.some(([first = '']) => own.has(first)) ? [at] : [];
  });
  return places.length === 0 || places.some((at) => !denying.test(tokens[at - 1] ?? ''));
}

/** "logged in" and "timed out" stay together. */
function wordList(value: string): string[] {
  const found: string[] = [];
  for (const word of value.split(' ')) {
    const pair = `${found.at(-1) ?? ''} ${word}`;
    if (/^(?:in|out|on|up|off|down)$/.test(word) && synonymsOf(pair).length > 0) found[found.length - 1] = pair;
    else found.push(word);
  }
  return found;
}
