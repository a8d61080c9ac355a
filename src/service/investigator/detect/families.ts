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
