import { type Place, placeOf } from '../facts/place.ts';
import { reasonTold, statedReason } from '../facts/reason.ts';
import { eachRecord, type LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { claimsOf, type Told } from '../tell/told.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';

/** What happens more often is no event but how a component works, and explained as that. */
const mostLines = 400;
const mostReasons = 3;

interface Line {
  place: Place;
  reason: ReasonOfLine | undefined;
}

interface ReasonOfLine {
  key: string;
  said: string;
  isNamed: boolean;
}

/** "Why was the dome closed?": what the lines that tell of it give as the reason; undefined where they give none. */
export async function explainEvent(
  scene: Scene,
  schema: Schema,
  query: Query,
  times: TimeWords,
): Promise<Told | undefined> {
  if (!tellsEvent(query, schema)) return undefined;
  const own = await linesOf(scene, schema, query);
  const meant = own.length > 0 ? own : await linesOf(scene, schema, inPlainWords(query));
  const told = meant.flatMap(({ place, reason }) => (reason === undefined ? [] : [{ place, ...reason }]));
  // By what they say but for their numbers, the most frequent first.
  const reasons = [...Map.groupBy(told, ({ key }) => key).values()].sort((a, b) => b.length - a.length);
  const [[first] = [], ...others] = reasons;
  const [alone] = query.only === undefined ? [] : meant;
  if (alone !== undefined && first === undefined) return withoutReason(alone, times);
  if (first === undefined || told.length < meant.length * 0.5) return undefined;
  const often = words(`, ${reasons[0]?.length ?? 0} of ${plural(meant.length, 'time').plain}`);
  const rest = others
    .slice(0, mostReasons)
    .flatMap((ones) => ones.slice(0, 1).map(({ said }) => say`${said} (${ones.length})`));
  return {
    verdict: first.isNamed && others.length === 0 ? 'CONFIRMED' : 'LIKELY',
    headline: say`${first.said}${meant.length === 1 ? whenOf(first.place, times) : often}`,
    more: rest.length === 0 ? [] : [say`Other reasons: ${join(rest, '; ')}`],
    proof: claimsOf(reasons.flatMap((ones) => ones.slice(0, 2).map(({ place }) => place))),
  };
}

/** " at 14:02:11", where the line has a time. */
export const whenOf = (place: Place | undefined, times: TimeWords): Text =>
  words(place?.timeMs === undefined ? '' : ` at ${times.at(place.timeMs)}`);

/** One of several times was asked about, and its line gives no reason. */
function withoutReason({ place }: Line, times: TimeWords): Told {
  const headline = say`It is not said why; its line${whenOf(place, times)} is: ${place.text.trim().slice(0, longest)}`;
  return { verdict: 'INCONCLUSIVE', headline, more: [], proof: claimsOf([place]) };
}

/** Not a component alone: words say what happened to it. */
export const tellsEvent = ({ where, only }: Query, schema: Schema): boolean =>
  (only !== undefined && where.length > 0) ||
  where.some(({ field }) => field === 'words' || isOfKind(field, schema)) ||
  (where.length > 1 && where.some(({ field }) => field === 'outcome' || field === 'text'));

/** A name may stand in a column of some lines and as a plain word in others. */
const inPlainWords = (query: Query): Query => ({
  ...query,
  where: query.where.map((one) =>
    one.is === '=' && !/^(?:outcome|level)$/.test(one.field) ? { field: 'text', is: 'has', value: one.value } : one,
  ),
});

/** One of a few values says what happened: `OFFLINE`, `pass_failed`. */
const isOfKind = (field: string, { columns }: Schema): boolean =>
  columns.some(
    ({ name, isNumber, values }) =>
      name === field &&
      !isNumber &&
      values.size <= 40 &&
      /(?:status|state|event|action|type|result|kind|value)$/i.test(name),
  );

/** Of several times the one that is meant, else all where they are few. */
async function linesOf(scene: Scene, schema: Schema, { where, window, only }: Query): Promise<Line[]> {
  const test = compile(where, schema);
  const lines: Line[] = [];
  await eachRecord(scene, {
    window,
    see(record) {
      if (lines.length > mostLines || (only === 'first' && lines.length > 0) || !test(record)) return;
      const reason = reasonOf(record, schema);
      if (only === 'last') lines.pop();
      lines.push({
        place: placeOf(record),
        reason: reason !== undefined && isEventItself(reason, where) ? undefined : reason,
      });
    },
  });
  return lines.length > mostLines ? [] : lines;
}

/** "eth1: NIC Link is Down" says that the link went down, and not why. */
export function isEventItself({ key }: ReasonOfLine, where: Query['where']): boolean {
  const said = stemsOf(key);
  const asked = where.flatMap(({ field, value }) =>
    field === 'words' ? [...stemsOf(value)] : field === 'outcome' && value === 'failed' ? [stem('fail')] : [],
  );
  return asked.length > 0 && asked.every((one) => said.has(one));
}

const reasonField = /(?:^|[._-])(?:reason|cause|why|error|err|detail|details|errmsg|error_message|msg)$/i;
const inWords = /^[a-z]{2,}(?: [\w-]+){1,20}$/i;
const longest = 240;

export function reasonOf(record: LogRecord, { columns }: Schema): ReasonOfLine | undefined {
  const { message } = record.row();
  const whole = record.isInColumns || message === '' ? record.text : message;
  const reason = reasonTold(whole);
  if (reason !== undefined)
    return { key: keyOf(reason.told), said: whole.trim().slice(0, longest), isNamed: reason.isNamed };
  const stated = columns.filter(
    ({ name, isNumber, read }) => !isNumber && name !== statedReason && read(record) !== undefined,
  );
  const field = stated.find(({ name, read }) => reasonField.test(name) && !whole.includes(read(record) ?? ''));
  // In a table the cell that says something in words.
  const cell = record.isInColumns ? stated.findLast(({ read }) => inWords.test(read(record) ?? '')) : undefined;
  const value = (field ?? cell)?.read(record);
  if (value === undefined) return undefined;
  const said = whole.trim().slice(0, longest);
  return {
    key: keyOf(value),
    said: whole.includes(value) ? said : `${said}: ${value.slice(0, longest)}`,
    isNamed: field !== undefined,
  };
}

const keyOf = (text: string): string => text.replace(/\d+/g, '#').toLowerCase().slice(0, 80);
