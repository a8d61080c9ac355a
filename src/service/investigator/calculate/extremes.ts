export interface Extreme {
  value: number;
  place: number;
  timeMs: number | undefined;
  /** What it is of. */
  what: string;
}

/** Keeps the few highest or lowest of many, the earlier of equals first. */
export function createExtremes(most: number, isLow: boolean) {
  const kept: Extreme[] = [];
  const isBefore = (a: number, b: number) => (isLow ? a < b : a > b);
  return {
    isWanted: (value: number): boolean => kept.length < most || isBefore(value, kept.at(-1)!.value),
    add(one: Extreme): void {
      let at = kept.length;
      while (at > 0 && isBefore(one.value, kept[at - 1]!.value)) at--;
      kept.splice(at, 0, one);
      if (kept.length > most) kept.pop();
    },
    all: (): readonly Extreme[] => kept,
  };
}
