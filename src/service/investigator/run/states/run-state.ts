import { isAnyState } from '../../facts/lexicon.ts';
import type { Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
import type { Query } from '../../query/query.ts';
import { nothing, type Runner, type RunResult, whole } from '../result.ts';
import { resultOfCourse } from './course-result.ts';
import { runOneState } from './one-state.ts';
import { operationCourse } from './operation-course.ts';

/** What is asked of states: which it is in, for how long, how often, together with what. */
export const runState: Runner = async (scene, schema, query) => {
  const { state = 'running' } = query;
  const numbered = isAnyState(state) ? await ofNumbered(scene, schema, query) : undefined;
  if (numbered !== undefined) return numbered;
  const isStated = stateIn(schema, state)?.words.column !== undefined;
  const ofNoun = isAnyState(query.state) && !isStated ? (stateOfNoun(query, schema) ?? []) : [];
  let own = whole(nothing('no such state is known'));
  // What runs is told by lines of its own; what is active may be by the noun alone.
  for (const reading of (state === 'running' ? [query, ofNoun] : [ofNoun, query]).flat()) {
    const run = await runOneState(scene, schema, reading);
    if (isTold(run)) return run;
    if (reading === query) own = run;
  }
  return (await runLikeState(scene, schema, query)) ?? own;
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
  const { state = 'running', where } = query;
  // "Was it connected?" of a file whose lines call it up and down.
  const unnamed = where.map((one) => (one.is === '=' ? { ...one, is: 'has' as const, value: '*' } : one));
  const isToldOfOthers = where.length > 0 && isTold(await runOneState(scene, schema, { ...query, where: unnamed }));
  for (const like of likeStates[state] ?? []) {
    if (isToldOfOthers && !isAnyOutage(like)) continue;
    const run = await runOneState(scene, schema, { ...query, state: like });
    // What stopped is out of order only where it should have gone on.
    if (isTold(run)) return isAnyOutage(like) || like === 'stopped' ? { ...run, isGuessed: true } : run;
  }
  return undefined;
};

/** "Alarms active": of what is raised and ceases, as this file's lines say of each. */
function stateOfNoun(query: Query, schema: Schema): Query | undefined {
  const said = query.where.find(({ field, is }) => field === 'words' && is === 'has');
  const words = said?.value.split(' ') ?? [];
  const noun = words.find((word) => !/ed$/.test(word) && stateIn(schema, word)?.isOpposite === false);
  if (said === undefined || noun === undefined) return undefined;
  const rest = words.filter((one) => one !== noun).join(' ');
  const others = query.where.filter((one) => one !== said);
  return { ...query, state: noun, where: rest === '' ? others : [...others, { ...said, value: rest }] };
}

/** Other names for a state, tried where lines tell of none by its own. */
const likeStates: Record<string, readonly string[]> = {
  connected: ['logged-in', 'up', 'in service'],
  'logged-in': ['connected'],
  disconnected: ['down', 'outage'],
  up: ['connected', 'running', 'in service'],
  down: ['disconnected', 'stopped', 'outage'],
  online: ['connected', 'in service'],
  offline: ['disconnected', 'outage'],
  back: ['connected', 'in service'],
  lost: ['disconnected', 'outage'],
  gone: ['disconnected', 'outage'],
  away: ['outage'],
  unreachable: ['outage'],
  unavailable: ['outage'],
  running: ['up'],
  active: ['up', 'alarm', 'open'],
  open: ['running'],
};

const isAnyOutage = (state: string): boolean => /^(?:outage|in service)$/.test(state);
