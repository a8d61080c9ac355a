import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord } from '../facts/records.ts';
import type { Query } from '../query/query.ts';
import { compile } from './conditions.ts';
import type { Runner } from './result.ts';

export const isOfNeighbour = ({ take, expects }: Query): boolean =>
  /^(?:first|last)$/.test(take) && (expects === 'before' || expects === 'after');

/** The record that stands right before or right after the first or the last of those that are meant. */
export const runNeighbour: Runner = async (scene, schema, { take, where, window, expects }) => {
  const isMeant = compile(where, schema);
  let before: Place | undefined;
  let wasMeant = false;
  let found: Place | undefined;
  const isOpen = () => found === undefined || take === 'last';
  const totals = await eachRecord(scene, {
    see(record) {
      if (wasMeant && expects === 'after' && isOpen()) found = placeOf(record);
      const { timeMs = Number.NaN } = record;
      const isWithin = !(timeMs < (window?.fromMs ?? timeMs) || timeMs > (window?.toMs ?? timeMs));
      wasMeant = isWithin && isMeant(record);
      if (wasMeant && expects === 'before' && before !== undefined && isOpen()) found = before;
      if (expects === 'before') before = placeOf(record);
    },
  });
  return { result: { shape: 'lines', places: found === undefined ? [] : [found] }, isWhole: totals.isWhole };
};
