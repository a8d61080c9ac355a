import { literalPattern } from '#core/literal-pattern.ts';
import { samesOf } from '../facts/lexicon.ts';
import { statedReason } from '../facts/reason.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isBetween, thingOf } from '../run/run-between.ts';
import { isColumnNamed } from './columns-called.ts';
import { openNoun } from './noun-asked.ts';
import { tokensOfPhrase } from './phrase.ts';
import { isStatistic } from './refusals.ts';
import { areOfSeveralKinds } from './several-kinds.ts';

interface Read {
  query: Query;
  /** The question. */
  all: string;
  schema: Schema;
}
type Doubt = (read: Read) => boolean;

/** Whether a question may as well have meant something else: its answer is no more than LIKELY. */
export const isDoubtful = (read: Read): boolean => doubts.some((rule) => rule(read));

/** A call that comes in, rings and ends has lines of each: how many lines speak of calls is not surely how many there were. */
const isOfSeveralKinds: Doubt = ({ query: { take, of, by, state, where }, schema }) => {
  const [said] = where.filter(({ field }) => field === 'words');
  if (!/^(?:count|rate|list)$/.test(take) || of !== undefined || by !== undefined || state !== undefined) return false;
  if (said === undefined || where.some(({ field }) => field === 'outcome')) return false;
  const parts = said.value.split(' ').map(stem);
  const held = schema.kinds.filter(({ stems }) => parts.every((one) => stems.has(one)));
  return areOfSeveralKinds(held, take === 'list' ? 2 : 3);
};

/** "Crashed" of lines that only say "panic": others may tell of it in other words again. */
const isOfOtherWord: Doubt = ({ query: { where }, schema }) =>
  where.some(
    ({ field, is, value }) =>
      field === 'words' &&
      is === 'has' &&
      value.split(' ').some((word) => {
        const forms = [word, ...samesOf(word)].flatMap((one) => one.split(' ')).map(stem);
        return !schema.kinds.some(({ stems }) => forms.some((one) => stems.has(one)));
      }),
  );

/** What no line numbers is told from the next by the order of lines alone. */
const isOfNoThing: Doubt = ({ query, schema }) => isBetween(query) && thingOf(query, schema)?.isSerial !== true;

/** A bare number that no word of the question names was chosen for the lines it stands on. */
const isOfUnnamedNumber: Doubt = ({ query: { take, of }, all, schema }) => {
  const column = isStatistic.test(take) ? columnNamed(schema, of) : undefined;
  return column !== undefined && column.unit.name === '' && !isColumnNamed(column, all);
};

/** "How many playbooks" of a column `play`: its name is short for another word. */
const isOfOtherName: Doubt = ({ query: { take, of, by }, all, schema }) => {
  const name = by ?? (/^(?:distinct|values)$/.test(take) ? of : undefined);
  const column = name === openNoun ? undefined : columnNamed(schema, name);
  if (column === undefined) return false;
  const { stems, aliases } = column;
  const called = tokensOfPhrase(all.toLowerCase()).filter((word) => word.startsWith(column.name.toLowerCase()));
  return called.length > 0 && called.every((word) => !stems.has(stem(word)) && !aliases.has(stem(word)));
};

/** "How many routes were rejected": where most lines with the rest of the words have no such noun, it may be what all of them are of. */
const isNarrowedByNoun: Doubt = ({ query: { take, where }, all, schema }) => {
  const said = where.find(({ field, is }) => field === 'words' && is === 'has');
  const parts = said?.value.split(' ') ?? [];
  if (said === undefined || parts.length < 2 || !/^(?:count|rate|first|last|share|gap|explain)$/.test(take))
    return false;
  const others = where.filter((one) => one !== said);
  const count = (value: string) => schema.sample.filter(compile([...others, { ...said, value }], schema)).length;
  const whole = count(said.value);
  return parts
    .filter((word) => /^[a-z]+s?$/.test(word) && !/(?:ed|ing)$/.test(word) && isCounted(word, all))
    .some((noun) => whole < count(parts.filter((word) => word !== noun).join(' ')) * 0.7);
};

const isCounted = (word: string, all: string): boolean =>
  new RegExp(String.raw`\b(?:how many|number of|the first|the last|an?|are|were|was) (?:[\w.-]+ )?${word}\b`, 'i').test(
    all,
  );

/** What stands behind a colon or in brackets was taken for the reason. */
const isOfStatedReason: Doubt = ({ query: { of, by } }) => of === statedReason || by === statedReason;

