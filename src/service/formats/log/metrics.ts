import type { Series } from '../reading.ts';
import { createPointKeeper, type Point, type PointKeeper } from './metric-points.ts';
import { createMetricSources } from './metric-sources.ts';

/** A word, and a number behind it: `memory_usage_mb: 100`, `took 35 ms`, `"latency": "0.2s"`, `queue depth 7`. */
const numbered =
  /(?<![\w.-])([A-Za-z][\w.-]{0,60})["']?(?:\s?[=:]\s?|\s)["']?(\d{1,15}(?:\.\d{1,6})?)\s?(ms|msec|s|sec|seconds|us|µs|[KMG]i?B|%|bytes|°?C)?(?=[\s"',;)\]}/]|$)/g;
const hint =
  /mem|heap|rss|lat|duration|elapsed|time|usage|used|percent|pct|queue|backlog|pending|conn|thread|files|load|temp|lag|retries|cpu|took|\bms\b|\d ?[KMG]i?B\b|delay|rtt|jitter|loss|iops|throughput|rate|fps|volt|current|power|press|humid|rss|snr|speed|rpm|batt|_(?:ms|us|s|sec|[kmg]b|c)\b/i;
/** What people measure; one of the words a name is made of (`heap_used`, `openFiles`) must be among them. */
const measured = new Set(
  `mem memory heap rss latency duration elapsed usage used percent percentage pct queue backlog pending connection
  connections conns thread threads files load temp temperature lag retries cpu time took after in within lat delay rtt
  jitter loss iops throughput rate fps voltage volts current power pressure humidity rssi snr speed rpm battery`.split(
    /\s+/,
  ),
);
/** These say what is measured only together with the words before them, and only of a number with a unit. */
const vague = new Set(['took', 'after', 'in', 'within', 'time', 'used', 'load', 'pending']);
/** These belong to the words before them: `queue depth 7`, `spool file size 0.2 GB`. */
const sized = new Set(['size', 'depth', 'length', 'usage', 'count']);
/** Names of moments and places, whose numbers measure nothing. */
const notMeasured = /timestamp|datetime|time_?stamp|thread_?id|time_?zone|limit|max|total_?mem|_id$|port|uptime/i;

export const mayMeasure = (message: string): boolean => /\d/.test(message) && hint.test(message);

const maxPoints = 2000;
const maxMeasures = 40;

export type MetricGatherer = ReturnType<typeof createMetricGatherer>;

/** Gathers named numbers over time, each kept by `keeperOf`. */
export function createMetricGatherer(keeperOf: (maxPoints: number) => PointKeeper = createPointKeeper) {
  const measures = new Map<string, { unit: string; keeper: PointKeeper }>();
  const sources = createMetricSources();
  return { add, addNumber, series, seriesBySource };

  /** How many numbers of the line are of something that is measured. */
  function add(text: string, line: number, timeMs: number): number {
    const taken = new Set<string>();
    const told = text.slice(0, 600);
    let source: string | undefined;
    for (const match of told.matchAll(numbered)) {
      const word = meaningOf(match[1]!);
      if (word.kind === 'nothing') continue;
      const unit = unitOf(match[3] ?? word.unit);
      const name = word.kind === 'name' ? word.name : nameOf(word, told.slice(0, match.index), unit);
      if (name === undefined || taken.has(name)) continue;
      if (taken.size === 0) source = sources.sourceOf(told);
      taken.add(name);
      if (!Number.isNaN(timeMs)) keep(name, unit, source, { timeMs, value: Number(match[2]), line });
    }
    return taken.size;
  }

  /** A number whose name is known: of a column, with the source its row names. */
  function addNumber(name: string, value: number, source: string | undefined, at: { number: number; timeMs: number }) {
    if (Number.isNaN(at.timeMs)) return;
    keep(name, unitInName(name.toLowerCase()), source, { timeMs: at.timeMs, value, line: at.number });
  }

  function keep(name: string, unit: string, source: string | undefined, point: Point): void {
    const key = `${name}\u0000${unit}`;
    let measure = measures.get(key);
    if (!measure) {
      if (measures.size >= maxMeasures) return;
      measure = { unit, keeper: keeperOf(maxPoints) };
      measures.set(key, measure);
    }
    measure.keeper.add(point);
    if (source !== undefined) sources.add(key, source, point);
  }

  function series(document: string): Series[] {
    return [...measures]
      .map(([key, { unit, keeper }]) => ({ name: nameIn(key), unit, document, points: keeper.points() }))
      .filter(({ points }) => points.length >= 8 && varies(points));
  }

  /** Where sources differ, one series each: `heap_used_mb of thumbs`. */
  function seriesBySource(document: string): Series[] {
    return series(document).flatMap((whole) => {
      const apart = sources.apart(`${whole.name}\u0000${whole.unit}`);
      return apart?.map(({ source, points }) => ({ ...whole, name: `${whole.name} of ${source}`, points })) ?? [whole];
    });
  }
}

