import type { Schema } from '../facts/schema.ts';
import type { FindMoment } from '../run/find-moment.ts';
import type { Clause } from './clauses-of-time.ts';
import { spansIn } from './events.ts';
import { momentOf } from './moment-of.ts';
import type { EventTold } from './next-asked.ts';
import type { Around } from './parsed.ts';
import type { TimeRead } from './window.ts';

/** The time that a clause names. */
interface Placed {
  times: TimeRead[];
  isInferred: boolean;
  event?: EventTold;
  /** The time of the question says which of several is meant: "the reload at 11:20". */
  isTimed?: boolean;
}

/** When it was that a clause tells of, by each of its meanings that the file has. */
export async function timesOfClause(
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
  if (side === 'at') {
    const window = { fromMs: begin.atMs, toMs: begin.atMs + 1000 };
    return [{ times: [{ window, atMs: begin.atMs, label: said, kind: 'around' }], isInferred }];
  }
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
