import { literalPattern } from '#core/literal-pattern.ts';
import { otherState, stateAsked } from '../../facts/lexicon.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { isOfStates } from '../../facts/state-column.ts';
import { stateIn } from '../../facts/state-in.ts';
import { stem } from '../../facts/stem.ts';
import { newValue, oldValue } from '../../facts/turns.ts';
import type { Condition } from '../../query/query.ts';
import { thingCalled } from '../columns-called.ts';
import { plainWords } from '../words.ts';

/** A state that a phrase names, and the words left. */
interface StateSaid {
  state: string;
  rest: string;
  /** The file's own lines alone tell of it, and seldom or by a noun. */
  isUnsure: boolean;
  /** That it came to its end is said as well, and left out of the words. */
  isEnded: boolean;
  /** A word of this file alone, or a part of a name. */
  isLearnt: boolean;
}

const notStates =
  /^(?:state|status|mode|phase|level|colou?r|cancelled|aborted|killed|exited|terminated|ended|finished|completed|succeeded|passed|skipped|last|lasted|take|took|going|end|ends|done|start|begin|normal|reset|left|working|complete|failed|fail|started)$/;
const nouns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:outages?|down ?times?|interruptions?|dropouts?|drop out|dropped out)\b/i, 'down'],
  [/\b(?:run ?times?|runs?|ran|executions?)\b(?! (?:out|into|over|away|low|off|by|up|down)\b)/i, 'running'],
  [/\balarms?\b/i, 'alarm'],
];
/** Said in two words. */
const inTwoWords = /\b(?:logged|signed) (?:in|on)(?:to)?\b/gi;
/** "Was", "went", "stayed in": how something came to be in a state. */
const being =
  /^(?:was|were|is|are|been|be|go|goes|went|gone|gets?|got|become|became|becomes|came|come|stay(?:ed)?|remain(?:ed)?|enter(?:ed)?|spent?|in)$/i;
/** "The longest running phase": a noun for a time, and no field. */
export const spellNoun = /\b(?:phase|period|stretch|spell|episode)s?\b/i;

/** "Took longest to load": what is done, and not how something was. */
export const isDone = (word: string, asked: string): boolean =>
  new RegExp(`\\bto ${literalPattern(word)}\\b`, 'i').test(asked);

/** A rank behind those of all other words. */
const ofName = 6;

/** Each state that a phrase may name, likeliest first. `isOfTime`: something that lasts is asked about. */
export function* statesIn(phrase: string, isOfTime: boolean, schema: Schema, asked = phrase): Generator<StateSaid> {
  const words = phrase
    .replace(inTwoWords, 'logged-in')
    .split(' ')
    .filter((word) => word !== '');
  const found = words.flatMap((said, at) => {
    const word = valueCalled(said.toLowerCase(), schema);
    const known = mayBeState(words, at) ? stateIn(schema, word)?.words : undefined;
    if (known === undefined) return [];
    const { learnt } = known;
    // A jam that is cleared each time is no thing, though a field has the word.
    const isSure = learnt?.isNoun === true && !learnt.isSeldom;
    if (learnt !== undefined && (!isOfTime || (!isSure && isThing(word, schema)) || isDone(word, asked))) return [];
    const rank = known.learnt === undefined ? 0 : known.learnt.isNoun ? 2 : 1;
    const place = isPartOfName(words, at, schema) ? ofName : at === words.length - 1 ? 0 : 1;
    return [{ at, word, known, rank: 2 * rank + place }];
  });
  type Found = (typeof found)[number];
  const isEnd = (one: Found, other: Found) =>
    one.at > other.at &&
    (otherState(other.word) === one.word || other.known.ends.some((end) => stem(end) === stem(one.word)));
  // Of two that end each other the first is meant: "wedged until it was freed", "online or offline".
  const begun = found.filter((one) => !found.some((other) => isEnd(one, other)));
  for (const one of begun.sort((first, second) => first.rank - second.rank)) {
    const { at, word, known } = one;
    const isOr = words[at + 1] === 'or' && found.some((other) => other.at === at + 2 && isEnd(other, one));
    const left = words.filter(
      (said, index) =>
        index !== at &&
        !(index === at - 1 && being.test(said)) &&
        !(index === at + 1 && spellNoun.test(said)) &&
        !(isOr && (index === at + 1 || index === at + 2)),
    );
    const state = nouns.find(([pattern]) => pattern.test(word))?.[1] ?? word;
    const isOwn = stateAsked(state) === undefined;
    const said = left.join(' ');
    const rest = withoutEnd(said, known.ends);
    yield {
      state,
      rest,
      isEnded: rest !== said,
      isLearnt: known.learnt !== undefined || one.rank >= ofName,
      isUnsure: isOwn && (known.learnt?.isNoun === true || known.learnt?.isSeldom === true),
    };
  }
  for (const [pattern, state] of nouns)
    if (pattern.test(phrase) && stateIn(schema, state) !== undefined)
      yield {
        state,
        rest: phrase.replace(pattern, ' ').replace(/\s+/g, ' ').trim(),
        isLearnt: state === 'running',
        isUnsure: false,
        isEnded: false,
      };
}

