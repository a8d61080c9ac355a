import type { Column, Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { asStated } from './as-stated.ts';
import type { Asked } from './asked.ts';
import type { Cues } from './cues.ts';
import { deniesSome, noneOther, turnsIn } from './denials.ts';
import { atWorst } from './extremes.ts';
import { isInferred, isLoose, isOfStates } from './guesses.ts';
import { honours } from './honours.ts';
import { leavesOut } from './leaves-out.ts';
import { type NamesFound, settleName } from './names-said.ts';
import { usesAbsentName, usesName } from './names-used.ts';
import { isNumbered, numberedIn } from './numbered.ts';
import { phraseAsked } from './phrase-asked.ts';
import { queryOf } from './query-of.ts';
import { ofRows } from './rows/of-rows.ts';
import { withoutKind } from './rows/without-kind.ts';
import { type Strangers, withStrangers } from './strangers.ts';
import type { Subject, SubjectOf } from './subject.ts';
import { subjectsOf } from './subjects-of.ts';
import type { InTime, Told } from './told.ts';

/** All that one way to read a question tells. */
interface Reading {
  told: Told;
  found: NamesFound;
  /** What is asked about, without words that say what kind of thing it is. */
  phrase: string;
  kinds: readonly string[];
  /** How many words turn it into another question. */
  turns: number;
  schema: Schema;
}

/** "Between the change and the restart": neither is a time. */
const betweenEvents = /\bbetween\b.{3,60}\band\b/i;

/** What is asked by such cues, of the likeliest subject that all words fit; before it what some words do not fit. */
export function* readAs(cues: Cues, found: NamesFound, inTime: InTime, schema: Schema): Generator<Asked | Strangers> {
  const told = toldBy(cues, found, inTime, schema);
  const rest = cues.asks.has('open') ? cues.rest.replace(/\b(?:now|currently)\b/gi, '') : cues.rest;
  if (betweenEvents.test(rest)) return;
  const { phrase, taken: kinds } = withoutKind(phraseAsked(rest, cues, schema), schema);
  const reading: Reading = { told, found, phrase, kinds, turns: turnsIn(rest, schema), schema };
  for (const { subject, figure } of subjectsOf(phrase, told, schema)) {
    const read = subject.kind === 'rows' ? byEachWord(subject, reading) : bySubject(subject, figure, reading);
    if (read !== undefined) yield read;
    if (read !== undefined && 'taken' in read) return;
  }
}

const toldBy = (cues: Cues, { names }: NamesFound, inTime: InTime, schema: Schema): Told => ({
  ...inTime,
  cues,
  names: (where) =>
    names.map((one) => settleName(one, where, schema, numberedIn(where, schema))).filter((one) => one !== undefined),
  isOfOne: names.some((one) => one.in.some(({ field }) => isNumbered(field, schema))),
});

/** Only what reads each word finds one that the file knows nothing of. */
function byEachWord(subject: SubjectOf<'rows'>, reading: Reading): Asked | Strangers | undefined {
  const { told, found, phrase, kinds, turns, schema } = reading;
  if (found.absent.some((name) => kinds.includes(name))) return undefined;
  const rows = ofRows(phrase, told, schema);
  const isDenied = rows.hasNegation === true && rows.query !== undefined && deniesSome(rows.query);
  if (turns > 0 && !isDenied) return undefined;
  if (rows.unread.length + rows.absent.length > 0) return withStrangers(rows, told.cues, schema);
  const query = wholeOf(rows.query, reading);
  return query && settled(query, subject, rows.isInferred === true, reading);
}

/** By what the words call something, whatever else is said of it. */
function bySubject(
  subject: Exclude<Subject, SubjectOf<'rows'>>,
  figure: Column | undefined,
  reading: Reading,
): Asked | undefined {
  const { told, found, phrase, turns, schema } = reading;
  const spells = subject.kind === 'spells' ? subject.spells : undefined;
  if (found.absent.length > 0 && spells === undefined) return undefined;
  // "Until it was freed", and no other word that turns it into another.
  if (turns > 0 && !(spells?.isEnded === true && turns === 1)) return undefined;
  const query = wholeOf(queryOf(subject, phrase, { ...told, figure }, schema), reading, spells?.told);
  if (query === undefined || found.absent.some((name) => !usesAbsentName(query, name, schema))) return undefined;
  return settled(query, subject, false, reading);
}

/** The query with all that is asked; undefined where it leaves something out. */
function wholeOf(
  asked: Query | undefined,
  { told: { cues, course }, found, schema }: Reading,
  state?: Condition,
): Query | undefined {
  if (asked === undefined || (course !== undefined && asked.take !== 'trend')) return undefined;
  const isOfAll = cues.asks.has('every') || cues.asks.has('always');
  const whichever = isOfAll ? noneOther(asked) : ofRun(asked, cues);
  const query = cues.limit === undefined ? whichever : { ...whichever, limit: cues.limit };
  if (!honours(query, cues) || leavesOut(query, cues, schema)) return undefined;
  return found.names.every((name) => usesName(query, name, state)) ? query : undefined;
}

/** "Did it succeed": not where anything failed; "did it fail": not where all that is told came out well. */
function ofRun(query: Query, { rest, asks }: Cues): Query {
  const [outcome, second] = query.where;
  const isOfIt = query.take === 'exists' && /^it\b/i.test(rest) && !asks.has('ever');
  if (!isOfIt || outcome?.field !== 'outcome' || second !== undefined) return query;
  return outcome.value === 'ok' ? noneOther(query) : { ...query, against: [{ ...outcome, value: 'ok' }] };
}

/** The query as lines state it, and how sure it is. */
function settled(
  asked: Query,
  subject: Subject,
  isOfOtherWords: boolean,
  { told: { cues }, found, phrase, kinds, schema }: Reading,
): Asked {
  const ended = atWorst(asked, cues, schema);
  const query = asStated(ended.query, schema);
  const own = subject.kind === 'lines' ? subject.lines.taken : 'taken' in subject ? subject.taken : [];
  const taken = [...kinds, ...own];
  const isGuessed =
    taken.length > 0 ||
    ended.isGuessed ||
    isOfOtherWords ||
    isInferred(subject, query) ||
    isLoose(query, phrase, cues, found);
  return { query, taken, isGuessed, isOfStates: isOfStates(subject, query) };
}
