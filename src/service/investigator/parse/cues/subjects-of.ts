import type { Column, Schema } from '../../facts/schema.ts';
import { nounOf } from '../named-columns.ts';
import { readPhrase } from '../read-phrase.ts';
import type { Cues } from './cues.ts';
import { figureOfOne, figuresOf } from './figures-of.ts';
import type { SpellsMeant } from './of-spells.ts';
import { asksHowOften, asksOfStates, spellsFirst, spellsIn, spellsNamed } from './spells-meant.ts';
import { isDone } from './states-said.ts';
import {
  linesSaid,
  operationsAll,
  outageSaid,
  readingOf,
  readingSaid,
  type Subject,
  type SubjectOf,
} from './subject.ts';
import { asksOfTheirNumber, asksOfThings } from './things-asked.ts';
import type { Told } from './told.ts';

/** What a question may be about, and the number that its words name. */
export interface Meant {
  subject: Subject;
  figure?: Column;
}

const rows: Meant = { subject: { kind: 'rows' } };
const ofSpell = (spells: SpellsMeant): Meant => ({ subject: { kind: 'spells', spells } });

/** What the words may be about, likeliest first. */
export function* subjectsOf(phrase: string, told: Told, schema: Schema): Generator<Meant> {
  const { cues } = told;
  const { asks } = cues;
  yield { subject: { kind: 'setting' } };
  if (asksOfStates(told) || asksHowOften(cues) || asks.has('long') || asks.has('exists'))
    for (const spells of spellsNamed(phrase, told, schema)) yield ofSpell(spells);
  yield { subject: { kind: 'state' } };
  if (phrase === '') {
    yield* withoutWords(told, schema);
    return;
  }
  const isOfFigure = asksOfFigure(told);
  const reading = isOfFigure ? readingSaid(phrase, schema) : undefined;
  yield* saidOutright(phrase, reading, told, schema);
  yield* ofNumbers(phrase, told, schema);
  const lines = linesSaid(phrase, schema, told.isOfOne || asks.has('running') || asks.has('open'));
  if (lines !== undefined) yield { subject: lines };
  if (lines !== undefined && asks.has('never')) yield rows;
  if (cues.stat !== undefined || cues.bound !== undefined || cues.order !== undefined) yield* figuresOf(phrase, schema);
  if (reading?.taken.length === 1) yield { subject: reading };
  const ofNames = isOfFigure ? readingOf(told.names([]), phrase, schema) : undefined;
  if (ofNames !== undefined) yield { subject: ofNames };
  yield* whateverLinesSay(phrase, told, schema);
}

/** A number that is read again and again, and no time that something took. */
const asksOfFigure = ({ cues: { asks, stat, bound, edges }, isAt, course }: Told): boolean =>
  !asks.has('long') &&
  (stat !== undefined ||
    bound !== undefined ||
    edges.size > 0 ||
    asks.has('change') ||
    isAt ||
    course !== undefined ||
    asks.has('count'));

/** Things, readings, states and outages that the words call by a name of theirs. */
function* saidOutright(
  phrase: string,
  reading: SubjectOf<'reading'> | undefined,
  told: Told,
  schema: Schema,
): Generator<Meant> {
  const { cues } = told;
  if (asksOfThings(phrase, cues, schema)) yield rows;
  if (reading?.taken.length === 0) yield { subject: reading };
  // "All runs together": what they took, where lines state it.
  if (cues.asks.has('long') && cues.stat?.take === 'sum' && /\bruns\b/i.test(phrase)) yield rows;
  for (const spells of spellsFirst(phrase, told, schema)) yield ofSpell(spells);
  const outage = outageSaid(phrase, schema, told.names([]).length > 0);
  if (outage !== undefined) yield { subject: outage };
}

/** What has a number, or took a time. */
function* ofNumbers(phrase: string, told: Told, schema: Schema): Generator<Meant> {
  const { cues } = told;
  const { asks, stat, bound, which } = cues;
  const ofOne = figureOfOne(phrase, told, schema);
  if (ofOne !== undefined) yield ofOne;
  if (asks.has('long') && stat !== undefined) yield rows;
  const noun = asks.has('long') && which === undefined ? nounOf(phrase, schema) : undefined;
  if (noun?.rest === '' && bound === undefined && !noun.column.isNumber && noun.column.isSerial !== true)
    yield ofSpell({ state: 'running', where: [], noun: noun.column.name });
  if (asksOfTheirNumber(phrase, cues, schema)) yield rows;
  // "Which job has the most pages": a number of theirs, and no line with the word.
  if (which !== undefined && !asks.has('long') && isRanked(cues)) yield* figuresOf(phrase, schema);
}

const isRanked = ({ stat, order }: Cues): boolean => /^(?:max|min)$/.test(stat?.take ?? '') || order !== undefined;

/** Where nothing has the name: what lines with such words tell of. */
function* whateverLinesSay(phrase: string, told: Told, schema: Schema): Generator<Meant> {
  const { cues } = told;
  if (cues.asks.has('count') && told.names([]).length === 0) yield rows;
  if (!asksOfStates(told)) for (const spells of spellsIn(phrase, told, schema)) yield ofSpell(spells);
  const all = told.isOfOne && isOfOwn(phrase, cues) ? operationsAll(schema) : undefined;
  if (all !== undefined) yield { subject: all };
  yield rows;
  if (cues.asks.has('long')) yield* runsSaid(phrase, cues, schema);
}

const ofEdges = /\b(?:started|begun|opened|ended|finished|completed|closed|stopped)\b/gi;

/** Of one that is named by its number, no more words are needed to know what is meant. */
function isOfOwn(phrase: string, { asks, which }: Cues): boolean {
  const isOf = asks.has('why') || asks.has('long') || asks.has('together') || asks.has('when') || which !== undefined;
  // "When was it kicked out": of its lines that one is meant which says so.
  const isOfDeed = asks.has('when') && /\b[a-z]+(?:ed|en)\b/i.test(phrase.replace(ofEdges, ''));
  return isOf && phrase.split(' ').length <= 5 && !isOfDeed;
}

/** "The docker build": what begins and ends, whatever its lines call it. */
function* runsSaid(phrase: string, { rest: asked }: Cues, schema: Schema): Generator<Meant> {
  const { where, unread, absent } = readPhrase(phrase, schema);
  if (where.some(({ value }) => isDone(value, asked))) return;
  if (where.length > 0 && unread.length + absent.length === 0) yield ofSpell({ state: 'running', where });
}

/** Names and what is asked of them are all that is said. */
function* withoutWords({ cues, isOfOne }: Told, schema: Schema): Generator<Meant> {
  const { asks, stat, which, order, tried, rest } = cues;
  if (asks.has('long') && (stat !== undefined || asks.has('more'))) yield rows;
  // "In the state RUN": a state has a name of its own.
  if (asks.has('long') && /\b(?:state|status|mode)\b/i.test(rest)) return;
  if (asks.has('long') || asks.has('together') || asks.has('running') || asks.has('never') || asks.has('open'))
    yield ofSpell({ state: 'running', where: [] });
  const isOfAll = which !== undefined && asks.has('long') && order !== undefined;
  const all = isOfOne || tried !== undefined || isOfAll ? operationsAll(schema) : undefined;
  if (all !== undefined) yield { subject: all };
  yield rows;
}
