import { isOfWriters } from '../../facts/aliases.ts';
import { begunIn, learnOutage } from '../../facts/learn-outage.ts';
import { oppositeOf } from '../../facts/lexicon.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import { newValue } from '../../facts/turns.ts';
import { type Condition, hasAny, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { namesOperation } from '../in-file-words.ts';
import { kindOn, ofWriting } from '../said-in-forms.ts';
import { expectsOf } from './cues.ts';
import type { Rows } from './rows/rows.ts';
import { pairIn } from './rows/two-of-a-kind.ts';
import type { Told } from './told.ts';

/** What things are in for a time. */
export interface SpellsMeant {
  state: string;
  where: readonly Condition[];
  /** What the question calls them: "the shortest job". */
  noun?: string;
  /** The state as a value of the field that tells it. */
  told?: Condition;
  /** The file's own lines alone tell of it, and seldom or by a noun. */
  isUnsure?: boolean;
  /** The state is a word of this file alone. */
  isLearnt?: boolean;
  /** That it came to its end is said as well. */
  isEnded?: boolean;
}

/** Stands for whatever tells the things apart. */
const anyThing = '*';

/** How things are in a state: whether, how often, how long, which, and which of two. */
export function ofSpells(
  { state, where: said, noun, told }: SpellsMeant,
  { cues, names, isAt }: Told,
  schema: Schema,
): Query | undefined {
  const { asks, stat, order, edges, bound, nth } = cues;
  if ((nth !== undefined && !asks.has('long')) || asks.has('share') || asks.has('change') || asks.has('why'))
    return undefined;
  const isTold: Condition[] = told === undefined ? [] : [hasAny(told.field)];
  const named = names([...said, ...isTold]).filter(({ field }) => field !== told?.field);
  const where = [...said, ...named];
  const pair = pairIn(where);
  if (pair !== undefined)
    return ofTwo(
      state,
      where.filter((one) => !pair.includes(one)),
      pair,
      cues,
    );
  if (/^(?:back|recovered|returned)$/.test(state) && (asks.has('when') || edges.size === 1)) {
    const ended = whenBack(where, edges.has('last') ? 'last' : 'first', schema);
    if (ended !== undefined) return ended;
  }
  const by = noun ?? rowsOf(state, cues, schema);
  if (asks.has('together')) return { take: 'overlap', state, where };
  if (asks.has('always'))
    return by === undefined
      ? { take: 'episodes', state: oppositeOf(state), where, expects: 'none' }
      : { take: 'never', state: oppositeOf(state), by, where };
  if (asks.has('never') && state === 'running' && by !== undefined && !finishing.test(cues.rest)) return undefined;
  if (asks.has('never') && state === 'running' && by !== undefined)
    return { take: 'episodes', state, by, where, expects: 'none' };
  // What no line has a noun for was never so by what lines say, if at all.
  if (asks.has('never') && cues.which !== undefined && by === anyThing) return undefined;
  if (asks.has('never'))
    return by === undefined ? { take: 'episodes', state, where, expects: 'none' } : { take: 'never', state, by, where };
  // Below 24 V: no time, and nothing that lasts so long.
  if (bound !== undefined) return isOfTime.test(bound.value) ? { take: 'episodes', state, where, bound } : undefined;
  if (asks.has('long')) return howLong(state, where, by, cues);
  if (stat?.take === 'mean' || stat?.take === 'median' || stat?.take === 'percentile')
    return by === undefined ? { ...stat, state, where } : undefined;
  // Outages are added up by how long they were.
  const areAdded = stat?.take === 'sum' && state !== 'running' && asks.size === 0 && !ofVerb.test(cues.rest);
  if (areAdded) return howLong(state, where, by, cues);
  if (stat !== undefined && order === undefined) return undefined;
  if (asks.has('running') && where.length === 0 && !asks.has('count'))
    return { take: 'state', state, by: by ?? anyThing, where };
  if (asks.has('count')) {
    if (isAt) return { take: 'count', state, where };
    const atEnd = asks.has('open') ? schema.clock?.lastMs : undefined;
    return atEnd === undefined ? { take: 'episodes', state, where } : { take: 'count', state, where, atMs: atEnd };
  }
  if (order !== undefined && (stat !== undefined || by === undefined)) return undefined;
  // "Which lost lock most often": what happened, and not how it was.
  if (order !== undefined && !beingSo.test(cues.rest)) return undefined;
  if (order !== undefined) return { take: 'count', state, order, where, by: by ?? anyThing };
  if (cues.per !== undefined && by !== undefined) return { take: 'count', state, where, by };
  const [edge] = edges;
  if (edge !== undefined || asks.has('when'))
    return { take: edge ?? 'first', state, where, ...(by === undefined ? {} : { by }) };
  // Those that have not ended, each by the line that begins it.
  if (by !== undefined && state === 'running' && asks.has('open') && !isAt)
    return { take: 'episodes', state, by, where, expects: 'none' };
  if (by !== undefined)
    return isAt || asks.has('open') || asks.has('running') || asks.has('exists')
      ? { take: 'state', state, by, where }
      : undefined;
  if (asks.has('ever')) return { take: 'episodes', state, where, expects: 'any' };
  return asks.has('exists') || asks.has('open') ? { take: 'state', state, where } : undefined;
}

const isOfTime = /^\d[\d.]* ?(?:[mµn]?s|sec|secs|seconds?|milliseconds?|m|mins?|minutes?|h|hours?|d|days?)?$/i;
/** "When was it back": the line that ends what it was out for. */
function whenBack(where: readonly Condition[], take: 'first' | 'last', schema: Schema): Query | undefined {
  const outage = learnOutage(schema);
  const said = outage && begunIn(schema, outage.words.ends);
  if (said === undefined) return undefined;
  const all: Condition[] = [...where, { field: 'words', is: 'has', value: said }];
  return schema.sample.some(compile(all, schema)) ? { take, where: all } : undefined;
}

/** "How many were there in total" are counted. */
const ofVerb = /\b(?:is|are|was|were|did|do|does|had|has|have|there)\b/i;

/** "How often did it open" asks for what happened, and "how often was it open" for how it was. */
export const beingSo =
  /\b(?:was|were|is|are|been|being|go|goes|went|gone|gets?|got|become|became|stay(?:ed)?|runs?|ran)\b/i;

export const finishing = /\b(?:finish(?:ed)?|complete[d]?|end(?:ed)?|stop(?:ped)?|come back|recover(?:ed)?)\b/i;

function howLong(
  state: string,
  where: readonly Condition[],
  by: string | undefined,
  { asks, stat, order, edges, per, nth }: Told['cues'],
): Query | undefined {
  const all = [...where];
  if (stat?.take === 'mean' || stat?.take === 'median' || stat?.take === 'percentile')
    return {
      ...stat,
      state,
      where: all,
      ...(by === undefined ? {} : { by, ...(order === undefined ? {} : { order }) }),
    };
  const isLongest = !asks.has('total') && (stat?.take === 'max' || stat?.take === 'min');
  const rank = order ?? (stat?.take === 'min' ? 'least' : 'most');
  if (by !== undefined && per === undefined)
    return { take: isLongest ? 'longest' : 'duration', state, where: all, by, order: rank };
  if (by !== undefined) return { take: 'duration', state, where: all, by };
  if (isLongest) return { take: 'longest', state, where: all, order: rank };
  const [edge] = edges;
  if (nth !== undefined) return { take: 'duration', state, where: all, nth };
  return { take: 'duration', state, where: all, ...(edge === undefined ? {} : { only: edge }) };
}

/** Whether two were so at once, or which of them was so first, longer or more often. */
function ofTwo(
  state: string,
  said: readonly Condition[],
  [one, other]: NonNullable<Rows['pair']>,
  cues: Told['cues'],
): Query | undefined {
  const { asks, edges, order, stat } = cues;
  const sides = { where: [...said, one], against: [...said, other] };
  if (asks.has('together')) return { take: 'overlap', state, ...sides };
  // That lines say so comes before how it was.
  if ((asks.has('before') || edges.size > 0) && state !== 'running') return undefined;
  if (asks.has('before')) return { take: 'order', state, ...sides, expects: 'before' };
  if (edges.has('first') || edges.has('last')) return { take: 'order', state, ...sides };
  if (order === undefined && !asks.has('more') && stat === undefined) return undefined;
  return { take: 'compare', state, ...sides, ...expectsOf(cues) };
}

/** What the things are told apart by; any name of theirs where the noun is of none. */
function rowsOf(state: string, { which, per, asks }: Told['cues'], schema: Schema): string | undefined {
  const noun = which ?? per;
  if (noun === undefined) return asks.has('who') || asks.has('id') ? anyThing : undefined;
  const called = columnsCalled(schema, noun.split(' ')).filter(
    (one) => (!one.isNumber || one.isLabel === true) && (!isOfWriters(one) || ofWriting.test(noun)),
  );
  // Where one program tells the states of all, another name on those lines says what is in them.
  const tells = columnNamed(schema, stateIn(schema, state)?.words.column ?? newValue);
  const isTold = (record: Schema['sample'][number]) => tells?.read(record) !== undefined;
  const tellers = schema.sample.filter(isTold);
  const isOfSeveral = ({ read }: Column) => tellers.length === 0 || new Set(tellers.map(read)).size > 1;
  // What runs or is gone is told by no change to it.
  const guessed = tells?.values.has(state) === true ? kindOn(noun, schema, isTold) : undefined;
  const named = called.find(isOfSeveral) ?? guessed ?? called[0];
  const down = state === 'down' && named === undefined ? learnOutage(schema)?.column : undefined;
  const isOfRuns = named === undefined && state === 'running' && namesOperation(noun, schema);
  return (isOfRuns ? schema.operation : (named ?? down))?.name ?? anyThing;
}
