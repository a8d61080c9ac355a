import { columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { fillTimesTaken, timeTaken } from '../facts/time-taken.ts';
import { newValue } from '../facts/turns.ts';
import type { Query, Window } from '../query/query.ts';
import { isNumeric } from './gathered.ts';
import { nothing, type Runner, whole } from './result.ts';
import { isBetween, runBetween, runLinesOfThings } from './run-between.ts';
import { runEdge, runOverTime, runRate } from './run-count.ts';
import { runDiffer } from './run-differ.ts';
import { isOfNeighbour, runNeighbour } from './run-neighbour.ts';
import { isOfSets, runSets } from './run-sets.ts';
import { runBothTimes, runChange, runCompare, runDoing, runGap, runOrder, runSpan } from './run-sides.ts';
import { runStreak } from './run-streak.ts';
import { runThings } from './run-things.ts';
import { runTrends } from './run-trends.ts';
import { runState } from './states/run-state.ts';
import { runTimeInEach } from './states/time-in-each.ts';
import { throughThings } from './through-things.ts';

/** Runs a query over the file; `explain` and `unknown` have nothing to run. */
export const runQuery: Runner = async (scene, schema, query) => {
  const { window, than } = query;
  if (window?.half !== undefined || than?.half !== undefined)
    return runQuery(scene, schema, {
      ...query,
      ...(window === undefined ? {} : { window: halfOf(window, schema) }),
      ...(than === undefined ? {} : { than: halfOf(than, schema) }),
    });
  if (isOfTimeTaken(query)) await fillTimesTaken(scene, schema);
  if (query.through !== undefined) {
    const over = await throughThings(scene, schema, query);
    return typeof over === 'string' ? whole(nothing(over)) : runQuery(scene, over.schema, over.query);
  }
  if (window?.during === undefined || window.spans !== undefined) return runWithin(scene, schema, query);
  const { state, where } = window.during;
  const spans = await spansOf(scene, schema, { take: 'episodes', state, where, expects: 'any' });
  if (spans === undefined) return whole(nothing(`no line shows when it was ${state}`));
  const run = await runWithin(scene, schema, { ...query, window: { ...window, spans } });
  return spans.length === 0 && run.result.shape !== 'nothing' ? whole(nothing(`it was never ${state}`)) : run;
};

const ofTwoTimes = /^(?:compare|change|differ)$/;

/** With the times between which it lies. */
function halfOf({ half, ...window }: Window, { clock }: Schema): Window {
  if (half === undefined || clock === undefined) return window;
  const middle = (clock.firstMs + clock.lastMs) / 2;
  return half === 'first' ? { ...window, toMs: Math.ceil(middle) - 1 } : { ...window, fromMs: Math.ceil(middle) };
}

const isOfTimeTaken = ({ of, where, against = [] }: Query): boolean =>
  of === timeTaken || [...where, ...against].some(({ field }) => field === timeTaken);

/** When something was in a state; undefined where the lines do not tell. */
const spansOf: Runner<Window['spans']> = async (scene, schema, query) => {
  const { result } = await runState(scene, schema, query);
  if (result.shape !== 'episodes') return undefined;
  return result.intervals.map(({ startMs = Number.NEGATIVE_INFINITY, endMs = result.endMs, start, end }) => ({
    fromMs: startMs,
    toMs: endMs,
    from: start,
    to: end,
  }));
};

/** What is not taken of one pass over the records, all together, in groups, or over time. */
const ofTakes: Partial<Record<Query['take'], Runner>> = {
  doing: runDoing,
  order: runOrder,
  compare: runCompare,
  differ: runDiffer,
  change: runChange,
  gap: runGap,
  span: runSpan,
  streak: runStreak,
  rate: runRate,
  trend: runTrends,
};
const ofStates = /^(?:state|episodes|duration|longest|overlap)$/;
const ofStatesToo = /^(?:sum|mean|median|percentile|max|min|range|never|count|first|last)$/;
const ofLengths = /^(?:duration|longest|sum|mean|median|percentile|max|min|range)$/;

const runWithin: Runner = async (scene, schema, query) => {
  const { take, state, everyMs, than } = query;
  if (than !== undefined && !ofTwoTimes.test(take)) return runBothTimes(scene, schema, query, runQuery);
  const isOfThings = /^(?:count|share)$/.test(take) && columnNamed(schema, query.of)?.isSerial === true;
  if (isOfThings && everyMs === undefined) return runThings(scene, schema, query);
  if (isOfNeighbour(query)) return runNeighbour(scene, schema, query);
  if (isOfSets(query)) return runSets(scene, schema, query);
  if (take !== 'exists' && isBetween(query)) return runBetween(scene, schema, query);
  if (ofStates.test(take) || (state !== undefined && ofStatesToo.test(take))) return runTimes(scene, schema, query);
  const run = ofTakes[take] ?? (everyMs === undefined || isNumeric(take) ? runEdge : runOverTime);
  return run(scene, schema, query);
};

/** Of things whose lines tell no state: how long their lines go on. */
const runTimes: Runner = async (scene, schema, query) => {
  if (query.by === newValue) return runTimeInEach(scene, schema, query);
  const run = await runState(scene, schema, query);
  if (run.result.shape !== 'nothing' || !ofLengths.test(query.take)) return run;
  const isRunning = stateIn(schema, query.state ?? 'running')?.words.state === 'running';
  return (isRunning ? await runLinesOfThings(scene, schema, query) : undefined) ?? run;
};
