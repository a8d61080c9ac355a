import { type Column, columnNamed, type Schema } from '../../../facts/schema.ts';
import { hasAny, isOfAny, type Query } from '../../../query/query.ts';
import { compile } from '../../../run/conditions.ts';
import { isStrange } from '../../operations-asked.ts';
import { overLines } from '../../over-lines.ts';
import { readPhrase } from '../../read-phrase.ts';
import { ofButNever } from '../of-but-never.ts';
import { phraseOf } from '../subject.ts';
import { namesBeside, type Told } from '../told.ts';
import { figureAsked } from './figure-asked.ts';
import { headNoun } from './head-noun.ts';
import type { Rows } from './rows.ts';
import { inItsShape } from './shapes.ts';
import { ofDoing } from './stated.ts';
import { numberedIn, rowsBy } from './told-apart.ts';
import { pairIn } from './two-of-a-kind.ts';

interface RowsAsked {
  query: Query | undefined;
  unread: readonly string[];
  absent: readonly string[];
  /** Not what the words say. */
  hasNegation: boolean;
  isInferred: boolean;
}

/** A query about lines read as rows of a table, by what is asked of them. */
export function ofRows(whole: string, told: Told, schema: Schema): RowsAsked {
  const lacking = ofButNever(told, schema);
  if (lacking !== undefined) return { query: lacking, unread: [], absent: [], hasNegation: true, isInferred: true };
  const { by: head, rows, read } = rowsIn(whole, told, schema);
  // Of two that are named, one is the answer, whatever they are called.
  const by = head ?? (rows.pair === undefined ? rowsBy(rows) : (rowsBy(rows) ?? undefined));
  // "Cake": what the program numbers, whatever it is called.
  const isCalledOtherwise =
    by === numberedIn(schema)?.name && told.cues.which !== undefined && isStrange(told.cues.which, schema);
  const { unread, absent, hasNegation, isInferred } = read;
  return {
    query: by === null ? undefined : queryOf({ ...rows, by }),
    unread,
    absent,
    hasNegation,
    isInferred: isInferred || isCalledOtherwise,
  };
}

/** What the words say of the rows; `by` where they name first what is told apart. */
function rowsIn(whole: string, told: Told, schema: Schema) {
  const { cues } = told;
  // "When did the run with the most rows finish": the time of one line.
  const isOfTime = cues.asks.has('when') && cues.order !== undefined && cues.isOfCommon !== true;
  const phrase = isOfTime ? whole.replace(ofItsTime, '') : whole;
  const noun = headNoun(phrase, cues, schema);
  const { isOfFigure, figure } = figureAsked(phrase, told, noun !== undefined, schema);
  const left = ofDoing.test(phrase) ? '' : withRead(phraseOf((noun ?? figure)?.rest ?? phrase), phrase);
  const read = readPhrase(figure === undefined ? `${left}${boundSaid(cues)}` : left, schema);
  const all = [...read.where, ...namesBeside(read.where, told)];
  const pair = pairIn(all);
  const where = all.filter((one) => pair?.includes(one) !== true);
  const named = isOfFigure ? read.columns : [];
  const number = figure?.column ?? named.find(({ isNumber, isLabel }) => isNumber && isLabel !== true);
  const isStatedOn = statedOn(where, schema);
  const things = read.columns.filter((each) => each !== number && isStatedOn(each));
  const rows: Omit<Rows, 'by'> = { where, number, things, pair, phrase, told, schema };
  return { by: noun?.column.name, rows, read };
}

const ofItsTime = / (?:start|begin|finish|complete|end|happen|occur|come|take place)(?:s|ed)?$/i;

/** "Rows read": what a gauge does is no deed, where the phrase ends with it as what lines say it is. */
const withRead = (said: string, phrase: string): string =>
  / read$/i.test(phrase) && !/\bread$/i.test(said) ? `${said} read`.trim() : said;

const boundWords = { '<': 'under', '<=': 'at most', '>': 'over', '>=': 'at least' } as const;
/** In words again, where no number is known that it is of. */
const boundSaid = ({ bound }: Told['cues']): string =>
  bound === undefined ? '' : ` ${boundWords[bound.is]} ${bound.value.replace(/(?<=\d)(?=[a-z]{3})/i, ' ')}`;

/** "Invalid tags" of lines that state no tag: what they are called. */
function statedOn(where: Rows['where'], schema: Schema): (column: Column) => boolean {
  const held = where.length === 0 ? [] : schema.sample.filter(compile(where, schema));
  return (column) =>
    held.length === 0 ||
    held.some((record) => column.read(record) !== undefined) ||
    overLines({ take: 'count', where: [...where, hasAny(column.name)] }, schema) !== undefined;
}

function queryOf(rows: Rows): Query | undefined {
  const asked = inItsShape(rows);
  if (asked === undefined) return undefined;
  // What is told apart is stated anyway.
  const query = { ...asked, where: asked.where.filter((one) => !(isOfAny(one) && one.field === asked.by)) };
  return isStated(query, rows) ? query : undefined;
}

/** Some line states the number with all that is asked of it, or the lines of one thing do between them. */
function isStated(query: Query, { number, schema }: Rows): boolean {
  if (number === undefined || query.of !== number.name) return true;
  const isMeant = compile(query.where, schema);
  const by = columnNamed(schema, query.by);
  return (
    schema.sample.some(
      (record) =>
        number.read(record) !== undefined &&
        (query.by === undefined || by?.read(record) !== undefined) &&
        isMeant(record),
    ) || overLines(query, schema) !== undefined
  );
}