function nameIn(key: string): string {
  return key.slice(0, key.indexOf('\u0000'));
}

/** Words that say nothing at the beginning of a name. */
const empty = new Set(['to', 'of', 'the', 'for', 'a', 'an', 'in', 'at', 'on', 'and', 'by']);

/** Up to five plain words that stand right before, the first of them one that says something. */
function wordsBefore(text: string): string | undefined {
  const words: string[] = [];
  for (const token of text.slice(-100).split(' ').slice(0, -1).reverse()) {
    if (words.length === 5 || !/^[A-Za-z][a-z]{0,30}$/.test(token)) break;
    words.unshift(token.toLowerCase());
  }
  while (empty.has(words[0] ?? '')) words.shift();
  return words.length === 0 ? undefined : words.join(' ');
}

/** What a word before a number says by itself: the name of a measure, nothing, or only something with words before it. */
interface Meaning {
  kind: 'name' | 'vague' | 'sized' | 'nothing';
  name: string;
  /** The one its name ends in. */
  unit: string;
}

const maxMeanings = 5000;
const meanings = new Map<string, Meaning>();

function meaningOf(word: string): Meaning {
  const known = meanings.get(word);
  if (known !== undefined) return known;
  const name = word.toLowerCase();
  const unit = unitInName(name);
  const parts = word.split(/[_.-]|(?<=[a-z])(?=[A-Z])/);
  const isMeasured = unit !== '' || parts.some((part) => measured.has(part.toLowerCase()));
  const kind = vague.has(name)
    ? 'vague'
    : sized.has(name)
      ? 'sized'
      : !notMeasured.test(name) && isMeasured
        ? 'name'
        : 'nothing';
  const meaning: Meaning = { kind, name, unit };
  if (meanings.size >= maxMeanings) meanings.clear();
  meanings.set(word, meaning);
  return meaning;
}

/** What a number is called by a word that says something only with those before it. */
function nameOf({ kind, name }: Meaning, before: string, unit: string): string | undefined {
  if (kind === 'vague') {
    if (unit === '') return undefined;
    const leading = wordsBefore(before);
    return leading === undefined ? name : `${leading} ${name}`;
  }
  const leading = wordsBefore(before);
  if (unit !== '' && leading !== undefined) return `${leading} ${name}`;
  const owner = leading?.split(' ').at(-1);
  return owner !== undefined && measured.has(owner) ? `${owner} ${name}` : undefined;
}

function unitOf(told: string): string {
  return told === 'msec' ? 'ms' : told === 'sec' || told === 'seconds' ? 's' : told;
}

const varies = (points: Series['points']): boolean => points.some((point) => point.value !== points[0]!.value);

function unitInName(name: string): string {
  const suffix = /_(ms|us|s|sec|mb|kb|gb|bytes|percent(?:age)?|pct|c)$/.exec(name)?.[1];
  if (suffix === undefined) return /percent/.test(name) ? '%' : '';
  return (
    (
      { mb: 'MB', kb: 'KB', gb: 'GB', sec: 's', percent: '%', percentage: '%', pct: '%', c: '°C' } as Record<
        string,
        string
      >
    )[suffix] ?? suffix
  );
}
