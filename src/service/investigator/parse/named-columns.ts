import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { columnsCalled, tokensOfPhrase } from './read-phrase.ts';
import { plainWords, recordNouns, requestNouns } from './words.ts';

/** Lines themselves, not names of things, are counted. */
export function isCounted(text: string, schema: Schema): boolean {
  const word = text.toLowerCase();
  return (
    recordNouns.has(word) ||
    (schema.isAccess && requestNouns.has(word)) ||
    /^(?:errors?|warnings?|failures?|exceptions?|timeouts?)$/.test(word)
  );
}

export interface Noun {
  column: Column;
  /** All that are called so, the best first. */
  alike: readonly Column[];
  rest: string;
}

/** The column a noun names; words before or behind it narrow the lines. */
export function nounOf(text: string, schema: Schema, isOfMessages: boolean): Noun | undefined {
  const tokens = tokensOfPhrase(text).filter(
    (token) => !/^(?:the|all|of|different|distinct|unique|individual|single)$/i.test(token),
  );
  for (let size = Math.min(3, tokens.length); size >= 1; size--) {
    for (const at of new Set([tokens.length - size, 0])) {
      const alike = columnsCalled(schema, tokens.slice(at, at + size)).filter(
        (one) =>
          !one.isNumber ||
          isStatus(one) ||
          (one.unit.name === '' && !/^(?:time|request|response)s?$/i.test(tokens[at]!)),
      );
      const [column] = alike;
      if (column !== undefined)
        return { column, alike, rest: [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ') };
    }
  }
  const message = schema.columns.find(({ name }) => name === 'message');
  const last = tokens.at(-1)?.toLowerCase() ?? '';
  const isOfKind =
    recordNouns.has(last) || /^(?:errors?|warnings?|failures?|exceptions?|problems?|types?|kinds?)$/.test(last);
  if (!isOfMessages && !/^(?:messages?|kinds?|types?)$/.test(last)) return undefined;
  return message === undefined || !isOfKind ? undefined : { column: message, alike: [], rest: tokens.join(' ') };
}

export function numberIn(text: string, schema: Schema): Noun | undefined {
  const tokens = tokensOfPhrase(text);
  for (let size = Math.min(4, tokens.length); size >= 1; size--) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const part = tokens.slice(at, at + size);
      if (size === 1 && /^(?:times?|requests?|responses?|lines?|events?)$/i.test(part[0]!) && !/^time$/i.test(part[0]!))
        continue;
      const isOwnName =
        size === 1 && schema.columns.some(({ name, isNumber }) => isNumber && name === part[0]!.toLowerCase());
      if (!isOwnName && (plainWords.has(part[0]!.toLowerCase()) || plainWords.has(part.at(-1)!.toLowerCase())))
        continue;
      const column = isOwnName
        ? schema.columns.find(({ name }) => name === part[0]!.toLowerCase())
        : columnsCalled(
            schema,
            part.filter((word) => !plainWords.has(word.toLowerCase())),
          ).find((one) => one.isNumber && !isStatus(one));
      if (column !== undefined)
        return { column, alike: [], rest: [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ') };
    }
  }
  return undefined;
}
