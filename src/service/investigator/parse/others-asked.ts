import { isOfWriters } from '../facts/aliases.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { namesIn } from './cues/names-said.ts';
import { nounOf } from './named-columns.ts';
import type { Around, Understanding } from './parsed.ts';
import { readPhrase } from './read-phrase.ts';
import { saidOfThings } from './trouble-meant.ts';
import { windowOf } from './window.ts';

const be = '(?:is|was|are|were|did|does|do|has|have|had)';
const noun = '(?<noun>[a-z][a-z-]*)';
type Form = readonly [RegExp, Query['expects']];
const form = (head: string, expects?: Query['expects']): Form => [new RegExp(`^${head} (?<what>.+)$`, 'i'), expects];
/** "Besides crm": of which one they are the others. */
const beside =
  /^(?<main>.+?),? (?:besides?|except(?: for| from)?|apart from|aside from|other than|but(?: for)?) (?<name>.+)$/i;
/** Whether it holds of none beside one, of any others, or of which. */
const forms: readonly Form[] = [
  form(`${be} (?<name>.+?) the (?:only|sole) (?:one|${noun})(?: (?:that|which|who|to|with))?`, 'none'),
  form(`${be} (?:it )?(?:just|only) (?:the )?(?<name>\\S+(?: \\S+)?)(?: (?:that|which|who))?`, 'none'),
  form(`(?:${be} )?(?:any|some)(?:thing|one|body)? else`, 'any'),
  form(`(?:${be} )?(?:any|the) (?:other ${noun}|others|rest)`, 'any'),
  form(`(?:what|who|which ${noun}) else`),
  form(`which other ${noun}`),
];
const formsBeside: readonly Form[] = [
  form(`(?:${be} )?any(?:thing|one|body)?`, 'any'),
  form(`(?:what|who|which ${noun})`),
];
const around = new RegExp(
  `^(?:(?:${be}|an?|the|any|also|been|being|got|see|show|shows|showed|reported) )+| (?:too|as well|also|then)$`,
  'gi',
);

/** What holds of others than the one that is known: whether of any, of none, or of which. */
export function othersAsked(question: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  const { main = question, name: last } = beside.exec(question)?.groups ?? {};
  for (const [pattern, expects] of last === undefined ? forms : [...forms, ...formsBeside]) {
    const { what = '', name = last, noun: called } = pattern.exec(main)?.groups ?? {};
    const known = name === undefined ? [] : knownAs(name, schema, quotes);
    const said = what.replace(around, '').replace(around, '');
    if (said === '' || (name !== undefined && known.length === 0)) continue;
    const read = ofOthers(said, called, known, schema, quotes);
    if (read === undefined) continue;
    const { column, where, isInferred } = read;
    const own = known.find(({ field }) => field === column.name);
    const query: Query = { take: 'besides', where: [...where], by: column.name, ...windowOf(times) };
    return {
      query: { ...query, ...(own && { against: [own] }), ...(expects && { expects }) },
      unread: [],
      absent: [],
      isInferred: isInferred || own === undefined,
    };
  }
  return undefined;
}

/** Where lines have the name. */
function knownAs(name: string, schema: Schema, quotes: readonly string[]): readonly Condition[] {
  const [first] = namesIn(name, schema, quotes).names;
  return first?.in ?? readPhrase(name, schema, quotes).where.filter(({ field, is }) => is === '=' && field !== 'level');
}

/** By which they are told apart, and which of their lines say what is asked. */
function ofOthers(
  what: string,
  called: string | undefined,
  known: readonly Condition[],
  schema: Schema,
  quotes: readonly string[],
) {
  const own = called === undefined ? undefined : nounOf(called, schema)?.column;
  const named = known.flatMap(({ field }) => columnNamed(schema, field) ?? []);
  for (const column of own === undefined ? [...named, ...(named.length > 0 ? [] : thingsIn(schema))] : [own]) {
    const said = saidOfThings(what, column, schema, quotes);
    // "What else was done from there" asks for deeds, and for no things.
    const isOfNames = called === undefined && said?.where.every(({ field, is }) => is === '=' && !ofSaying.test(field));
    if (said === undefined || isOfNames === true || !isToldOn(column, said.where, schema)) continue;
    return { ...said, column, isInferred: said.isInferred || (named.length === 0 && own === undefined) };
  }
  return undefined;
}

const ofSaying = /^(?:outcome|level|words|text|new value)$/;
const noThing = /^(?:level|outcome|message|thread|pid|status|new value|old value)$/;
const fewest = 0.8;
const mostThings = 200;

/** What lines name one of, the more of them the sooner; whoever writes them at last. */
function thingsIn({ columns }: Schema): Column[] {
  const named = columns.filter((one) => !noThing.test(one.name) && (!one.isNumber || one.isLabel === true));
  // The only one of a column may be one of several elsewhere.
  const isOfSeveral = ({ values }: Column) =>
    named.some((one) => one.values.size > 1 && [...values.keys()].every((value) => one.values.has(value)));
  return named
    .filter((one) => one.isSerial !== true && one.values.size > 0 && one.values.size <= mostThings && isOfSeveral(one))
    .sort((one, other) => Number(isOfWriters(one)) - Number(isOfWriters(other)) || other.seen - one.seen);
}

/** Nearly all such lines say of which of them they are. */
function isToldOn(column: Column, where: readonly Condition[], schema: Schema): boolean {
  const held = schema.sample.filter(compile([...where], schema));
  return held.length > 0 && held.filter((record) => column.read(record) !== undefined).length >= held.length * fewest;
}
