import type { Column, Schema } from '../../../facts/schema.ts';
import { stem } from '../../../facts/stem.ts';
import { compile } from '../../../run/conditions.ts';
import { columnsCalled, serialCalled } from '../../columns-called.ts';
import { hasOtherWord, namesOperation } from '../../in-file-words.ts';
import { type Noun, namesAmong, nounOf } from '../../named-columns.ts';
import { isStrange } from '../../operations-asked.ts';
import { isSeveral } from '../../said-in-forms.ts';
import { isToldOf } from '../../told-words.ts';
import type { Rows } from './rows.ts';

/** What is known before it is known of what the rows are told apart. */
type Untold = Omit<Rows, 'by'>;

/** "Who logs the most". */
const ofWriters = /\b(?:logs?|logged|writes?|wrote|emits?|emitted|produces?|produced)\b(?! (?:in|on)\b)/i;

/** Of what the rows are told apart; null where the noun is of nothing in the file. */
export function rowsBy(rows: Untold): string | undefined | null {
  const { told, number, things, pair, phrase, schema } = rows;
  const { cues } = told;
  if (ofWriters.test(cues.rest) && cues.asks.has('who')) return nounOf('component', schema)?.column.name;
  const noun = cues.which ?? cues.per ?? (cues.asks.has('who') ? 'who' : undefined);
  if (noun === undefined || (noun === 'who' && pair !== undefined)) return undefined;
  // "Who won" is the winner.
  const doer =
    noun === 'who' ? things.find(({ name }) => /(?:er|or)$/.test(name) && !isSaidIn(name, phrase)) : undefined;
  if (doer !== undefined) return doer.name;
  const found = nounOf(noun, schema);
  // Per thing of which each line tells one: over all of them.
  if (found?.column.isSerial === true && cues.per !== undefined && number !== undefined) return undefined;
  const serial = cues.per === undefined ? serialCalled(noun, schema) : undefined;
  if (serial !== undefined) return serial.name;
  return found === undefined ? byOtherNoun(noun, rows) : byNoun(noun, found, rows);
}

const isSaidIn = (name: string, phrase: string): boolean => phrase.toLowerCase().includes(name.toLowerCase());

/** By a noun that the file has for it. */
function byNoun(noun: string, { column, alike, rest }: Noun, { told, where, number, schema }: Untold): string | null {
  const apart = alike.find(
    (one) => number === undefined || isSeveral(one, schema, (record) => number.read(record) !== undefined),
  );
  if (apart !== undefined && rest === '' && !apart.isNumber) return apart.name;
  // "Which unit", where one program writes of all of them.
  const isOfAll = number !== undefined && told.cues.which !== undefined && !column.stems.has(stem(noun));
  const open = isOfAll ? namesAmong({ take: 'values', where, of: number.name }, schema) : undefined;
  if (open !== undefined) return open.name;
  // "Browser version" is no browser: its head is the last word.
  const isKind = !noun.endsWith(` ${rest}`) && isStrange(rest.toLowerCase(), schema);
  return rest === '' || isKind ? column.name : null;
}

/** By a noun that no name of the file has. */
function byOtherNoun(noun: string, rows: Untold): string | undefined | null {
  const { told, where, number, things, schema } = rows;
  const { cues } = told;
  if (number !== undefined && namesOperation(noun, schema)) return schema.operation?.name;
  const client = noun === 'who' && cues.order !== undefined ? nounOf('client', schema) : undefined;
  if (client !== undefined) return client.column.name;
  const numbered = numberedIn(schema);
  if (numbered !== undefined && isOfNumbered(numbered, noun, rows)) return numbered.name;
  const isRanked = cues.order !== undefined || cues.stat !== undefined;
  const isOwn = noun.split(' ').some((word) => isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0);
  if (!cues.asks.has('never') && (!isRanked || (noun.includes(' ') && isOwn))) return null;
  const of = number === undefined ? {} : { of: number.name };
  const any = namesAmong({ take: 'values', where, ...of }, schema);
  // What the question names beside it is another thing.
  return any === undefined || things.includes(any) ? null : any.name;
}

/** What the program does, or what its lines are of. */
export const numberedIn = ({ operation, columns }: Schema): Column | undefined =>
  operation ?? columns.find(({ isSerial }) => isSerial === true);

/** The lines that are meant are of what the program numbers, and the noun may be a word for it. */
function isOfNumbered(numbered: Column, noun: string, { where, number, things, phrase, schema }: Untold): boolean {
  if (things.includes(numbered) || !isStrange(noun.toLowerCase(), schema)) return false;
  const isMeant = compile(where, schema);
  const isOnThem = schema.sample.some(
    (record) =>
      numbered.read(record) !== undefined &&
      (number === undefined || number.read(record) !== undefined) &&
      isMeant(record),
  );
  const isOfNumber =
    number !== undefined && (hasOtherWord(noun, schema) || (phrase !== '' && isOnceEach(number, numbered, schema)));
  return isOnThem && (where.length > 0 || isOfNumber);
}

/** Each of them states it once: a line is one of them, whatever it is called. */
function isOnceEach(number: Column, numbered: Column, schema: Schema): boolean {
  const held = schema.sample.filter((record) => number.read(record) !== undefined);
  const things = held.flatMap((record) => numbered.read(record) ?? []);
  return things.length === held.length && new Set(things).size === held.length;
}
