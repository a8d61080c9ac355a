import { eachRecord } from '../facts/records.ts';
import { formOf, type Schema } from '../facts/schema.ts';
import { mostStarts, startWords } from '../facts/start-line.ts';
import { stem } from '../facts/stem.ts';
import type { Scene } from '../investigation.ts';
import type { Condition } from '../query/query.ts';
import { compile, needleOf } from './conditions.ts';
import { eachTimed } from './each-held.ts';
import { runState } from './states/run-state.ts';

/** A line that tells of something, or at which something came to be so. */
export interface EventAsked {
  where: readonly Condition[];
  state?: string;
  /** What was started again tells so by its second beginning. */
  isRestart?: boolean;
  edge: 'first' | 'last';
  /** Not the first, but the second, third and so on. */
  nth?: number;
  /** It happened about then: "the reload at 11:20". */
  within?: { fromMs: number; toMs: number };
}

export interface Moment {
  atMs: number;
  /** There are others, apart from it. */
  isOneOf: boolean;
}

/** Lines this close to each other tell of one event. */
export const oneEventMs = 60_000;

/** When something happened, by the first or last line that tells of it. */
export type FindMoment = (event: EventAsked) => Promise<Moment | undefined>;

/** Each event is looked for once. */
export function createFindMoment(scene: Scene, schema: Schema): FindMoment {
  const known = new Map<string, Promise<Moment | undefined>>();
  return (event) => {
    const key = JSON.stringify(event);
    const found = known.get(key) ?? findMoment(scene, schema, event);
    known.set(key, found);
    return found;
  };
}

async function findMoment(scene: Scene, schema: Schema, event: EventAsked): Promise<Moment | undefined> {
  if (event.isRestart === true) return restartIn(scene, schema);
  if (event.nth !== undefined && event.state !== undefined) return undefined;
  const found = event.state === undefined ? await timesOf(scene, schema, event) : await beginsOf(scene, schema, event);
  if (found === undefined) return undefined;
  return {
    atMs: event.edge === 'first' ? found.firstMs : found.lastMs,
    isOneOf: found.lastMs - found.firstMs > oneEventMs,
  };
}

type Times = Record<'firstMs' | 'lastMs', number>;

async function timesOf(
  scene: Scene,
  schema: Schema,
  { where, within, nth = 1 }: EventAsked,
): Promise<Times | undefined> {
  if (schema.isWhole && !schema.sample.some(compile(where, schema))) return undefined;
  let found: Times | undefined;
  let count = 0;
  await eachTimed(scene, schema, { where, window: within, needle: needleOf(where) }, (_, timeMs) => {
    if (++count >= nth) found = { firstMs: found?.firstMs ?? timeMs, lastMs: timeMs };
  });
  return found;
}

async function beginsOf(scene: Scene, schema: Schema, { where, state }: EventAsked): Promise<Times | undefined> {
  const edge = async (take: 'first' | 'last') => {
    const { result } = await runState(scene, schema, { take, where: [...where], state });
    return result.shape === 'moment' ? result.place?.timeMs : undefined;
  };
  const [firstMs, lastMs] = [await edge('first'), await edge('last')];
  return firstMs === undefined || lastMs === undefined ? undefined : { firstMs, lastMs };
}

const stopped = ['stopped', 'stopping', 'shutdown', 'terminated', 'terminating', 'exiting', 'down'].map(stem);
const started = [...startWords, 'ready', 'listening'].map(stem);

/** The first start behind a stop, or what the file begins with once more. */
async function restartIn(scene: Scene, schema: Schema): Promise<Moment | undefined> {
  const [first] = schema.sample;
  const form = first === undefined ? undefined : formOf(first, schema);
  const again: number[] = [];
  const starts: number[] = [];
  let isStopped = false;
  await eachRecord(scene, {
    see(record) {
      if (record.timeMs === undefined) return;
      if (formOf(record, schema) === form) again.push(record.timeMs);
      const { stems } = schema.book.of(record.row().message).wording;
      const isStart = started.some((one) => stems.has(one));
      if (isStopped && isStart) starts.push(record.timeMs);
      isStopped = !isStart && (isStopped || stopped.some((one) => stems.has(one)));
    },
  });
  const times = again.length > 1 && again.length <= mostStarts ? again.slice(1) : starts;
  const [atMs] = times;
  return atMs === undefined ? undefined : { atMs, isOneOf: times.at(-1)! - atMs > oneEventMs };
}
