import { type Place, placeOf } from '../facts/place.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { Collector } from './collectors.ts';
import { nothing } from './result.ts';

interface Reading {
  value: number;
  place: Place;
}

/** From the first reading to the last, or from one to the next where they differ most. */
export function collectSteps({ take, of }: Query, schema: Schema): Collector {
  const column = columnNamed(schema, of);
  let first: Reading | undefined;
  let last: Reading | undefined;
  let widest: Record<'from' | 'to', Reading> | undefined;
  let steps = 0;
  const widthOf = ({ from, to }: Record<'from' | 'to', Reading>) => Math.abs(to.value - from.value);
  return {
    see(record) {
      const value = column?.number(record);
      if (value === undefined) return;
      const reading = { value, place: placeOf(record) };
      if (last !== undefined) {
        steps++;
        const step = { from: last, to: reading };
        if (widest === undefined || widthOf(step) > widthOf(widest)) widest = step;
      }
      first ??= reading;
      last = reading;
    },
    result() {
      const step = take === 'jump' ? widest : first && last && { from: first, to: last };
      if (steps === 0 || step === undefined) return nothing('too few lines state it');
      const { from, to } = step;
      return {
        shape: 'step',
        from: from.value,
        to: to.value,
        steps,
        unit: column?.unit,
        places: [from.place, to.place],
      };
    },
  };
}
