/** The best of any number of items, equals in the order they came; holds at most twice as many at one time. */
interface BestKeeper<Item> {
  add(items: readonly Item[]): void;
  best(): Item[];
}

export function keepBest<Item>(max: number, compare: (a: Item, b: Item) => number): BestKeeper<Item> {
  let kept: Item[] = [];
  return { add, best: () => kept.sort(compare).slice(0, max) };

  function add(items: readonly Item[]): void {
    for (const item of items) {
      kept.push(item);
      if (kept.length >= 2 * max) kept = kept.sort(compare).slice(0, max);
    }
  }
}