function mayBeState(words: readonly string[], at: number): boolean {
  const word = words[at]?.toLowerCase() ?? '';
  if (notStates.test(word) || (stateAsked(word) === undefined && plainWords.has(word))) return false;
  // "On the device", "on battery" say of what.
  if (/^(?:on|off)$/.test(word) && at < words.length - 1) return false;
  return !/^\d/.test(word) || being.test(words[at - 1] ?? '');
}

/** "The dead letter queue": what lines call something. */
function isPartOfName(words: readonly string[], at: number, { kinds }: Schema): boolean {
  const [word = '', next = ''] = words.slice(at, at + 2).map((one) => one.toLowerCase());
  if (being.test(words[at - 1] ?? '') || !/^[a-z]{3,}$/.test(next)) return false;
  return kinds.some(({ example }) => example.toLowerCase().includes(`${word} ${next}`));
}

/** "Which did not stop", where a field says "stopped". */
const valueCalled = (low: string, schema: Schema): string =>
  stateAsked(low) !== undefined
    ? low
    : (schema.columns
        .filter((one) => one.values.size < 200 && tellsStates(one, schema))
        .flatMap(({ values }) => [...values.keys()])
        .find((value) => value !== low && stem(value) === stem(low)) ?? low);

export const tellsStates = (column: Column, schema: Schema): boolean =>
  !column.isNumber && (column.name === newValue || isOfStates(schema, column));

/** A word of this file alone is a state where it is asked of what lasts, and no name of things. */
const isThing = (low: string, schema: Schema): boolean =>
  thingCalled(schema, low) !== undefined ||
  schema.columns.some(
    ({ name, values }) =>
      stem(name) === stem(low) ||
      (/^[a-z]/.test(low) &&
        values.size < 200 &&
        values.has(low) &&
        stateAsked(low) === undefined &&
        name !== newValue &&
        name !== oldValue),
  );

/** "Until it was freed": that it came to its end is said by how long it lasted. */
const withoutEnd = (text: string, ends: readonly string[]): string =>
  text
    .replace(
      / ?\b(?:to|until|till|before) (?:(?:it|they) )?(?:(?:was|were|got|being) )?([a-z]{3,20})(?: again)?$/i,
      (all, word) => (ends.some((end) => stem(end) === stem(word)) ? '' : all),
    )
    .trim();

/** The names of a question that are a state of things: of a field that tells their state. */
export const statesNamed = (names: readonly Condition[], schema: Schema): Condition[] =>
  names.filter(({ field }) => {
    const column = columnNamed(schema, field);
    return column !== undefined && tellsStates(column, schema);
  });
