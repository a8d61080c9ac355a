import type { Schema } from '../facts/schema.ts';
import type { FindMoment } from '../run/find-moment.ts';
import type { Clause } from './clauses-of-time.ts';
import { spansIn } from './events.ts';
import { momentOf } from './moment-of.ts';
import type { Around } from './parsed.ts';
import type { TimeRead } from './window.ts';

/** The time that a clause names. */
interface Placed {
  times: TimeRead[];
  isInferred: boolean;
  /** The time of the question says which of several is meant: "the reload at 11:20". */
  isTimed?: boolean;
}

/** When it was that a clause tells of, by each of its meanings that the file has. */
export async function timesOfClause(
  { main, side, said, isUpTo }: Clause,
  { quotes, times }: Around,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Placed[]> {
  if (side === 'while')
    return spansIn(said, schema, quotes).map(({ isInferred, ...during }) => ({
      times: [{ window: { during }, label: said, kind: 'between' }],
      isInferred,
    }));
  // "Was it lost before it was changed?" asks which came first, not how it was then.
  if (side === 'before' && /^(?:was|were|is|are)\b/i.test(main)) return [];
  // "How long until it was back": each time it was.
  if (/^(?:on average,? )?how (?:long|much time)\b/i.test(main)) return [];
  const { fromMs, toMs } = times.find(({ kind }) => kind === 'around')?.window ?? {};
  const within = fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs };
  const timed = within && (await momentOf(said, main, schema, quotes, findMoment, within));
  const moment = timed ?? (await momentOf(said, main, schema, quotes, findMoment));
  if (moment === undefined) return [];
  const { atMs, isInferred } = moment;
  const time: TimeRead =
    side === 'after'
      ? { window: { fromMs: atMs }, atMs, label: said, kind: side }
      : { window: { toMs: atMs - 1 }, atMs, label: said, kind: isUpTo === true ? 'between' : side };
  return [{ times: [time], isInferred, isTimed: timed !== undefined }];
}
