import type { Severity } from '../../formats/reading.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import { statesZone } from '../answer/times.ts';
import { gravityOf } from './failure.ts';
import { fieldsOf, type LineFields, startsWithTime } from './line-fields.ts';
import { measuresOf, quantityOf, unitOfName } from './measures.ts';
import { patternOf } from './message-pattern.ts';
import { createSpread, type Spread } from './spread.ts';
import type { MessageGroup, NumberSeries, ShareRow, Spot, Survey } from './survey.ts';
import { watchClock } from './watch-clock.ts';

export interface SurveyOptions {
  signal: AbortSignal;
  /** Lines looked at one by one; of a longer document the severe ones and an even selection of the rest. */
  maxLines: number;
  /** Which lines belong to the question; all where absent. */
  scope?: (line: string, timeMs: number | undefined) => boolean;
  progress?: (linesSeen: number) => void;
  /** Words by which lines in scope are found at once: one of these groups stands in each as a whole. */
  needles?: readonly string[][];
}

const stackLine = /^(?:\s+(?:at |\.\.\. \d+ more|File "|in )|\t|Caused by: |Traceback )/;
const exceptionLine = /^(?:Caused by: )?[A-Za-z_$][\w.$]{2,120}(?:Exception|Error|Throwable)\b/;
const bucketCount = 60;
const blockLines = 2000;
const maxGroups = 4000;
const maxSeries = 300;
const shareFields =
  /(?:^|[._])(?:service|app|host|hostname|node|pod|container|instance|endpoint|path|route|upstream|backend|target|region|zone|client|user|tenant|job|queue|device|interface|method|db|database|component|worker|shard|partition|version)(?:[._]?(?:name|id))?$/i;
const idNames =
  /(?:^|[._])(?:id|uuid|pid|tid|port|seq|sequence|offset|epoch|line|lineno|thread|timestamp|time|ts|span|trace|request|version|code|status|attempt|year|build)(?:[._]?id)?$|_id$|Id$|(?:status|http)_?code$/i;

/** One pass over a document: what kinds of lines it has, who failed when, and which numbers move. */
export async function surveyDocument(document: OpenDocument, options: SurveyOptions): Promise<Survey> {
  const { info } = document;
  const groups = new Map<string, GroupBuild>();
  const series = new Map<string, SeriesBuild>();
  const shares = new Map<string, ShareRow>();
  const distinct = new Map<string, number>();
  const clock = watchClock();
  const first = info.firstTimeMs;
  const spanMs = first !== undefined && info.lastTimeMs !== undefined ? info.lastTimeMs - first : 0;
  const hasClock = info.clock !== 'none' && spanMs > 0;
  const bucketOf = (line: number, timeMs: number | undefined) => {
    const share = hasClock && timeMs !== undefined ? (timeMs - first!) / spanMs : (line - 1) / Math.max(1, info.lines);
    return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
  };
  let linesSeen = 0;
  let isZoned = false;
  let previous: { group: GroupBuild; line: number }[] = [];
  let latest: { spot: Spot; line: number } | undefined;
  let timeMs: number | undefined;

  let stamped = 0;

  const take = (
    text: string,
    fields: LineFields,
    line: number,
    indexed: { timeMs?: number; severity?: Severity },
    next: string,
  ) => {
    if (text.trim() === '') return;
    const hasTime = startsWithTime(text);
    if (hasTime) stamped++;
    const isContinued =
      latest?.line === line - 1 && (stackLine.test(text) || (!hasTime && stamped > 3 && !text.startsWith('{')));
    if (isContinued && latest !== undefined) {
      if (line - latest.spot.line < 30) latest.spot.lineEnd = line;
      latest.line = line;
      return;
    }
    if (fields.detail === undefined && exceptionLine.test(next)) fields.detail = next.trim().slice(0, 600);
    if (fields.severity === undefined && indexed.severity !== undefined) fields.severity = indexed.severity;
    timeMs = indexed.timeMs ?? fields.timeMs ?? timeMs;
    if (options.scope !== undefined && !options.scope(text, timeMs)) return;
    linesSeen++;
    if (linesSeen <= 50 && !isZoned) isZoned = statesZone(text);
    clock.see(line, indexed.timeMs ?? fields.timeMs);
    const { severity, isFailure } = gravityOf(text, fields);
    const spot: Spot = { line, lineEnd: line, ...(timeMs !== undefined ? { timeMs } : {}) };
    latest = { spot, line };
    const bucket = bucketOf(line, timeMs);
    const group = groupFor(groups, fields, severity, isFailure, spot);
    if (group !== undefined) {
      addToGroup(group, fields, spot, bucket);
      if (severity !== 'info') {
        previous = previous.filter((one) => line - one.line <= 3);
        for (const one of previous) {
          if (one.group !== group) one.group.followedBy.set(group.id, (one.group.followedBy.get(group.id) ?? 0) + 1);
        }
        previous.push({ group, line });
      }
    }
    addShares(shares, distinct, fields, isFailure, bucket, spot);
    addNumbers(series, fields, spot);
  };

  for (const [from, to] of await plan(document, options)) {
    for (let start = from; start <= to; start += blockLines) {
      options.signal.throwIfAborted();
      const end = Math.min(to, start + blockLines - 1);
      const texts = await document.lines(start, end);
      for (let index = 0; index < texts.length; index++) {
        const text = texts[index]!;
        const fields = fieldsOf(text);
        // The index knows the times of every format; it is asked where the line itself did not tell.
        const isTold = fields.timeMs !== undefined && fields.severity !== undefined;
        const meta = info.indexPath === undefined || isTold ? {} : await document.meta(start + index);
        take(text, fields, start + index, meta, texts[index + 1] ?? '');
      }
      options.progress?.(end);
    }
  }

  return {
    info,
    isZoned,
    linesSeen,
    isSampled: info.lines > options.maxLines,
    bucketCount,
    bucketTime: (bucket) => (hasClock ? first! + (spanMs * bucket) / bucketCount : undefined),
    groups: [...groups.values()].map(({ spread, ...group }) => ({ ...group, spots: spread.items })),
    series: [...series.values()].map(({ spread, ...one }) => ({ ...one, points: spread.items })),
    shares: [...shares.values()],
    ...clock.result(),
  };
}

type GroupBuild = Omit<MessageGroup, 'spots'> & { spread: Spread<Spot> };
type SeriesBuild = Omit<NumberSeries, 'points'> & { spread: Spread<NumberSeries['lastPoint']> };

function groupFor(
  groups: Map<string, GroupBuild>,
  fields: LineFields,
  severity: Severity,
  isFailure: boolean,
  spot: Spot,
): GroupBuild | undefined {
  const pattern = patternOf(fields.detail === undefined ? fields.message : `${fields.message} | ${fields.detail}`);
  const key = `${severity}\u0000${isFailure}\u0000${pattern}`;
  const known = groups.get(key);
  if (known !== undefined || (groups.size >= maxGroups && severity === 'info') || groups.size >= maxGroups * 2)
    return known;
  const made: GroupBuild = {
    id: groups.size,
    pattern,
    message: fields.message.slice(0, 600),
    ...(fields.detail === undefined ? {} : { detail: fields.detail.slice(0, 600) }),
    severity,
    isFailure,
    count: 0,
    first: spot,
    last: spot,
    spread: createSpread(64),
    sources: new Map(),
    values: new Map(),
    buckets: new Uint32Array(bucketCount),
    followedBy: new Map(),
  };
  groups.set(key, made);
  return made;
}

function addToGroup(group: GroupBuild, fields: LineFields, spot: Spot, bucket: number): void {
  group.count++;
  const isBefore = spot.timeMs !== undefined && group.first.timeMs !== undefined && spot.timeMs < group.first.timeMs;
  const isAfter = spot.timeMs === undefined || group.last.timeMs === undefined || spot.timeMs >= group.last.timeMs;
  if (isBefore) group.first = spot;
  if (isAfter) group.last = spot;
  group.spread.add(spot);
  group.buckets[bucket]!++;
  if (fields.source !== undefined) bump(group.sources, fields.source, 64);
  if (group.severity === 'info' && group.count > 200) return;
  for (const [name, value] of fields.fields) {
    if (String(value).length > 120) continue;
    let values = group.values.get(name);
    if (values === undefined) {
      if (group.values.size >= 12) continue;
      values = new Map();
      group.values.set(name, values);
    }
    bump(values, String(value), 24);
  }
}

function addShares(
  shares: Map<string, ShareRow>,
  distinct: Map<string, number>,
  fields: LineFields,
  isFailure: boolean,
  bucket: number,
  spot: Spot,
): void {
  const keys: [string, string][] = [['', '']];
  if (fields.source !== undefined) keys.push(['source', fields.source]);
  for (const [name, value] of fields.fields) {
    if (shareFields.test(name) && String(value) !== fields.source) keys.push([name, String(value).slice(0, 120)]);
  }
  for (const [field, value] of keys) {
    const key = `${field}\u0000${value}`;
    let row = shares.get(key);
    if (row === undefined) {
      const soFar = distinct.get(field) ?? 0;
      if (soFar >= 60) continue;
      distinct.set(field, soFar + 1);
      row = {
        field,
        value,
        lines: new Uint32Array(bucketCount),
        failures: new Uint32Array(bucketCount),
        total: 0,
        failed: 0,
      };
      shares.set(key, row);
    }
    row.lines[bucket]!++;
    row.total++;
    if (!isFailure) continue;
    row.failures[bucket]!++;
    row.failed++;
    row.firstFailure ??= spot;
    row.lastFailure = spot;
  }
}

function addNumbers(series: Map<string, SeriesBuild>, fields: LineFields, spot: Spot): void {
  const owner = fields.source ?? '';
  for (const [name, value] of fields.fields) {
    if (idNames.test(name)) continue;
    const quantity = typeof value === 'number' ? { value, unit: unitOfName(name) } : quantityOf(value);
    if (quantity !== undefined) addPoint(series, name, quantity.unit, owner, quantity.value, spot);
  }
  if (fields.fields.size > 6) return;
  for (const measure of measuresOf(fields.message)) {
    if (!fields.fields.has(measure.name)) addPoint(series, measure.name, measure.unit, owner, measure.value, spot);
  }
}

function addPoint(
  series: Map<string, SeriesBuild>,
  name: string,
  unit: string,
  owner: string,
  value: number,
  spot: Spot,
): void {
  const key = `${name}\u0000${unit}\u0000${owner}`;
  const point = { line: spot.line, value, ...(spot.timeMs === undefined ? {} : { timeMs: spot.timeMs }) };
  let one = series.get(key);
  if (one === undefined) {
    if (series.size >= maxSeries) return;
    one = {
      name,
      unit,
      owner,
      count: 0,
      min: value,
      max: value,
      spread: createSpread(1024),
      lastPoint: point,
      maxPoint: point,
    };
    series.set(key, one);
  }
  one.count++;
  one.spread.add(point);
  one.lastPoint = point;
  if (value > one.max) one.maxPoint = point;
  one.min = Math.min(one.min, value);
  one.max = Math.max(one.max, value);
}

function bump(counts: Map<string, number>, value: string, limit: number): void {
  const count = counts.get(value);
  if (count !== undefined) counts.set(value, count + 1);
  else if (counts.size < limit) counts.set(value, 1);
}

/** Where few lines hold the words, only those and what follows them are read. */
async function plan(document: OpenDocument, options: SurveyOptions): Promise<[number, number][]> {
  const limit = 20_000;
  if (options.needles === undefined || options.needles.length === 0 || document.info.lines < 5000)
    return linePlan(document, options.maxLines);
  const chosen = new Set<number>();
  for (const all of options.needles) {
    const matches = await document.search({ all, ignoreCase: true, limit });
    if (matches.total > limit || matches.readToLine !== undefined) return linePlan(document, options.maxLines);
    for (const line of matches.lines) chosen.add(line);
  }
  return toRanges([...chosen].sort((a, b) => a - b));
}

/** The whole document, or of a long one its start, its end, its severe lines and blocks in even steps. */
async function linePlan(document: OpenDocument, maxLines: number): Promise<[number, number][]> {
  const total = document.info.lines;
  if (total <= maxLines) return total === 0 ? [] : [[1, total]];
  const quarter = Math.floor(maxLines / 4);
  const severe = await document.search({ severityAtLeast: 'warning', limit: quarter });
  const chosen = new Set<number>(severe.lines);
  const steps = Math.max(1, Math.floor(quarter / 200));
  const ranges: [number, number][] = [
    [1, quarter],
    [total - quarter + 1, total],
  ];
  for (let step = 1; step <= steps; step++) {
    const start = Math.floor((total * step) / (steps + 1));
    ranges.push([start, Math.min(total, start + 199)]);
  }
  for (const [from, to] of ranges) for (let line = from; line <= to; line++) chosen.add(line);
  return toRanges([...chosen].sort((a, b) => a - b));
}

function toRanges(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
