import { isAlarm } from '../facts/levels.ts';
import { placeOf } from '../facts/place.ts';
import { isIn, type LogRecord } from '../facts/records.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stemsOf } from '../facts/stem.ts';
import { reasonIn, tellsFailure } from '../facts/trouble-words.ts';
import type { Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { type Told, told } from '../tell/told.ts';
import { say } from '../wording/say.ts';

/** Of more lines it is not known which one is meant. */
const mostLines = 5;
/** So many words more than the question has. */
const fewestWords = 3;

/**
 * "Why was there a feed hold": where nothing gives the reason as one, the line that tells of it says more of it than the
 * question does: "coolant level low, feed hold". Undefined where its lines tell of no trouble.
 */
export function saidOfEvent(schema: Schema, { where, window }: Query): Told | undefined {
  const about = where.filter(({ field }) => field !== 'level');
  // That something failed does not tell which of the lines is meant.
  if (about.every(({ field }) => field === 'outcome') || !schema.isWhole) return undefined;
  const isMeant = compile(about, schema);
  const held = schema.sample.filter((record) => isMeant(record) && isIn(window, record, record.document.name));
  if (held.length > mostLines) return undefined;
  const asked = stemsOf(about.map(({ field, value }) => `${field} ${value}`).join(' '));
  const weighed = held.map((record) => ({ record, weight: saysMore(record, asked) ? weightOf(record, schema) : 0 }));
  const best = weighed.reduce((most, one) => (one.weight > most.weight ? one : most), { weight: 0, record: held[0] });
  if (best.record === undefined || best.weight === 0) return undefined;
  const place = placeOf(best.record);
  // What kind of event it is may stand in a field of its own.
  const said = best.record.text.trim().slice(0, 240);
  return { ...told(say`${said}`, [place]), verdict: 'LIKELY' };
}

const saysMore = (record: LogRecord, asked: ReadonlySet<string>): boolean =>
  [...stemsOf(record.row().message)].filter((word) => /^[a-z]{3,}$/.test(word) && !asked.has(word)).length >=
  fewestWords;

/** What gives a reason comes before what only tells of a failure. */
function weightOf(record: LogRecord, schema: Schema): number {
  const { text } = record;
  const isFailed = columnNamed(schema, 'outcome')?.read(record) === 'failed';
  const isAlarmed = isAlarm(record) || ofAlarm.test(text);
  return 2 * reasonIn(text) + Number(isFailed || tellsFailure(text)) + Number(isAlarmed);
}
const ofAlarm = /\b(?:alm|alarm|fault|flt)\b/i;
