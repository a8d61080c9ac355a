import type { ShareRow, Spot, Survey } from '../survey/survey.ts';
import { join, say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { isBackground } from './background.ts';
import { courseOf } from './course.ts';
import type { Claim, Observation } from './observation.ts';

/** In which order the parts of a system began to fail. Undefined where fewer than two do. */
export function chainOf(survey: Survey): Claim | undefined {
  const failing = beginningSources(survey);
  const [first] = failing;
  if (first === undefined || failing.length < 2) return undefined;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const steps = failing.slice(0, 8).map((row, index) => {
    const at = row.firstFailure;
    const start = first.firstFailure;
    if (at.timeMs === undefined || start.timeMs === undefined) return say`${row.value} at line ${at.line}`;
    return index === 0
      ? say`${row.value} at ${words(times.at(at.timeMs))}`
      : say`${row.value} ${words(durationWords(at.timeMs - start.timeMs))} later`;
  });
  return {
    text: say`They begin to fail in this order: ${join(steps, ', ')}`,
    ranges: failing.slice(0, 6).map((row) => ({
      document: survey.info.name,
      lineStart: row.firstFailure.line,
      lineEnd: row.firstFailure.line,
    })),
  };
}

/** A failure that names another failing part only passes that one's failure on. */
export function demoteDependents(observations: readonly Observation[], survey: Survey): Observation[] {
  const failing = failingSources(survey);
  if (failing.length < 2) return [...observations];
  return observations.map((one) => {
    if (one.kind !== 'failure' && one.kind !== 'share') return one;
    const own = one.owner;
    const upstream = failing.find(
      (row) => row.value !== own && row.value.length >= 3 && names(one.title.plain, row.value, own),
    );
    if (upstream === undefined || own === undefined) return one;
    const detail: Claim = {
      text: say`It names ${upstream.value}, which fails itself`,
      ranges: [
        { document: survey.info.name, lineStart: upstream.firstFailure!.line, lineEnd: upstream.firstFailure!.line },
      ],
    };
    return { ...one, role: 'symptom', weight: one.weight - 20, details: [...one.details, detail] };
  });
}

/**
 * What began a failure that only passes another part's failure on: from part to part by the names in their messages,
 * the earliest failure whose own words name its cause. Undefined where the chain ends nowhere.
 */
export function upstreamOf(one: Observation, all: readonly Observation[]): Observation | undefined {
  if (one.owner === undefined || (one.kind !== 'failure' && one.kind !== 'share')) return undefined;
  const owned = all.filter((other) => other.owner !== undefined && other.document === one.document);
  const owners = [...new Set(owned.map((other) => other.owner!))];
  const reached = new Set([one.owner]);
  for (const owner of reached) {
    const titles = owned.filter((other) => other.owner === owner).map((other) => other.title.plain);
    for (const next of owners) {
      if (!reached.has(next) && next.length >= 3 && titles.some((title) => names(title, next, owner)))
        reached.add(next);
    }
  }
  reached.delete(one.owner);
  return owned
    .filter((other) => reached.has(other.owner!) && other.kind === 'failure' && other.certainty === 'certain')
    .filter((other) => other.firstLine < one.firstLine && other.role === 'cause')
    .sort((a, b) => a.firstLine - b.firstLine)[0];
}

/** Where each part's own failures leave what they always were: the routine ones of the first minutes tell no order. */
function beginningSources(survey: Survey): { value: string; firstFailure: Spot }[] {
  const begun = new Map<string, Spot>();
  for (const group of survey.groups) {
    if (!group.isFailure || group.sources.size !== 1 || isBackground(survey, group)) continue;
    const [value] = group.sources.keys();
    const { onset } = courseOf(survey, group);
    const known = begun.get(value!);
    if (known === undefined || isEarlier(onset, known)) begun.set(value!, onset);
  }
  return [...begun]
    .map(([value, firstFailure]) => ({ value, firstFailure }))
    .sort((a, b) => (isEarlier(a.firstFailure, b.firstFailure) ? -1 : 1));
}

function isEarlier(a: Spot, b: Spot): boolean {
  return a.timeMs !== undefined && b.timeMs !== undefined && a.timeMs !== b.timeMs
    ? a.timeMs < b.timeMs
    : a.line < b.line;
}

function failingSources(survey: Survey): ShareRow[] {
  return survey.shares
    .filter((row) => row.field === 'source' && row.failed > 0 && row.firstFailure !== undefined)
    .sort(
      (a, b) =>
        (a.firstFailure!.timeMs ?? 0) - (b.firstFailure!.timeMs ?? 0) || a.firstFailure!.line - b.firstFailure!.line,
    );
}

/** As a word of its own, and not as part of the name of the part that speaks. */
function names(text: string, other: string, own: string | undefined): boolean {
  const folded = own === undefined ? text.toLowerCase() : text.toLowerCase().split(`${own.toLowerCase()}: `).join(' ');
  const wanted = other.toLowerCase();
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const before = folded[at - 1] ?? ' ';
    const after = folded[at + wanted.length] ?? ' ';
    if (!/[\p{L}\d_-]/u.test(before) && !/[\p{L}\d_-]/u.test(after)) return true;
  }
  return false;
}
