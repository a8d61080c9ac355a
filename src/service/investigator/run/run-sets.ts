import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord } from '../facts/records.ts';
import { columnNamed } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { mostGroups, mostNamed } from './collectors.ts';
import { compile, isBeyond } from './conditions.ts';
import { mostPlaces } from './gathered.ts';
import { noValue, type Runner, whole } from './result.ts';

interface Member {
  shown: string;
  /** On how many lines of either kind it stands. */
  one: number;
  other: number;
  place: Place;
}

/** Names that lines of two kinds have, or of the one and not the other, or that have so many lines. */
export const isOfSets = ({ take, of, against, bound }: Query): boolean =>
  of !== undefined &&
  ((/^(?:values|never)$/.test(take) && against !== undefined) || (take === 'distinct' && bound !== undefined));

export const runSets: Runner = async (scene, schema, query) => {
  const of = columnNamed(schema, query.of);
  if (of === undefined) return whole(noValue);
  /** Where lines of the other kind name them. */
  const beside = columnNamed(schema, query.by) ?? of;
  const isOne = compile(query.where, schema);
  const isOther = query.against === undefined ? () => false : compile(query.against, schema);
  const members = new Map<string, Member>();
  let isFull = false;
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      const [one, other] = [isOne(record), isOther(record)];
      const shown = one ? of.read(record) : other ? beside.read(record) : undefined;
      if (shown === undefined) return;
      const key = shown.toLowerCase();
      const member = members.get(key) ?? { shown, one: 0, other: 0, place: placeOf(record) };
      if (!members.has(key) && members.size >= mostGroups) isFull = true;
      else members.set(key, member);
      member.one += Number(one);
      member.other += Number(other);
    },
  });
  const isWhole = totals.isWhole && !isFull;
  const { bound } = query;
  if (bound === undefined) {
    const isWithout = query.take === 'never';
    const both = [...members.values()].filter(({ one, other }) => one > 0 !== isWithout && other > 0);
    const rows = both.map(({ shown, one, place }) => ({ key: shown, value: one, first: place }));
    return { result: { shape: 'groups', rows }, isWhole };
  }
  const those = [...members.values()].filter(({ one }) => one > 0 && isBeyond(one, bound));
  const places = those.slice(0, mostPlaces).map(({ place }) => place);
  const names = those.length > mostNamed ? undefined : those.map(({ shown }) => shown);
  return { result: { shape: 'number', value: those.length, places, names }, isWhole };
};
