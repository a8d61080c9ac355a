import type { Schema } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { cameFirst } from './came-first.ts';
import { type Clause, clausesOfTime } from './clauses-of-time.ts';
import { measureOf } from './compared-number.ts';
import { courseAsked } from './course-asked.ts';
import { inAnyOrder } from './cues/in-any-order.ts';
import type { Told } from './cues/told.ts';
import { type Around, isUnderstood, type Parsed } from './parsed.ts';
import { placeInTime } from './place-in-time.ts';
import { timesBetween } from './times-between.ts';
import { timesOfClause } from './times-of-clause.ts';
import type { TimeRead } from './window.ts';

/** A question at the times that it names; where it is none as it stands, at the time that one of its clauses tells of. */
export async function inItsTime(
  question: string,
  around: Around,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Parsed | undefined> {
  const { times, quotes } = around;
  const between = timesBetween(question, around, schema);
  if (between !== undefined) return { ...between, isFramed: true, isProse: false };
  const way = courseAsked(question);
  // "Was it up or down at 7:05" asks for its state.
  const course = way?.isOfStates === true && times[0]?.kind === 'around' ? undefined : way;
  const { rest } = course ?? { rest: question };
  const ask = (text: string, at: readonly TimeRead[]) => atTimes(text, at, quotes, wayOf(course), schema);
  const askMain = ({ main, side }: Clause, at: readonly TimeRead[]) => {
    const own = course === undefined && side !== 'while' ? courseAsked(main) : undefined;
    return own === undefined ? ask(main, at) : atTimes(own.rest, at, quotes, wayOf(own), schema);
  };
  const whole = ask(rest, times);
  if (whole !== undefined && isUnderstood(whole)) return whole;
  const first = course === undefined ? cameFirst(rest, around, schema) : undefined;
  if (first !== undefined) return first;
  for (const clause of clausesOfTime(rest))
    for (const placed of await timesOfClause(clause, { times, quotes }, schema, findMoment)) {
      const at = [...placed.times, ...(placed.isTimed === true ? [] : times)];
      const found = askMain(clause, at);
      if (found !== undefined && isUnderstood(found))
        return { ...found, isInferred: found.isInferred || placed.isInferred };
    }
  return whole;
}

/** "At 350 s", and no span from one time to another. */
const isMoment = (time: TimeRead | undefined): boolean =>
  time?.kind === 'around' || (time?.kind === 'offset' && /^(?:at|around|about|near)\b/i.test(time.label));

const wayOf = (course: ReturnType<typeof courseAsked>): Told['course'] =>
  course && {
    expects: course.expects,
    measure: course.adjective === undefined ? undefined : measureOf(course.adjective),
    isOfAmount: course.isOfAmount,
  };

function atTimes(
  text: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  course: Told['course'],
  schema: Schema,
): Parsed | undefined {
  const isAt = isMoment(times[0]);
  const areTimes = times.length === 2 && times.every(({ kind }) => kind === 'between');
  const isThen = /^(?:before|after)$/.test(times[0]?.kind ?? '');
  const asked = inAnyOrder(text, schema, quotes, { isAt, areTimes, isThen, course });
  if (asked === undefined) return undefined;
  const { taken, unread = [], absent = [], unnamed, isGuessed } = asked;
  const query = { ...asked.query };
  const isOfValue = query.by === newValue || query.by === oldValue || asked.isOfStates === true;
  if (query.atMs === undefined && !placeInTime(query, times, isOfValue)) return undefined;
  return {
    query,
    unread: [...unread],
    absent: [...absent],
    isInferred: isGuessed,
    isFramed: unnamed === undefined,
    isProse: false,
    ...(unnamed === undefined ? {} : { unnamed }),
    ...(taken.length === 0 ? {} : { taken }),
  };
}
