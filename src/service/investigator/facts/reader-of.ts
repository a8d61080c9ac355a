import type { Column } from './schema.ts';

/** What a line says of a thing, and by which names the thing may be told from others. */
export interface ReadingOf {
  value: string;
  /** Values by the names of columns. */
  of: ReadonlyMap<string, string>;
}

export interface Reader {
  column: Column;
  changes: number;
  repeats: number;
  units: number;
}

/**
 * Which column tells apart the things whose values are read. Where each reading is a change, the one that leaves the
 * fewest repeats; else the one under which values change the least, since a thing stays as it is for a while.
 */
export function readerOf(readings: readonly ReadingOf[], candidates: readonly Column[]): Reader | undefined {
  const found = candidates.flatMap((column): Reader[] => {
    const latest = new Map<string, string>();
    let [told, changes, repeats] = [0, 0, 0];
    for (const { of, value } of readings) {
      const unit = of.get(column.name);
      if (unit === undefined) continue;
      told++;
      const before = latest.get(unit);
      if (before === value) repeats++;
      else if (before !== undefined) changes++;
      latest.set(unit, value);
    }
    const isReader = told >= readings.length * 0.5 && changes > 0 && latest.size <= told / 2;
    return isReader ? [{ column, changes, repeats, units: latest.size }] : [];
  });
  const areChanges = found.some(({ changes, repeats }) => repeats <= changes * 0.1);
  const [best] = found.sort(
    (a, b) =>
      (areChanges ? a.repeats - b.repeats || b.changes - a.changes : a.changes - b.changes) || b.units - a.units,
  );
  return best;
}
