import { percentUnit } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { type Collector, mostGroups } from './collectors.ts';
import { compile, type Test } from './conditions.ts';
import { createBudget } from './distribution.ts';
import { createGathered, type Gathered, gather, isNumeric, statisticOf } from './gathered.ts';
import { ranked } from './result.ts';

interface Group {
  shown: string;
  gathered: Gathered;
  parts: number;
}

const never: Test = () => false;

/** What is taken of each value of a column. */
export function collectGroups(query: Query, schema: Schema, by: Column): Collector {
  const { take, order, against = [] } = query;
  const isShare = take === 'share';
  const of = isNumeric(take) ? columnNamed(schema, query.of) : undefined;
  // Of things that never had the one those are told of which lines say the other.
  const isOfThose = take === 'never' && query.against !== undefined;
  const isPart = isShare || isOfThose ? compile(against, schema) : never;
  // The least is often nothing at all.
  const isOfAll = take === 'never' || (order === 'least' && query.only !== 'some');
  const mayBe = isOfThose ? () => true : isOfAll ? mayBeOfThem(query, schema, by) : never;
  const { groups, groupOf, isFull } = createGroups();
  let [missing, total] = [0, 0];
  const figureOf = ({ gathered, parts }: Group): number => {
    if (of !== undefined) return statisticOf(query, gathered.numbers);
    return isShare ? (100 * parts) / gathered.count : gathered.count;
  };
  const isTold = ({ gathered, parts }: Group): boolean => {
    if (of !== undefined) return gathered.numbers.count > 0;
    if (isOfThose) return parts > 0 && gathered.count === 0;
    if (isShare) return gathered.count > 0;
    return take === 'never' ? gathered.count === 0 : isOfAll || gathered.count > 0;
  };
  return {
    isFull,
    see(record, isHeld) {
      if (!isHeld && !mayBe(record)) return;
      const shown = by.read(record);
      if (shown === undefined) missing += Number(isHeld);
      const group = groupOf(shown);
      if (group === undefined) return;
      if ((isHeld || isOfThose) && isPart(record)) group.parts++;
      if (!isHeld) return;
      total++;
      gather(group.gathered, record, of?.number(record));
    },
    result() {
      const rows = [...groups.values()].filter(isTold).map((group) => ({
        key: group.shown,
        value: figureOf(group),
        first: placeOfFigure(take, group.gathered),
      }));
      return { shape: 'groups', rows: ranked(rows, order), missing, total, unit: isShare ? percentUnit : of?.unit };
    },
  };
}

/** The line that states the highest or the lowest, else the first. */
const placeOfFigure = (take: Query['take'], { highest, lowest, places }: Gathered): Place | undefined =>
  (take === 'max' ? highest : take === 'min' ? lowest : undefined) ?? places[0];

function createGroups() {
  const groups = new Map<string, Group>();
  const budget = createBudget();
  let isFull = false;
  return {
    groups,
    isFull: () => isFull,
    groupOf(shown: string | undefined): Group | undefined {
      if (shown === undefined) return undefined;
      const known = groups.get(shown.toLowerCase());
      if (known !== undefined) return known;
      isFull ||= groups.size >= mostGroups;
      if (isFull) return undefined;
      const group = { shown, gathered: createGathered(budget), parts: 0 };
      groups.set(shown.toLowerCase(), group);
      return group;
    },
  };
}

/** What never had a 5xx is one of those that most lines tell a status of: names of the same column elsewhere are none. */
function mayBeOfThem({ where }: Query, { columns, sample }: Schema, by: Column): Test {
  // A place in messages holds names of other things too; a column of rows does not.
  const isOfField = ({ is, value }: Condition) => is === '=' || (value === '*' && by.isPlace === true);
  const fields = new Set(where.filter(isOfField).map(({ field }) => field));
  const told = sample.filter((record) => by.read(record) !== undefined);
  const stated = columns.filter(
    ({ name, read }) =>
      fields.has(name) && name !== by.name && told.filter((one) => read(one) !== undefined).length * 2 > told.length,
  );
  return (record: LogRecord) => stated.every(({ read }) => read(record) !== undefined);
}
