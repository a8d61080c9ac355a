import type { Condition, Query, Window } from './query.ts';

/** How times of a file are written: the reader of written queries takes them on the same clock. */
export interface QueryClock {
  zoneMinutes: number;
  /** Times are counted from the start of the device, in seconds. */
  isBoot: boolean;
}

export const utc: QueryClock = { zoneMinutes: 0, isBoot: false };

/** The query as people read it and may type it; reads back to the same query. */
export function writeQuery(query: Query, clock: QueryClock = utc): string {
  const {
    take,
    percent = 95,
    where,
    against,
    window,
    than,
    atMs,
    everyMs,
    order,
    limit,
    nth,
    bound,
    unread = [],
  } = query;
  const head = [
    take === 'percentile' ? `p${percent}` : take,
    named('of', query.of),
    said('line', query.line),
    named('state', query.state),
    where.length === 0 ? '' : `with ${writeConditions(where)}`,
  ];
  return inParts(', ', [
    inParts(' ', head),
    against === undefined ? '' : `against ${writeConditions(against) || '*'}`,
    named('by', query.by),
    named('through', query.through),
    named('beside', query.beside),
    said('only', query.only),
    everyMs === undefined ? '' : `every ${everyMs / 1000} s`,
    window === undefined ? '' : writeWindow(window, clock),
    than === undefined ? '' : `than ${writeWindow(than, clock)}`,
    atMs === undefined ? '' : `at ${writeTime(atMs, clock)}`,
    said('around', query.around),
    limit === undefined ? (order ?? '') : `${order ?? 'top'} ${limit}`,
    said('nth', nth),
    bound === undefined ? '' : `bound ${bound.is}${quoted(bound.value)}`,
    said('expecting', query.expects),
    unread.length === 0 ? '' : `not read ${unread.map(quoted).join(' and ')}`,
  ]);
}

const inParts = (separator: string, parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator);

const said = (word: string, value: string | number | undefined): string =>
  value === undefined ? '' : `${word} ${value}`;

const named = (word: string, name: string | undefined): string => (name === undefined ? '' : `${word} ${quoted(name)}`);

const writeConditions = (where: readonly Condition[]): string => where.map(writeCondition).join(' and ');

function writeCondition({ field, is, value, or = [] }: Condition): string {
  const values = [value, ...or].map(quoted).join(' or ');
  return is === 'has' ? `${quoted(field)} has ${values}` : `${quoted(field)}${is}${values}`;
}

function quoted(text: string): string {
  return /^[\p{L}\d_./:@%#*-]+$/u.test(text) &&
    !/^(?:and|with|by|of|or|has|state|against|while|nth|bound|half)$/i.test(text)
    ? text
    : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function writeWindow({ during, ...range }: Window, clock: QueryClock): string {
  if (during === undefined) return writeRange(range, clock);
  const of = during.where.length === 0 ? '' : ` with ${writeConditions(during.where)}`;
  return inParts(', ', [writeRange(range, clock), `while ${quoted(during.state)}${of}`]);
}

function writeRange({ fromMs, toMs, half }: Window, clock: QueryClock): string {
  if (half !== undefined) return `half ${half}`;
  if (fromMs === undefined) return toMs === undefined ? '' : `before ${writeTime(toMs + 1, clock)}`;
  const from = `from ${writeTime(fromMs, clock)}`;
  return toMs === undefined ? from : `${from} to ${writeTime(toMs, clock)}`;
}

function writeTime(timeMs: number, { zoneMinutes, isBoot }: QueryClock): string {
  if (isBoot) return `${timeMs / 1000} s`;
  const text = new Date(timeMs + zoneMinutes * 60_000).toISOString();
  return text
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/\.000$/, '');
}
