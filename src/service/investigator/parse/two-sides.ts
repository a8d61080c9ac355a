import { lastOf, type Schema } from '../facts/schema.ts';
import { type Condition, oneOf, type Query, type Window } from '../query/query.ts';
import { figureNamed } from './figure-named.ts';
import type { Understanding } from './parsed.ts';
import { type Side, type SideReader, whileRunning } from './side-of.ts';
import { type Sides, sidesAsked } from './sides-asked.ts';
import { windowOf } from './window.ts';

/** One of two against the other: a figure of both, or what differs most. */
export async function twoSides(question: string, reader: SideReader): Promise<Understanding | undefined> {
  const found = await sidesAsked(question, reader);
  const settled = found && settledBy(found, reader.schema);
  return found && settled && queryOf(settled, found, reader);
}

type Settled = { isInferred: boolean } & (
  | { one: Condition; other: Condition }
  | { window: Window; than: Window; isTurned: boolean }
);

/** Both by name, or both by time, the earlier first. */
function settledBy({ left, right }: Sides, schema: Schema): Settled | undefined {
  const isInferred = left.isInferred === true || right.isInferred === true;
  if (left.names !== undefined && right.names !== undefined) {
    const shared = left.names.find(({ field }) => right.names?.some((each) => each.field === field));
    const one = shared ?? inText(left.names[0]);
    const other = right.names.find(({ field }) => field === shared?.field) ?? inText(right.names[0]);
    if (one === undefined || other === undefined || one.value === other.value) return undefined;
    const [window, than] = [whileRunning(one, schema), whileRunning(other, schema)];
    return window === undefined || than === undefined
      ? { one, other, isInferred }
      : { window, than, isInferred: true, isTurned: true };
  }
  const [own, others] = [stretchOf(left, right, schema), stretchOf(right, left, schema)];
  if (own === undefined || others === undefined || JSON.stringify(own) === JSON.stringify(others)) return undefined;
  const isTurned = isEarlier(own, others);
  const [window, than] = isTurned ? [own, others] : [others, own];
  return { window: until(window, schema), than: until(than, schema), isInferred, isTurned };
}

/** Where only the one stands in a field, both are looked for in the text of lines. */
const inText = (one: Condition | undefined): Condition | undefined =>
  one && { field: 'text', is: 'has', value: one.value };

/** What comes at a full minute is of the time that begins there. */
const until = (window: Window, schema: Schema): Window =>
  window.toMs !== undefined && window.toMs % 60_000 === 0 && window.toMs < lastOf(schema)
    ? { ...window, toMs: window.toMs - 1 }
    : window;

const isEarlier = (one: Window, other: Window): boolean =>
  one.half === 'first' ||
  (other.half !== 'first' && (one.fromMs ?? Number.NEGATIVE_INFINITY) <= (other.fromMs ?? Number.NEGATIVE_INFINITY));

/** Right before the other, and as long. */
function stretchOf({ window, isBefore }: Side, other: Side, { clock }: Schema): Window | undefined {
  const { fromMs, toMs = clock?.lastMs } = other.window ?? {};
  if (isBefore !== true || fromMs === undefined || toMs === undefined) return window;
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs - 1 };
}

async function queryOf(
  { isInferred, ...sides }: Settled,
  { rest, judged, way }: Sides,
  reader: SideReader,
): Promise<Understanding | undefined> {
  const isOfNames = 'one' in sides;
  // Which of two names has more is read as any question is, and "today" beside them says when.
  if (way !== undefined && (isOfNames || rest === '')) return undefined;
  const { times, question } = isOfNames ? await reader.timesOf(rest) : { times: [], question: rest };
  const isAsked = isOfNames || !sides.isTurned;
  const expects =
    way === undefined ? judged && expectsOf(judged, isAsked) : (way === 'more') === isAsked ? 'more' : 'fewer';
  const apart = isOfNames ? { against: [sides.other], ...windowOf(times) } : { window: sides.window, than: sides.than };
  const common = { unread: [], absent: [], isInferred };
  if (question === '') {
    const query: Query = { take: 'differ', where: isOfNames ? [sides.one] : [], ...apart };
    return { ...common, query: { ...query, ...(expects && { expects }) } };
  }
  const measure = await figureNamed(question, reader);
  const query =
    measure && (isOfNames ? ofNames(measure.query, sides.one, sides.other) : { ...measure.query, ...apart });
  if (query === undefined) return undefined;
  const whole: Query = isOfNames ? { ...query, ...windowOf(times) } : { ...query, ...(way && { expects }) };
  return { ...common, query: whole, isInferred: isInferred || measure?.isInferred === true };
}

/** Of two times the later is judged: that the earlier was worse is that it got better. */
const expectsOf = (judged: 'worse' | 'better', isAsked: boolean): 'worse' | 'better' =>
  (judged === 'worse') === isAsked ? 'worse' : 'better';

function ofNames(query: Query, one: Condition, other: Condition): Query | undefined {
  const { take, of, percent, where } = query;
  // "Compare a, b and c": of three no two are set against each other.
  if (where.some(({ field, is }) => is === '=' && field === one.field)) return undefined;
  if (!/^(?:count|mean|percentile)$/.test(take))
    return one.field === other.field ? { ...query, where: [...where, oneOf(one, [other])], by: one.field } : undefined;
  return {
    take: 'compare',
    ...(of === undefined ? {} : { of }),
    ...(percent === undefined ? {} : { percent }),
    where: [...where, one],
    against: [...where, other],
  };
}
