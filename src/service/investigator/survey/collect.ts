import type { Severity } from '../../formats/reading.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import { measuresOf, quantityOf, unitOfName } from './measures.ts';
import { patternOf } from './message-pattern.ts';
import { createSpread, type Spread } from './spread.ts';
import type { MessageGroup, NumberSeries, Point, ShareRow, Spot } from './survey.ts';

/** Equal stretches of the document's time (or lines) over which kinds and shares are counted. */
export const bucketCount = 60;
const maxGroups = 4000;
const maxSeries = 300;
/** Of one kind; beyond it its course is told by the selection. */
const maxOccurrences = 50_000;
const maxOfInformation = 400;
const shareFields =
  /(?:^|[._])(?:service|app|host|hostname|node|pod|container|instance|endpoint|path|route|upstream|backend|target|region|zone|client|user|tenant|job|queue|device|interface|method|db|database|component|worker|shard|partition|version)(?:[._]?(?:name|id))?$/i;
const idNames =
  /(?:^|[._])(?:id|uuid|pid|tid|port|partition|shard|seq|sequence|offset|epoch|line|lineno|thread|timestamp|time|ts|span|trace|request|version|code|status|attempt|year|build)(?:[._]?id)?$|_id$|Id$|(?:status|http)_?code$/i;

export type GroupBuild = Omit<MessageGroup, 'spots'> & { spread: Spread<Spot> };
export type SeriesBuild = Omit<NumberSeries, 'points'> & { spread: Spread<Point> };

export function groupFor(
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
    detail: fields.detail?.slice(0, 600),
    severity,
    isFailure,
    count: 0,
    first: spot,
    last: spot,
    spread: createSpread(64),
    at: { lines: [], timesMs: [] },
    frames: new Map(),
    sources: new Map(),
    values: new Map(),
    followedBy: new Map(),
  };
  groups.set(key, made);
  return made;
}

export function addToGroup(group: GroupBuild, fields: LineFields, spot: Spot): void {
  group.count++;
  const isBefore = spot.timeMs !== undefined && group.first.timeMs !== undefined && spot.timeMs < group.first.timeMs;
  const isAfter = spot.timeMs === undefined || group.last.timeMs === undefined || spot.timeMs >= group.last.timeMs;
  if (isBefore) group.first = spot;
  if (isAfter) group.last = spot;
  group.spread.add(spot);
  if ((group.severity !== 'info' || group.count <= maxOfInformation) && group.at.lines.length < maxOccurrences) {
    group.at.lines.push(spot.line);
    group.at.timesMs.push(spot.timeMs ?? Number.NaN);
  }
  if (fields.source !== undefined) bump(group.sources, fields.source, 64);
  if (group.severity === 'info' && group.count > 200) return;
  for (const [name, value] of fields.fields) {
    if (String(value).length > 120) continue;
    const values = group.values.get(name) ?? new Map<string, number>();
    if (group.values.size < 12) group.values.set(name, values);
    bump(values, String(value), 24);
  }
}

export function addShares(
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

export function addNumbers(series: Map<string, SeriesBuild>, fields: LineFields, spot: Spot): void {
  const owner = labelOf(fields) ?? fields.source ?? '';
  for (const [name, value] of fields.fields) {
    if (idNames.test(name)) continue;
    const quantity = typeof value === 'number' ? { value, unit: unitOfName(name) } : quantityOf(value);
    if (quantity !== undefined) addPoint(series, name, quantity.unit, owner, quantity.value, spot);
  }
  if (fields.fields.size > 6) return;
  for (const measure of measuresOf(fields.message)) {
    if (!fields.fields.has(measure.name) && !idNames.test(measure.name))
      addPoint(series, measure.name, measure.unit, owner, measure.value, spot);
  }
}

const labelNames =
  /^(?:worker|unit|station|zone|site|axis|motor|chamber|tank|queue|topic|pool|link|index|disk|device|interface|mount|volume|filesystem|partition|shard|table|cache|sensor|collection|bucket|consumer_?group|group|stream|channel|tablespace|keyspace)(?:[._]?name)?$/i;
const labelWords =
  /\b(?:queue|topic|pool|link|index|disk|device|interface|mount|volume|partition|shard|cache|sensor|stream|channel)[ =:]["']?([A-Za-z/][\w./:-]{1,60}?)["']?(?=[\s,;)\]]|$)/gi;

/** A network interface, a disk, a logical unit by the name it goes by. */
const partName =
  /(?:^|[\s:=("'[])((?:[a-z]{2,3}-\d{1,2}\/\d{1,2}\/\d{1,3}|(?:Gi|Te|Fa|Et|Po|GigabitEthernet|TenGigE|Ethernet)\d[\d/.]{0,12}|eth\d{1,3}|en[ops]\d\w{0,10}|bond\d{1,2}|wlan\d|sd[a-z]{1,2}\d{0,2}|nvme\d{1,2}n\d{1,2}|md\d{1,3}|dm-\d{1,3}|(?:lun|disk|slot|port|fan|psu|sensor|node|drive|axis|motor|cell) ?#?\d[\d.:/]{0,10}))(?=[\s,;:)\]"']|$)/gi;

/** Which of several a line measures: a queue, a link, a pool named beside the numbers. Undefined where it names none or more. */
function labelOf(fields: LineFields): string | undefined {
  for (const [name, value] of fields.fields) {
    if (typeof value === 'string' && value.length <= 60 && labelNames.test(name)) return value;
  }
  if (!/\d/.test(fields.message)) return undefined;
  const text = fields.message.slice(0, 300);
  const [named, ...more] = text.matchAll(labelWords);
  const [only, ...others] = named === undefined ? text.matchAll(partName) : [named, ...more];
  const label = only?.[1];
  return label === undefined || others.length > 0 || /^(?:is|was|has|size|depth|length|usage|at|of)$/i.test(label)
    ? undefined
    : label;
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
  const point = { ...spot, value };
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

/** Counts the first frame of a stack below a line of this kind. */
export function addFrame(group: GroupBuild, frame: string): void {
  bump(group.frames, frame, 16);
}

function bump(counts: Map<string, number>, value: string, limit: number): void {
  const count = counts.get(value);
  if (count !== undefined) counts.set(value, count + 1);
  else if (counts.size < limit) counts.set(value, 1);
}
