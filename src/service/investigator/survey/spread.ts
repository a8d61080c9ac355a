/**
 * Keeps an even selection of a sequence of unknown length: every stride-th item, the stride doubling as it fills.
 * The same sequence always gives the same selection.
 */
export interface Spread<T> {
  add(item: T): void;
  items: T[];
}

export function createSpread<T>(capacity: number): Spread<T> {
  let stride = 1;
  let seen = 0;
  const spread: Spread<T> = {
    items: [],
    add(item) {
      const place = seen++;
      if (place % stride === 0 && spread.items.length >= capacity) {
        spread.items = spread.items.filter((_, index) => index % 2 === 0);
        stride *= 2;
      }
      if (place % stride === 0) spread.items.push(item);
    },
  };
  return spread;
}
