import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord, type LogRecord } from '../facts/records.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { reasonIn, tellsFailure } from '../facts/trouble-words.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { claimsOf, type Told } from '../tell/told.ts';
import { say } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { isEventItself, reasonOf, whenOf } from './explain-event.ts';

/** One order, build or message has few lines; what has more is a component, and explained as one. */
const mostLines = 200;

interface Line {
  place: Place;
  message: string;
  weight: number;
}

/** What its own lines say of one thing that is asked about by its number; undefined where they are too many or say no reason. */
export async function explainThing(
  scene: Scene,
  schema: Schema,
  query: Query,
  times: TimeWords,
): Promise<Told | undefined> {
  const named = query.where.find((one) => isOneThing(one, schema));
  if (named === undefined) return undefined;
  const lines = await linesOf(scene, schema, named, query.where);
  const [first] = lines;
  const last = lines.at(-1) ?? first;
  if (first === undefined || last === undefined || lines.length > mostLines) return undefined;
  const strongest = Math.max(...lines.map(({ weight }) => weight));
  const isFailed = strongest >= 2;
  const told = lines.findLast(({ weight }) => weight === strongest) ?? first;
  const at = whenOf(told.place, times);
  const others = lines.filter((one) => one !== told).slice(-4);
  const said = told.message.slice(0, 240);
  return {
    verdict: isFailed ? 'LIKELY' : 'INCONCLUSIVE',
    headline: isFailed
      ? say`${named.value}: ${said}${at}`
      : strongest > 0
        ? say`No line says why; of ${named.value} it says${at}: ${said}`
        : say`No line says that anything went wrong with ${named.value}; its last line${at} is: ${said}`,
    more:
      isFailed && last !== told ? [say`Its last line${whenOf(last.place, times)}: ${last.message.slice(0, 240)}`] : [],
    proof: claimsOf([told, ...others].map(({ place }) => place)),
  };
}

/** By its number, or by an identifier that no word is: `5F3A9C01`. */
function isOneThing({ field, is, value }: Condition, { columns }: Schema): boolean {
  if (is !== '=') return false;
  const isId = /^(?=.*\d)(?=.*[a-f])[\da-f-]{5,64}$/i.test(value) || /^\d{5,}$/.test(value);
  return columns.some(
    ({ name, isLabel, isSerial }) => name === field && (isLabel === true || isSerial === true || isId),
  );
}

async function linesOf(scene: Scene, schema: Schema, named: Condition, where: Query['where']): Promise<Line[]> {
  const test = compile([named], schema);
  const outcome = schema.columns.find(({ name }) => name === 'outcome');
  const lines: Line[] = [];
  await eachRecord(scene, {
    needle: named.value.length >= 4 ? named.value : undefined,
    see(record) {
      if (lines.length > mostLines || !test(record)) return;
      const reason = reasonOf(record, schema);
      const hasReason = reason !== undefined && !isEventItself(reason, where);
      const message = reason?.said ?? record.row().message;
      lines.push({ place: placeOf(record), message, weight: weightOf(record, outcome, hasReason) });
    },
  });
  return lines;
}

/** A failure that gives its reason says more than one that does not. */
function weightOf(record: LogRecord, outcome: Column | undefined, hasReason: boolean): number {
  const { message } = record.row();
  const level = record.level();
  const isFailure =
    tellsFailure(message) || level === 'error' || level === 'critical' || outcome?.read(record) === 'failed';
  if (!isFailure) return 0;
  return 1 + Math.max(reasonIn(message), hasReason || /\([^)]{3,200}\)/.test(message) ? 1 : 0);
}
