import type { MessageGroup, Survey } from '../survey/survey.ts';
import { join, say, type Text, words } from '../wording/say.ts';

/** Fields whose value is the same for nearly all of these lines and tells where it happens. */
export function concentrated(survey: Survey, group: MessageGroup): Text | undefined {
  const usual = usualValues(survey);
  const parts: Text[] = [];
  for (const [name, values] of group.values) {
    if (
      !/(?:service|host|node|pod|path|endpoint|route|url|job|queue|method|status|code|user|client|ip|db|region|upstream|request_id|trace_id|version|device|interface)/i.test(
        name,
      )
    )
      continue;
    const sorted = [...values].sort((a, b) => b[1] - a[1]);
    const [top] = sorted;
    if (top === undefined || [...group.sources.keys()].includes(top[0])) continue;
    // What is so of all lines is no news.
    if (top[1] / group.count < (usual.get(name)?.(top[0]) ?? 0) + 0.2) continue;
    if (top[1] >= group.count * 0.9) parts.push(say`${words(name.replace(/[^\w.-]/g, ''))} ${top[0]}`);
    else if (sorted.length <= 5 && group.count >= 5) {
      parts.push(
        say`${words(name.replace(/[^\w.-]/g, ''))} ${join(
          sorted.slice(0, 4).map(([value, count]) => say`${value} (${count})`),
          ', ',
        )}`,
      );
    }
  }
  return parts.length === 0 ? undefined : say`Where: ${join(parts.slice(0, 5), ', ')}`;
}

type UsualValues = ReadonlyMap<string, (value: string) => number>;

const usualOf = new WeakMap<Survey, UsualValues>();

/** By field, which share of the lines that do not fail has a value. */
function usualValues(survey: Survey): UsualValues {
  const known = usualOf.get(survey);
  if (known !== undefined) return known;
  const counts = new Map<string, { all: number; of: Map<string, number> }>();
  for (const { isFailure, values } of survey.groups)
    for (const [name, own] of isFailure ? [] : values) {
      const row = counts.get(name) ?? { all: 0, of: new Map<string, number>() };
      counts.set(name, row);
      for (const [value, count] of own) {
        row.all += count;
        row.of.set(value, (row.of.get(value) ?? 0) + count);
      }
    }
  const usual = new Map(
    [...counts].map(([name, { all, of }]) => [name, (value: string) => (of.get(value) ?? 0) / all] as const),
  );
  usualOf.set(survey, usual);
  return usual;
}
