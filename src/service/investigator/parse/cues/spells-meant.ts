import type { Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import { stem } from '../../facts/stem.ts';
import type { Condition } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { asSaid } from '../lines-meant.ts';
import { nounOf } from '../named-columns.ts';
import { readPhrase } from '../read-phrase.ts';
import type { Ask, Cues } from './cues.ts';
import { beingSo, finishing, type SpellsMeant } from './of-spells.ts';
import { spellNoun, statesIn, statesNamed } from './states-said.ts';
import { phraseOf } from './subject.ts';
import type { Told } from './told.ts';

/** How something is at a time, and for how long. */
export const asksOfStates = ({ cues: { asks }, isAt, names }: Told): boolean =>
  isAt ||
  ['open', 'always', 'together', 'ever'].some((one) => asks.has(one as Ask)) ||
  (asks.has('long') && names([]).length > 0);

/** How often it came to be so, and not how many lines say so: "was open", and not "did open". */
export const asksHowOften = ({ asks, isOften, isOfCommon, which, rest }: Cues): boolean =>
  (asks.has('count') && becoming.test(rest)) ||
  ((isOften === true || (isOfCommon === true && which !== undefined)) && beingSo.test(rest));
/** "How often did it go down". */
const becoming = /\b(?:go|goes|went|gone|become|became|get|got) [a-z]+[?. ]*$/i;

/** The states that come before what lines say. */
export function* spellsFirst(phrase: string, told: Told, schema: Schema): Generator<SpellsMeant> {
  const { asks } = told.cues;
  const isOfStates = asksOfStates(told);
  const isOfKnown = asksHowOften(told.cues) || asks.has('never');
  for (const spells of spellsIn(phrase, told, schema)) {
    const isOfOne = asks.has('exists') && (told.names([]).length > 0 || spells.where.length > 0);
    // Runs that the file numbers are counted, and so are those of which no line tells when.
    const isCounted =
      spells.state === 'running' &&
      (schema.operation !== undefined || !isTold('running', [...spells.where, ...told.names([])], schema, ['begins']));
    if (isOfStates || isOfOne || (isOfKnown && spells.isLearnt === false && !isCounted)) yield spells;
  }
  if (asks.has('never') && (schema.operation === undefined ? /^finish(?:ed)?$/i : finishing).test(phrase))
    yield { state: 'running', where: [] };
}

/** By the states that the words name. */
export function* spellsIn(
  phrase: string,
  { cues: { asks, edges, rest: asked }, isAt, names }: Told,
  schema: Schema,
): Generator<SpellsMeant> {
  const isOfTime = isAt || edges.size > 0 || asks.has('long') || asks.has('open') || asks.has('together');
  for (const { state, rest, ...known } of statesIn(phrase, isOfTime, schema, asked)) {
    // "List the jobs running".
    const named = asks.has('list') ? nounOf(rest, schema) : undefined;
    if (named?.rest === '') yield { state, where: [], noun: named.column.name };
    const spells = spellsOf(state, rest, schema);
    // "Running or stopped": the other is no more than not the one.
    const told = asks.has('either') ? statesNamed(names([]), schema)[0] : undefined;
    if (spells !== undefined) yield { ...spells, ...known, ...(told === undefined ? {} : { told }) };
  }
}

/** By a state that is a name of the file. */
export function* spellsNamed(phrase: string, { cues, names }: Told, schema: Schema): Generator<SpellsMeant> {
  if (cues.asks.has('either') && phrase !== '') return;
  for (const told of statesNamed(names([]), schema)) {
    const spells = spellsOf(told.value.toLowerCase(), phrase.replace(spellNoun, ' '), schema);
    if (spells !== undefined) yield { ...spells, told };
  }
}

function spellsOf(state: string, rest: string, schema: Schema): SpellsMeant | undefined {
  // "Lost, or being paused", "during the time it was closed": more than one thing is said.
  if (/\b(?:or|but|yet|during|while|whilst|when|throughout)\b/i.test(rest)) return undefined;
  const { where, unread, absent, columns } = readPhrase(phraseOf(rest), schema);
  // "Vacuums that were stopped": how they came out, and no state of theirs.
  if (state !== 'running' && columns.some((one) => schema.operations.includes(one))) return undefined;
  // "A failed run" is one that came out so.
  const isOfOutcome = state === 'running' && where.some(({ field }) => field === 'outcome');
  return isOfOutcome || unread.length + absent.length > 0 ? undefined : { state, where: ofWhom(state, where, schema) };
}

/** Of those who write lines: what their own say of it, or else what others say of them. */
function ofWhom(state: string, where: readonly Condition[], schema: Schema): readonly Condition[] {
  const said = asSaid(where, schema);
  const [isTheirs, isSaid] = [compile([...where], schema), compile(said, schema)];
  const isOfOthers = schema.sample.some((record) => isSaid(record) && !isTheirs(record));
  return isTold(state, where, schema) || !isOfOthers ? where : said;
}

/** Some such line says that it began, or ended. */
function isTold(
  state: string,
  where: readonly Condition[],
  schema: Schema,
  sides: readonly ('begins' | 'ends')[] = ['begins', 'ends'],
): boolean {
  const isTheirs = compile([...where], schema);
  const words = stateIn(schema, state, isTheirs)?.words;
  const told = schema.sample.filter(isTheirs).map((record) => schema.said(record).stems());
  return sides
    .flatMap((side) => words?.[side] ?? [])
    .some((one) => told.some((stems) => one.split(' ').every((word) => stems.has(stem(word)))));
}