/** "Concurrent sessions": by which lines they begin and end is not said. */
const isOfUnsaidRuns: Doubt = ({ query: { take, state, where, against }, all }) =>
  take === 'overlap' &&
  state === 'running' &&
  against === undefined &&
  where.some(({ field }) => field === 'words') &&
  !/\b(?:run|runs|ran|running|active|in progress)\b/i.test(all);

/** Lines that say nothing of what the part is told by may belong to the whole. */
const isOfLinesWithField: Doubt = ({ query: { take, where, against }, schema }) => {
  const [part] = against ?? [];
  const rest = where.filter((one) => one.field !== part?.field);
  if (take !== 'share' || rest.length === 0 || rest.length === where.length) return false;
  return schema.sample.filter(compile(rest, schema)).length > schema.sample.filter(compile(where, schema)).length;
};

/** "Messages an hour" may be those of one kind; lines and entries are all of them. */
const isOfAllMessages: Doubt = ({ query: { take, where, of, by }, all }) =>
  /^(?:count|rate)$/.test(take) &&
  where.length === 0 &&
  by === undefined &&
  of !== 'lines' &&
  !/\b(?:lines?|entries|entry|rows?|records?|events?|requests?|log)\b/i.test(all);

/** "What state was it in": which state is meant was found by its lines alone. */
const isOfAnyState: Doubt = ({ query: { take, state = '' }, all }) =>
  take === 'state' && /\b(?:state|status)\b/i.test(all) && !all.toLowerCase().includes(state.toLowerCase());

/** "How many vmotions" of what a component of that name writes: its lines tell of beginnings and ends. */
const isOfWriter: Doubt = ({ query: { take, where, of, by }, all }) =>
  /^(?:count|rate|list)$/.test(take) &&
  of === undefined &&
  by === undefined &&
  where.length === 1 &&
  where[0]?.field === 'source' &&
  !/\b(?:lines?|entries|entry|messages?|records?|events?|logs?|logged)\b/i.test(all);

/** "The slowest test", where few of the lines that say test state a time. */
const isOfFewLines: Doubt = ({ query: { take, of, where, state }, schema }) => {
  const column = isStatistic.test(take) && state === undefined ? columnNamed(schema, of) : undefined;
  if (column === undefined || where.length === 0) return false;
  const held = schema.sample.filter(compile(where, schema));
  return held.filter((record) => column.number(record) !== undefined).length < held.length * 0.4;
};

/** "Slow disk warnings": what people call a warning stands in lines of other levels too. */
const isOfOtherLevels: Doubt = ({ query: { where }, all, schema }) => {
  const level = where.find(({ field }) => field === 'level');
  const words = where.filter(({ field }) => field === 'words');
  if (level === undefined || words.length === 0 || /\b(?:level|severity)\b/i.test(all)) return false;
  const held = schema.sample.filter(compile(words, schema));
  return held.some((record) => record.level() !== level.value);
};

/** "Highest memory usage": of several numbers that may be called so, one was chosen. */
const isOfOneAlike: Doubt = ({ query: { take, of, where, state }, all, schema }) => {
  const column = isStatistic.test(take) && state === undefined ? columnNamed(schema, of) : undefined;
  if (column === undefined || where.length > 0) return false;
  const asked = tokensOfPhrase(all).map(stem);
  if (
    asked.some(
      (one) =>
        column.stems.has(one) ||
        column.name
          .toLowerCase()
          .split(/[^a-z]+/)
          .includes(one),
    )
  )
    return false;
  const shared = asked.filter((one) => column.aliases.has(one));
  return schema.columns.some(
    (other) => other !== column && other.isNumber && shared.some((one) => other.aliases.has(one)),
  );
};

/** A name was learned by its place on some lines, and others have it where it was not. */
const isSaidElsewhere: Doubt = ({ query: { where }, schema }) =>
  where.some(({ field, is, value }) => {
    const column = is === '=' ? columnNamed(schema, field) : undefined;
    if (column?.isPlace !== true || column.isNumber || !/^[\w@.-]{2,60}$/.test(value)) return false;
    const word = new RegExp(`(?<![\\w@.-])${literalPattern(value)}(?![\\w@-])`, 'i');
    return schema.sample.some((record) => column.read(record) === undefined && word.test(record.text));
  });

const doubts: readonly Doubt[] = [
  isOfSeveralKinds,
  isOfNoThing,
  isOfOtherWord,
  isOfUnnamedNumber,
  isOfOtherName,
  isNarrowedByNoun,
  isOfAllMessages,
  isOfLinesWithField,
  isOfUnsaidRuns,
  isOfStatedReason,
  isOfAnyState,
  isOfWriter,
  isOfFewLines,
  isOfOtherLevels,
  isOfOneAlike,
  isSaidElsewhere,
];
