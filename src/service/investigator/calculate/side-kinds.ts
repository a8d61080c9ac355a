import type { SideCount } from './side-count.ts';

/** Kinds of lines that one side has and the other would have, were they as frequent there. */
export function onlyIn(these: SideCount, those: SideCount) {
  const scale = those.lines / these.lines;
  return [...these.kinds]
    .filter(
      ([pattern, kind]) =>
        !those.kinds.has(pattern) && (kind.count * scale >= 3 || (kind.isFailing && kind.count >= 2)),
    )
    .map(([pattern, kind]) => ({ pattern, kind }))
    .sort(
      (a, b) =>
        Number(b.kind.isFailing) - Number(a.kind.isFailing) ||
        b.kind.count - a.kind.count ||
        a.kind.place - b.kind.place,
    );
}

/** Kinds that both have and one has at least twice as often for its lines, the largest differences first. */
export function changedKinds(a: SideCount, b: SideCount) {
  const found: { message: string; place: number; before: number; after: number; weight: number }[] = [];
  for (const [pattern, later] of b.kinds) {
    const earlier = a.kinds.get(pattern);
    if (earlier === undefined) continue;
    const [before, after] = [earlier.count / a.lines, later.count / b.lines];
    const ratio = Math.max(before, after) / Math.min(before, after);
    if (ratio < 2 || Math.max(earlier.count, later.count) < 10) continue;
    found.push({
      message: later.message,
      place: later.place,
      before: earlier.count,
      after: later.count,
      weight: Math.abs(after - before) * (later.isFailing ? 4 : 1),
    });
  }
  return found.sort((x, y) => y.weight - x.weight || x.place - y.place);
}
