import { mostSaid } from '../survey/collect.ts';
import type { MessageGroup } from '../survey/survey.ts';

/** The line's own words: `loading model 3 of 6`, where its kind is known by the first of them. */
export function saidAt(group: MessageGroup, line: number): string {
  return group.said?.get(line) ?? group.message;
}

/** What most of these lines say word for word, and how many of them. */
export function mostlySaid(group: MessageGroup, lines: readonly number[]): { message: string; count: number } {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(saidAt(group, line), (counts.get(saidAt(group, line)) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return { message: most?.[0] ?? group.message, count: most?.[1] ?? 0 };
}

/** In how many lines of its kind a wording stands; undefined where not each was kept. */
export function timesSaid(group: MessageGroup, message: string): number | undefined {
  if (group.count > mostSaid) return undefined;
  const other = [...(group.said?.values() ?? [])];
  return message === group.message ? group.count - other.length : other.filter((one) => one === message).length;
}
