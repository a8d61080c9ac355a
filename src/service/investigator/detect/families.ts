import type { MessageGroup, Survey } from '../survey/survey.ts';

const known = new WeakMap<Survey, Map<string, number>>();
const manyAlike = 8;

/** One of many kinds of lines that begin alike and differ in names only: single by its words, but no single event. */
export function isOfFamily(survey: Survey, group: MessageGroup): boolean {
  const families = known.get(survey) ?? countFamilies(survey);
  known.set(survey, families);
  return families.get(keyOf(group))! > manyAlike;
}

function countFamilies({ groups }: Survey): Map<string, number> {
  const families = new Map<string, number>();
  for (const group of groups) families.set(keyOf(group), (families.get(keyOf(group)) ?? 0) + 1);
  return families;
}

function keyOf({ pattern }: MessageGroup): string {
  const words = pattern.split(' ');
  return `${words.length} ${words[0]}`;
}

/** Kinds that differ in one name only, as one: who was hit is not what happened. Larger kinds stay as they are. */
export function withoutNames(survey: Survey, groups: readonly MessageGroup[]): MessageGroup[] {
  const places = new Map<string, MessageGroup[]>();
  for (const group of groups) {
    const words = group.pattern.split(' ');
    for (const at of words.keys()) {
      const key = `${group.severity} ${at} ${words.with(at, '*').join(' ')}`;
      places.set(key, [...(places.get(key) ?? []), group]);
    }
  }
  const taken = new Set<MessageGroup>();
  const merged: MessageGroup[] = [];
  for (const alike of [...places.values()]
    .filter(({ length }) => length >= fewestNames)
    .sort((a, b) => b.length - a.length)) {
    const free = alike.filter((group) => !taken.has(group) && group.count <= mostOfName);
    if (free.length < fewestNames) continue;
    for (const group of free) taken.add(group);
    merged.push(together(survey, free));
  }
  return [...merged, ...groups.filter((group) => !taken.has(group))];
}

const fewestNames = 3;
const mostOfName = 400;

function together(survey: Survey, groups: readonly MessageGroup[]): MessageGroup {
  const [first] = [...groups].sort((a, b) => a.first.line - b.first.line);
  const at = groups
    .flatMap((group) => group.at.lines.map((line, index) => ({ line, timeMs: group.at.timesMs[index]! })))
    .sort((a, b) => a.line - b.line);
  const sources = new Map<string, number>();
  for (const group of groups)
    for (const [name, count] of group.sources) sources.set(name, (sources.get(name) ?? 0) + count);
  const buckets = new Uint32Array(survey.bucketCount);
  for (const group of groups) for (const [index, count] of group.buckets.entries()) buckets[index]! += count;
  return {
    ...first!,
    count: groups.reduce((sum, { count }) => sum + count, 0),
    last: groups.map(({ last }) => last).reduce((a, b) => (b.line > a.line ? b : a)),
    spots: groups.flatMap(({ spots }) => spots).sort((a, b) => a.line - b.line),
    at: { lines: at.map(({ line }) => line), timesMs: at.map(({ timeMs }) => timeMs) },
    sources,
    buckets,
    followedBy: new Map(),
  };
}
