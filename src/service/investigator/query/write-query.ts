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
  const { take, of, percent, where, against, state, window, atMs, by, everyMs, order, expects, limit } = query;
  const parts = [
    [
      take === 'percentile' ? `p${percent ?? 95}` : take,
      ...(of === undefined ? [] : [`of ${quoted(of)}`]),
      ...(query.line === undefined ? [] : [`line ${query.line}`]),
      ...(state === undefined ? [] : [`state ${quoted(state)}`]),
      ...(where.length === 0 ? [] : [`with ${where.map(writeCondition).join(' and ')}`]),
    ].join(' '),
    ...(against === undefined
      ? []
      : [`against ${against.length === 0 ? '*' : against.map(writeCondition).join(' and ')}`]),
    ...(by === undefined ? [] : [`by ${quoted(by)}`]),
    ...(query.through === undefined ? [] : [`through ${quoted(query.through)}`]),
    ...(query.beside === undefined ? [] : [`beside ${quoted(query.beside)}`]),
    ...(query.only === undefined ? [] : [`only ${query.only}`]),
    ...(everyMs === undefined ? [] : [`every ${everyMs / 1000} s`]),
    ...(window === undefined ? [] : [writeWindow(window, clock)]),
    ...(query.than === undefined ? [] : [`than ${writeWindow(query.than, clock)}`]),
    ...(atMs === undefined ? [] : [`at ${writeTime(atMs, clock)}`]),
    ...(query.around === undefined ? [] : [`around ${query.around}`]),
    ...(order === undefined && limit === undefined
      ? []
      : [`${order ?? 'top'}${limit === undefined ? '' : ` ${limit}`}`]),
    ...(expects === undefined ? [] : [`expecting ${expects}`]),
    ...(query.unread === undefined || query.unread.length === 0
      ? []
      : [`not read ${query.unread.map(quoted).join(' and ')}`]),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function writeCondition({ field, is, value, or = [] }: Condition): string {
  const values = [value, ...or].map(quoted).join(' or ');
  return is === 'has' ? `${quoted(field)} has ${values}` : `${quoted(field)}${is}${values}`;
}

function quoted(text: string): string {
  return /^[\p{L}\d_./:@%#*-]+$/u.test(text) && !/^(?:and|with|by|of|or|has|state|against|while)$/i.test(text)
    ? text
    : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function writeWindow({ during, ...range }: Window, clock: QueryClock): string {
  if (during === undefined) return writeRange(range, clock);
  const of = during.where.length === 0 ? '' : ` with ${during.where.map(writeCondition).join(' and ')}`;
  return [writeRange(range, clock), `while ${quoted(during.state)}${of}`].filter((part) => part !== '').join(', ');
}

function writeRange({ fromMs, toMs }: Window, clock: QueryClock): string {
  const from = fromMs === undefined ? undefined : writeTime(fromMs, clock);
  const to = toMs === undefined ? undefined : writeTime(toMs, clock);
  if (from === undefined) return to === undefined ? '' : `before ${to}`;
  return to === undefined ? `from ${from}` : `from ${from} to ${to}`;
}

function writeTime(timeMs: number, { zoneMinutes, isBoot }: QueryClock): string {
  if (isBoot) return `${timeMs / 1000} s`;
  const text = new Date(timeMs + zoneMinutes * 60_000).toISOString();
  return text
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/\.000$/, '');
}
