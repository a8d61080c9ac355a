import { mean } from '#core/mean.ts';
import { createPeakKeeper, type Point, type PointKeeper } from './metric-points.ts';

/** A field that says whose number it is: `"service": "thumbs"`, `pod=api-7`, `lun=11`. */
const owner =
  /(?:^|[\s"{,])(?:service(?:[._]name)?|app|pod|container|host(?:name)?|instance|node|component|device|dev|disk|lun|volume|sensor|interface|iface|port|unit|zone|queue|topic|pool|gpu|cell|worker)["']?\s?[=:]\s?["']?([\w./:-]{1,40})(?=[\s"',;}]|$)/;
const maxSources = 8;
const maxPoints = 500;
const leastPoints = 8;
/** Below, the sources do not differ, and one picture of all says more. */
const leastShare = 0.15;

/** The same number told by several sources, kept apart while they are few. */
export function createMetricSources() {
  const measures = new Map<string, Map<string, PointKeeper> | null>();
  return { sourceOf, add, apart };

  function sourceOf(text: string): string | undefined {
    return owner.exec(text)?.[1];
  }

  function add(measure: string, source: string, point: Point): void {
    const known = measures.get(measure);
    if (known === null) return;
    const sources = known ?? new Map<string, PointKeeper>();
    if (!known) measures.set(measure, sources);
    let keeper = sources.get(source);
    if (!keeper) {
      if (sources.size === maxSources) {
        measures.set(measure, null);
        return;
      }
      keeper = createPeakKeeper(maxPoints);
      sources.set(source, keeper);
    }
    keeper.add(point);
  }

  /** The points of each source where these differ from each other; undefined where they are alike, one, or many. */
  function apart(measure: string): { source: string; points: Point[] }[] | undefined {
    const all = [...(measures.get(measure) ?? [])].map(([source, keeper]) => ({ source, points: keeper.points() }));
    if (all.length < 2 || all.some(({ points }) => points.length < leastPoints)) return undefined;
    const values = all.map(({ points }) => points.map(({ value }) => value));
    const middle = mean(values.flat());
    const total = mean(values.flat().map((value) => (value - middle) ** 2));
    const between = mean(
      values.flatMap((each) => {
        const distance = (mean(each) - middle) ** 2;
        return each.map(() => distance);
      }),
    );
    return total > 0 && between / total >= leastShare ? all : undefined;
  }
}
