import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { changesOf, isChange } from './changes.ts';
import { courseOf } from './course.ts';

/** A line that is no routine of its file. */
export interface UnusualLine {
  group: MessageGroup;
  spot: Spot;
  /** Higher is more telling. */
  score: number;
  /** It tells of something that was done. */
  isDone: boolean;
}

export interface UnusualOptions {
  /** Words that tie a line to what is asked about, in lower case. */
  names: readonly string[];
  /** What was done counts above what went wrong. */
  isOfChange: boolean;
  /** Patterns of the event itself. */
  own: ReadonlySet<string>;
}

const settingWords =
  /(?:^|[^A-Za-z])(?:set ?-?points?|[A-Z]\w{0,60}_SP|sollwert|consigne|parameters?|config(?:uration)?|settings?|mode|reconfig|parsing \S{1,200}\.(?:conf|cfg|ya?ml|json|ini))(?![a-z])/i;

/** Lines of a survey that tell of a change, of trouble that is no background, or that are rare; in no order. */
export function unusualLines(survey: Survey, { names, isOfChange, own }: UnusualOptions): UnusualLine[] {
  const rare = Math.max(3, survey.info.lines * 0.0005);
  const changes = new Set(changesOf(survey));
  const found: UnusualLine[] = [];
  for (const group of survey.groups) {
    if (own.has(group.pattern)) continue;
    const isTrouble = group.severity !== 'info';
    const isDone =
      changes.has(group) ||
      (group.count <= 8 && (isChange(group) || statesVersion(group) || settingWords.test(group.message)));
    if (!isDone && group.count > rare && (!isTrouble || courseOf(survey, group).isEven)) continue;
    if (isTrouble && !isDone && group.count > 3 && isBackground(survey, group)) continue;
    const text = group.message.toLowerCase();
    const score =
      (isDone ? (isOfChange ? 8 : 5) : 0) +
      (isOfChange && statesVersion(group) ? 3 : 0) +
      (isTrouble ? (isOfChange ? 1 : 4) : 0) +
      (names.some((name) => text.includes(name)) ? 4 : 0) +
      (group.count === 1 ? 2 : 0);
    for (const spot of group.spots.length > 0 ? group.spots : [group.first]) found.push({ group, spot, score, isDone });
  }
  return found;
}

/** A field of the line names what runs from then on. */
function statesVersion({ values }: MessageGroup): boolean {
  return versionsOf(values).length > 0;
}

/** `version 2.31.0`, `commit 9be41f7`: what fields of these lines say of what runs; the last value each. */
export function versionsOf(values: MessageGroup['values']): [string, string][] {
  return [...values]
    .filter(([name]) =>
      /(?:^|[._])(?:version|release|commit|revision|firmware|image|image[._]?tag)(?:[._]?(?:id|sha))?$/i.test(name),
    )
    .flatMap(([name, counts]): [string, string][] => {
      const last = [...counts.keys()].at(-1);
      return last === undefined || !/\d\.\d|^v?\d+$|^[0-9a-f]{7,40}$|:\S{0,60}\d/i.test(last) ? [] : [[name, last]];
    })
    .slice(0, 2);
}

/** One of a kind is enough, the last of it; of many the most telling, in their order. */
export function mostTelling(lines: readonly UnusualLine[], most: number): UnusualLine[] {
  return lines
    .filter((one) => !lines.some((other) => other.group === one.group && other.spot.line > one.spot.line))
    .sort((a, b) => b.score - a.score || b.spot.line - a.spot.line)
    .slice(0, most)
    .sort((a, b) => a.spot.line - b.spot.line);
}
