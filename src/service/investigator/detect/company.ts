import { likeness } from '../survey/message-pattern.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { median } from './robust.ts';
import { mostlySaid, timesSaid } from './said-at.ts';

/** Another kind of lines that stands beside each occurrence of one, or nearly each. */
export interface Companion {
  group: MessageGroup;
  /** Its line at each occurrence, in their order; absent where it was missing there. */
  lines: (number | undefined)[];
  /** Usual lead over the occurrence in ms (lines without times); negative where it follows. */
  lead: number;
  /** The lead is one of time. */
  isTimed: boolean;
}

const nearMs = 20_000;
const farthestMs = 5 * 60_000;
const shareOfRhythm = 0.05;
/** What comes more often stands beside anything, but for one of steps that are counted. */
const mostOften = 5;
const nearLines = 30;
const mostOccurrences = 60;
const mostSteps = 12;
const known = new WeakMap<Survey, Map<MessageGroup, Companion[]>>();

/**
 * Rare kinds that come with `group` each time: what belongs to one recurring event. Earliest first.
 */
export function companyOf(survey: Survey, group: MessageGroup): Companion[] {
  const byGroup = known.get(survey) ?? new Map<MessageGroup, Companion[]>();
  known.set(survey, byGroup);
  const found = byGroup.get(group) ?? findCompany(survey, group);
  byGroup.set(group, found);
  return found;
}

function findCompany(survey: Survey, group: MessageGroup): Companion[] {
  const { lines, timesMs } = group.at;
  const { firstTimeMs = 0, lastTimeMs = 0 } = survey.info;
  const hasTimes =
    lastTimeMs - firstTimeMs > 1000 &&
    survey.clockJumps.length === 0 &&
    timesMs.every((timeMs) => !Number.isNaN(timeMs));
  const starts = eventsOf(group, hasTimes);
  if (starts.length < 2 || starts.length > mostOccurrences || lines.length < group.count) return [];
  const near = nearOf(
    starts.map((at) => timesMs[at]!),
    hasTimes,
  );
  const found: Companion[] = [];
  for (const other of survey.groups) {
    if (other === group || other.count > starts.length * mostSteps || other.count < starts.length * 0.8) continue;
    if (other.at.lines.length < other.count || isVariant(group, other)) continue;
    const beside = starts.map((at) => nearest(other, lines[at]!, timesMs[at]!, hasTimes, near));
    const present = beside.filter((one) => one !== undefined);
    if (present.length < starts.length * 0.8) continue;
    // Of steps that are counted ("loading model 3 of 6") it is always the same one.
    if (other.count > starts.length * mostOften && !isOneStep(other, present)) continue;
    const leads = present.map((one) => one.lead).sort((a, b) => a - b);
    found.push({
      group: other,
      lines: beside.map((one) => one?.line),
      lead: leads[leads.length >> 1]!,
      isTimed: hasTimes,
    });
  }
  return found.sort((a, b) => b.lead - a.lead || a.group.first.line - b.group.first.line);
}

/** What comes hours apart may take minutes to show what it did. */
function nearOf(startsMs: readonly number[], hasTimes: boolean): number {
  if (!hasTimes) return nearLines;
  const usual = median(startsMs.slice(1).map((timeMs, index) => timeMs - startsMs[index]!));
  return Math.max(nearMs, Math.min(farthestMs, usual * shareOfRhythm));
}

function isOneStep(other: MessageGroup, near: readonly { line: number }[]): boolean {
  const { message, count } = mostlySaid(
    other,
    near.map(({ line }) => line),
  );
  const times = timesSaid(other, message);
  return times !== undefined && count >= near.length * 0.8 && times <= near.length * 1.5;
}

/** The same words but for a name. */
export function isVariant(a: MessageGroup, b: MessageGroup): boolean {
  return a.pattern === b.pattern || likeness(a.pattern.split(' '), b.pattern.split(' ')) >= 0.6;
}

/** Where each run of close occurrences begins, by index. */
function eventsOf({ at }: MessageGroup, isTimed: boolean): number[] {
  const starts: number[] = [];
  for (let index = 0; index < at.lines.length; index++) {
    const stepMs = at.timesMs[index]! - at.timesMs[index - 1]!;
    const isOwn =
      Number.isNaN(stepMs) || !isTimed ? at.lines[index]! - at.lines[index - 1]! > nearLines : stepMs > nearMs;
    if (index === 0 || isOwn) starts.push(index);
  }
  return starts;
}

function nearest(
  other: MessageGroup,
  line: number,
  timeMs: number,
  hasTimes: boolean,
  near: number,
): { line: number; lead: number } | undefined {
  let best: { line: number; lead: number } | undefined;
  for (const [index, place] of other.at.lines.entries()) {
    const lead = hasTimes ? timeMs - other.at.timesMs[index]! : line - place;
    const isNear = Math.abs(lead) <= near;
    if (isNear && (best === undefined || Math.abs(lead) < Math.abs(best.lead))) best = { line: place, lead };
  }
  return best;
}
