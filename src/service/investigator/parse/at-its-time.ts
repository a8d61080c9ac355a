import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import type { Parsed } from './compose.ts';
import { withDatedTimes } from './dated-times.ts';
import { withoutTheFile } from './politeness.ts';
import { settleTimes } from './settle-times.ts';
import { spellOutHours } from './time-phrases.ts';
import { timesIn } from './times-asked.ts';
import { resolveTime, untilThen, windowOf } from './window.ts';

const spanWords = /^(?:between|from|since|before|after|until|till|during|prior to|past)\b/i;

/** All that is asked but for its time, which stands in words. */
export interface QueryAt {
  query: Query;
  /** Empty where no time is named. */
  at: string;
  /** Words that no line has, and what they stand for does. */
  taken: readonly string[];
}

/** At the moment or in the time that the words name; undefined where they are no time. */
export async function atItsTime(
  { query: asked, at: when, taken }: QueryAt,
  scene: Scene,
  schema: Schema,
): Promise<Parsed | undefined> {
  const told = { absent: [], isInferred: true, isFramed: true, isProse: false, others: [] };
  const parsed = taken.length === 0 ? told : { ...told, taken };
  if (when === '') return { ...parsed, query: asked, unread: [] };
  const span = spellOutHours(withoutTheFile(when)).replace(/^during (?=the (?:first|last) )/i, 'in ');
  const isOfSpan = spanWords.test(span) || spanWords.test(when);
  const said = isOfSpan ? span.replace(/^prior to\b/i, 'before').replace(/^past\b/i, 'after') : `at ${when}`;
  const { times, rest } = timesIn(withDatedTimes(said, schema));
  const settled = await settleTimes(times, scene.documents);
  const read = settled.map((one) => resolveTime(one, scene, schema));
  const outside = settled.find((one, index) => read[index] === undefined && one.isVague !== true)?.label;
  if (outside !== undefined) return { ...parsed, query: asked, unread: [], timeOutside: outside };
  const known = read.filter((one) => one !== undefined);
  const [time, second] = known;
  const isRead = known.length === read.length && !/[a-z\d]/i.test(rest.replace(/^\s*at\b/i, ''));
  if (time === undefined || !isRead || (!isOfSpan && second !== undefined)) return undefined;
  if (isOfSpan || asked.take === 'list') return { ...parsed, query: { ...asked, ...windowOf(known) }, unread: [] };
  const query: Query =
    asked.take === 'last' ? { ...asked, window: untilThen(time) } : { ...asked, atMs: time.atMs ?? time.window.fromMs };
  return { ...parsed, query, unread: [] };
}
