import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { EventAsked } from './event-asked.ts';

/** All that is asked but for its time, which stands in words. */
export interface QueryAt {
  query: Query;
  /** By default nothing is said of a time. */
  at?: string;
  /** Words that no line has, and what they stand for does. */
  taken?: readonly string[];
  /** The slots hold nothing that may mean anything else. */
  isSure?: boolean;
}

/** What a slot for events holds, and how the question says it. */
export type EventSaid = EventAsked & { said: string };

/** A usual form of questions. */
export interface Frame {
  patterns: readonly RegExp[];
  /** The question in words that the parser knows, or as the query that it is; undefined where the slots do not fit. */
  plain(
    slots: Readonly<Record<string, string>>,
    events: readonly EventSaid[],
    schema: Schema,
  ): string | QueryAt | undefined;
}

/** What may stand in a slot before it is looked up; what each letter stands for see `frames.ts`. */
const slot: Readonly<Record<string, string>> = {
  E: String.raw`\S.*?`,
  K: '(?!(?:which|what|who|how|the|whole)\\b)[a-z][a-z-]*(?: [a-z-]+)?',
  A: String.raw`[a-z]\S*(?: \S+){0,4}?`,
  F: '(?:(?:number|amount|value) of )?[a-z]+(?: [a-z]+){0,3}?',
  G: '[a-z][a-z_.]*(?: [a-z_.]+){0,3}?',
  I: String.raw`\S*\d\S*`,
  N: String.raw`[a-z]\S*(?: \S+){0,3}?`,
  R: String.raw`[a-z][\w.%-]*(?: [a-z][\w.%-]*){0,3}?`,
  S: String.raw`(?:the )?\S+(?: [a-z_.-]+){0,2}?(?: setting)?`,
  T: String.raw`\S.*`,
  X: String.raw`["']?[^\s,;:?!]+(?: ?[a-z%°]+(?:/[a-z]+)?)?["']?`,
};

const name = '\\S*[^\\s,:;]';

/** Things have names of one word, of two, or of each. */
export const forms = (text: string): RegExp[] => {
  const [one, two] = [name, `\\S+ ${name}`];
  const names = !text.includes('{V')
    ? [[one, one]]
    : text.includes('{V2}')
      ? [one, two].flatMap((first) => [one, two].map((second) => [first, second]))
      : [[one], [two]];
  return names.map(([first = one, second = one]) =>
    form(text.replace('{V}', `(?<V>${first})`).replace('{V2}', `(?<V2>${second})`)),
  );
};

/** "how many {E}": a word in braces is a slot of the kind that its first letter names. */
const form = (text: string): RegExp =>
  new RegExp(
    `^(?:${text.replace(/\{([A-Z])(\w*)\}/g, (_, kind: string, rest: string) => `(?<${kind}${rest}>${slot[kind]})`)})$`,
    'i',
  );
