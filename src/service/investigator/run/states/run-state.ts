import { isAnyState } from '../../facts/lexicon.ts';
import type { Query } from '../../query/query.ts';
import { type Runner, type RunResult, whole } from '../result.ts';
import { resultOfCourse } from './course-result.ts';
import { runOneState } from './one-state.ts';
import { operationCourse } from './operation-course.ts';
import { runPhases } from './phase-course.ts';
import { notHeardOf, runSilent } from './silent.ts';
import { inOrder, inTrouble, isOfWell, runTroubles, runWell } from './well.ts';

/** What is asked of states: which it is in, for how long, how often, together with what. */
export const runState: Runner = async (scene, schema, query) => {
  const { state = 'running' } = query;
  if (isOfWell(state)) return runWell(scene, schema, query);
  if (state === notHeardOf) return runSilent(scene, schema, query);
  const numbered = isAnyState(state) ? await ofNumbered(scene, schema, query) : undefined;
  if (numbered !== undefined) return numbered;
  const run = await runOneState(scene, schema, query);
  return isTold(run) ? run : (runPhases(schema, query) ?? (await runLikeState(scene, schema, query)) ?? run);
};

/** Of what the program numbers, by the numbers on its lines. */
const ofNumbered: Runner<RunResult | undefined> = async (scene, schema, query) => {
  const { against, ...one } = query;
  // Of two, each is read among all of them.
  const any = query.where.map(({ field }) => ({ field, is: 'has' as const, value: '*' }));
  const course = await operationCourse(scene, schema, against === undefined ? query : { ...one, where: any });
  if (course === undefined || course.intervals.length === 0) return undefined;
  const ofThem = (side: Query['where']) => side.filter(({ field }) => field === course.column?.name);
  if (against === undefined) return whole(resultOfCourse({ ...query, where: ofThem(query.where) }, course, schema));
  const sides = { where: ofThem(query.where), against: ofThem(against) };
  return sides.where.length === 1 && sides.against.length === 1
    ? whole(resultOfCourse({ ...query, ...sides }, course, schema))
    : undefined;
};

const isTold = ({ result }: RunResult): boolean => result.shape !== 'nothing';

/** By another name for the state. */
const runLikeState: Runner<RunResult | undefined> = async (scene, schema, query) => {
  for (const like of likeStates[query.state ?? 'running'] ?? []) {
    const runner = isOfWell(like) ? runnerOfWell(query, like) : runOneState;
    const run = await runner?.(scene, schema, { ...query, state: like });
    // What stopped is out of order only where it should have gone on.
    const isGuessed = isOfWell(like) || /^(?:outage|in service|stopped|paused)$/.test(like);
    if (run !== undefined && isTold(run)) return { ...run, isGuessed };
  }
  return undefined;
};

/** How it was at last, or how long it was in trouble. */
const runnerOfWell = ({ take, atMs, by }: Query, like: string): Runner | undefined =>
  take === 'state' && atMs === undefined
    ? runWell
    : /^(?:episodes|duration|first)$/.test(take) && by === undefined && like === inTrouble
      ? runTroubles
      : undefined;

/** Other names for a state, tried where lines tell of none by its own. */
const likeStates: Record<string, readonly string[]> = {
  connected: ['logged-in', 'up', 'in service'],
  'logged-in': ['connected'],
  disconnected: ['down', 'outage'],
  up: ['connected', 'running', 'in service', inOrder],
  down: ['disconnected', 'stopped', 'paused', 'outage', inTrouble],
  online: ['connected', 'in service'],
  offline: ['disconnected', 'outage', inTrouble],
  back: ['connected', 'in service', inOrder],
  healthy: [inOrder],
  lost: ['disconnected', 'outage'],
  gone: ['disconnected', 'outage'],
  away: ['outage'],
  unreachable: ['outage', inTrouble],
  unavailable: ['outage', inTrouble],
  running: ['up'],
  active: ['up', 'alarm', 'open'],
  open: ['running'],
};
