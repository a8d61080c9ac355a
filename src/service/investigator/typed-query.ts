import { levelNamed } from '../lines/level-words.ts';
import type { Schema } from './facts/schema.ts';
import { namesAbsent } from './parse/names-absent.ts';
import type { Parsed } from './parse/parsed.ts';
import type { Condition, Query } from './query/query.ts';
import { readQuery } from './query/read-query.ts';
import type { QueryClock } from './query/write-query.ts';

/** As a question whose every word the query tells. */
export const understood = (query: Query): Parsed => {
  return { query, unread: [], absent: [], isInferred: false, isProse: false };
};

/** A written query; where the file has all its conditions name, the rest may be English: "count of refused with code=4". */
export function typedQuery(text: string, schema: Schema): Parsed | undefined {
  const query = readQuery(text, clockOf(schema));
  if (query === undefined) return undefined;
  const parsed = understood(query);
  if (query.take === 'show') return query.line === undefined ? undefined : parsed;
  if (/^(?:explain|unknown|next)$/.test(query.take)) return parsed;
  const { where, against } = query;
  const unknown = namesAbsent(query, schema);
  const missing = [...where, ...(against ?? [])].find(({ field }) => unknown.includes(field));
  if (unknown.length > 0) return missing && { ...parsed, absent: [missing.field] };
  const settled = { ...query, where: where.map(withLevelName), against: against?.map(withLevelName) };
  return { ...parsed, query: settled };
}

/** A level has one name, however it is typed. */
function withLevelName(condition: Condition): Condition {
  const value = condition.field === 'level' ? levelNamed(condition.value) : undefined;
  return value === undefined ? condition : { ...condition, value };
}

export function clockOf({ clock }: Schema): QueryClock {
  return { zoneMinutes: clock?.zoneMinutes ?? 0, isBoot: clock !== undefined && (clock.isBoot || clock.isTimeOfDay) };
}
