import type { Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { type Clause, clausesOfTime } from './clauses-of-time.ts';
import { measureOf } from './compared-number.ts';
import { type Around, type Candidate, compose } from './compose.ts';
import { type CourseAsked, courseAsked } from './course-asked.ts';
import { eventsIn, inVerbs, spansIn } from './events.ts';
import { momentOf } from './moment-of.ts';
import { type EventTold, nextAsked } from './next-asked.ts';
import { type OrderAsked, orderAsked } from './order-asked.ts';
import { numberText, readingsOf } from './readings.ts';
import type { TimeRead } from './window.ts';

/** What a question may mean whose clauses say when, or that asks which way something goes. */
export async function readingsInTime(
  question: string,
  around: Around,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Candidate[]> {
  const course = courseAsked(question);
  const asked = course === undefined ? orderAsked(question, around.isAsked === true) : undefined;
  const order =
    asked === undefined || (!eitherSide.test(question) && courseAsked(`did ${asked.one}`) !== undefined)
      ? undefined
      : asked;
  const text = course?.rest ?? question;
  const found: Candidate[] = [];
  if (order !== undefined) found.push(...(await ofOrder(order, question, around, schema, findMoment)));
  // "Was it down before the reload" asks which came first, and not how it was before.
  if (eitherSide.test(question) || (order !== undefined && found.some(isRead))) return found;
  for (const clause of clausesOfTime(text)) {
    for (const { times, isInferred, event, isTimed } of await timesOf(clause, around, schema, findMoment)) {
      const placed = { times: [...times, ...(isTimed === true ? [] : around.times)], quotes: around.quotes };
      const next = course === undefined ? ofNext(clause, event, placed, schema) : [];
      const read = next.length > 0 ? next : ofMain(clause, course, placed, schema);
      found.push(...read.map((one) => ({ ...one, isInferred: one.isInferred || isInferred })));
    }
  }
  // "Up to the reboot" is a time before the lines of the reboot are meant.
  if (course !== undefined) found.push(...ofCourse(course, around, schema));
  return found;
}

const eitherSide = /\b(?:before or after|after or before)\b/i;
const isRead = ({ unread, absent }: Candidate): boolean => unread.length + absent.length === 0;

/** What a question may mean in this file, best first. */
export const readings = (question: string, around: Around, schema: Schema): Candidate[] =>
  readingsOf(question, schema, around.times).flatMap((one) => compose(one, around, schema) ?? []);

function ofMain({ main, side }: Clause, asked: CourseAsked | undefined, around: Around, schema: Schema): Candidate[] {
  const isOfMoment = side === 'after' || side === 'before';
  const course = asked === undefined ? courseAsked(main, isOfMoment) : { ...asked, rest: main };
  if (course !== undefined) return ofCourse(course, around, schema);
  const found = readings(main, around, schema);
  if (asksInWords.test(main) || found.some(isRead)) return found;
  // "Stops during the batch": so many of them there were.
  return readings(`how many ${main}`, around, schema);
}
const asksInWords =
  /^(?:why|how|what|when|where|who|whose|which|is|are|was|were|did|does|do|has|have|can|list|show)\b|\b(?:first|last|next|average|mean|longest|shortest|most|least|per)\b/i;

/** "Which batch came after B4605". */
function ofNext(clause: Clause, event: EventTold | undefined, around: Around, schema: Schema): Candidate[] {
  const asked = event === undefined ? undefined : nextAsked(clause, event, schema);
  if (asked === undefined) return [];
  const { take, groups, except } = asked;
  const read = compose({ query: { take }, groups, kind: 'parts', unread: [], all: clause.main }, around, schema);
  if (read === undefined || !isRead(read)) return [];
  return [{ ...read, query: { ...read.query, where: [...read.query.where, ...except] }, loose: 0 }];
}

/** Which way a number goes, or how many lines there are. */
function ofCourse(course: CourseAsked, around: Around, schema: Schema): Candidate[] {
  const { rest, expects, adjective } = course;
  const measure = adjective === undefined ? undefined : measureOf(adjective);
  const where = measure === undefined ? rest : numberText({ rest, taken: [], measure, extreme: 'max' }, schema);
  if (where === undefined) return [];
  const query = { take: 'trend' as const, ...(expects === undefined ? {} : { expects }) };
  const read = compose({ query, groups: { where }, kind: 'parts', unread: [], all: rest }, around, schema);
  return read === undefined ? [] : [read];
}

/** Which of two came first: told by lines of each, or by whether one had been so before the other. */
async function ofOrder(
  { one, other, expects }: OrderAsked,
  all: string,
  around: Around,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Candidate[]> {
  const query = { take: 'order' as const, ...(expects === undefined ? {} : { expects }) };
  const readOf = (against: string) =>
    compose(
      { query, groups: { where: inVerbs(one), against: inVerbs(against) }, kind: 'parts', unread: [], all },
      around,
      schema,
    );
  const whole = readOf(other);
  // "Before the deadlocks started": the first of them.
  const bare = other.replace(/ (?:started|began|begun|hit|appeared|set in|came up|showed up)$/i, '');
  const shorter = bare === other || (whole !== undefined && isRead(whole)) ? undefined : readOf(bare);
  const read = shorter !== undefined && isRead(shorter) ? { ...shorter, isInferred: true } : whole;
  const isTold = (where: Condition[] = []) => !schema.isWhole || schema.sample.some(compile(where, schema));
  const told = read === undefined ? [] : [read];
  if (
    expects === undefined ||
    (read !== undefined && isRead(read) && isTold(read.query.where) && isTold(read.query.against))
  )
    return told;
  const [early, late] = expects === 'before' ? [one, other] : [other, one];
  const moment = await momentOf(late, early, schema, around.quotes, findMoment);
  if (moment === undefined) return told;
  const window = { toMs: moment.atMs - 1 };
  const before = eventsIn(early, late, schema, around.quotes).map(({ event: { where, state } }): Candidate => {
    const own = { where: [...where], window, expects: 'any' as const };
    const asked: Query = state === undefined ? { take: 'exists', ...own } : { take: 'episodes', state, ...own };
    return { query: asked, unread: [], absent: [], isInferred: true, loose: 0 };
  });
  return [...before, ...told];
}

interface Placed {
  times: TimeRead[];
  isInferred: boolean;
  event?: EventTold;
  /** The time of the question says which of several is meant: "the reload at 11:20". */
  isTimed?: boolean;
}

async function timesOf(
  clause: Clause,
  { quotes, times }: Around,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Placed[]> {
  const { main, side, said, other } = clause;
  if (side === 'while')
    return spansIn(said, schema, quotes).map(({ isInferred, ...during }) => ({
      times: [{ window: { during }, label: said, kind: 'between' }],
      isInferred,
    }));
  // "Was it lost before it was changed?" asks which came first, not how it was then.
  if (side === 'before' && /^(?:was|were|is|are)\b/i.test(main)) return [];
  const isOfTime = /^(?:on average,? )?how (?:long|much time)\b/i.test(main);
  // "How long did it run before it failed": that it came to an end is no time before which anything is asked.
  if (isOfTime && ending.test(said)) return [{ times: [], isInferred: false }];
  // "How long until it was back": each time it was.
  if (isOfTime) return [];
  const { fromMs, toMs } = times.find(({ kind }) => kind === 'around')?.window ?? {};
  const within = fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs };
  const timed = within && (await momentOf(said, main, schema, quotes, findMoment, within));
  const begin = timed ?? (await momentOf(said, main, schema, quotes, findMoment));
  const end = other === undefined ? undefined : await momentOf(other, said, schema, quotes, findMoment);
  if (begin === undefined || (other !== undefined && end === undefined)) return [];
  const isInferred = begin.isInferred || end?.isInferred === true;
  const afterIt = { window: { fromMs: begin.atMs }, atMs: begin.atMs, label: said, kind: 'after' } as const;
  const beforeIt = ({ atMs }: { atMs: number }) =>
    ({
      window: { toMs: atMs - 1 },
      atMs,
      label: other ?? said,
      kind: clause.isUpTo === true ? 'between' : 'before',
    }) as const;
  if (clause.isCompared === true && end !== undefined) return [{ times: [afterIt, beforeIt(end)], isInferred }];
  if (side === 'between' && end !== undefined && end.atMs > begin.atMs)
    return [{ times: [{ window: { fromMs: begin.atMs, toMs: end.atMs }, label: said, kind: 'between' }], isInferred }];
  return side === 'between'
    ? []
    : [
        {
          times: [side === 'after' ? afterIt : beforeIt(begin)],
          isInferred,
          event: { said, line: begin.line },
          isTimed: timed !== undefined,
        },
      ];
}

const ending = /^(?:it|they|he|she) (?:was |were )?(?:fail|finish|end|stopp|crash|complet|abort|kill|di)ed$/i;
