const maxCells = 1_000_000;

/** Pairs of positions of what two sequences have in common, in order: by what is unique in both, then cell by cell. */
export function longestCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  const within = (fromA: number, toA: number, fromB: number, toB: number): void => {
    let [a, b] = [fromA, fromB];
    let [endA, endB] = [toA, toB];
    while (a < endA && b < endB && before[a] === after[b]) pairs.push([a++, b++]);
    while (endA > a && endB > b && before[endA - 1] === after[endB - 1]) pairs.push([--endA, --endB]);
    if (a === endA || b === endB) return;
    const anchors = longestRise(uniqueInBoth(before.slice(a, endA), after.slice(b, endB)));
    if (anchors.length === 0) {
      if ((endA - a) * (endB - b) <= maxCells) pairs.push(...byCells(before, after, a, endA, b, endB));
      return;
    }
    let [lastA, lastB] = [a, b];
    for (const [x, y] of anchors) {
      pairs.push([a + x, b + y]);
      within(lastA, a + x, lastB, b + y);
      [lastA, lastB] = [a + x + 1, b + y + 1];
    }
    within(lastA, endA, lastB, endB);
  };
  within(0, before.length, 0, after.length);
  return pairs.sort((one, other) => one[0] - other[0]);
}

function uniqueInBoth(before: readonly string[], after: readonly string[]): [number, number][] {
  const places = (texts: readonly string[]) => {
    const found = new Map<string, number>();
    for (const [index, text] of texts.entries()) found.set(text, found.has(text) ? -1 : index);
    return found;
  };
  const inAfter = places(after);
  return [...places(before)].flatMap(([text, x]): [number, number][] => {
    const y = inAfter.get(text) ?? -1;
    return x < 0 || y < 0 ? [] : [[x, y]];
  });
}

/** The longest part of pairs, ordered by their first, whose seconds only rise. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const rise: [number, number][] = [];
  for (let index = tails[tails.length - 1] ?? -1; index >= 0; index = previous[index]!) rise.push(pairs[index]!);
  return rise.reverse();
}

function byCells(
  before: readonly string[],
  after: readonly string[],
  a: number,
  endA: number,
  b: number,
  endB: number,
): [number, number][] {
  const width = endB - b + 1;
  const lengths = new Uint32Array((endA - a + 1) * width);
  for (let x = endA - a - 1; x >= 0; x--) {
    for (let y = width - 2; y >= 0; y--) {
      lengths[x * width + y] =
        before[a + x] === after[b + y]
          ? lengths[(x + 1) * width + y + 1]! + 1
          : Math.max(lengths[(x + 1) * width + y]!, lengths[x * width + y + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let x = 0, y = 0; x < endA - a && y < endB - b; ) {
    if (before[a + x] === after[b + y]) pairs.push([a + x++, b + y++]);
    else if (lengths[(x + 1) * width + y]! >= lengths[x * width + y + 1]!) x++;
    else y++;
  }
  return pairs;
}
