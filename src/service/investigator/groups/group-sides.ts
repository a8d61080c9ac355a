import { valueReader } from '../calculate/columns.ts';
import type { PassLine } from '../calculate/pass.ts';
import { sampleRows } from '../calculate/pass.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import { sidesOfValues } from '../calculate/sides-of-values.ts';
import type { Investigation } from '../investigation.ts';
import type { GroupsAsked } from './groups-asked.ts';

/** Of which of the compared things a line is; undefined for none of them. */
export type GroupOf = (line: PassLine) => string | undefined;

const versionNames = /^(?:version|ver|release|build|variant|canary|revision|rev|image|tag|track|arm|cohort|group)$/;
const versionParts = /(?:v?\d+(?:\.\d+)*|canary|stable|blue|green|old|new|prod|beta|baseline|primary)/gi;
const mostValues = 6;

/** Two by their names, or the few values of a field that differ but in a version. */
export async function groupSides(run: Investigation, asked: GroupsAsked): Promise<GroupOf | undefined> {
  if (asked.values !== undefined) {
    const sides = await sidesOfValues(run, asked.values);
    if (sides === undefined) return undefined;
    const [a, b] = sides;
    const [nameA, nameB] = asked.values;
    return (line) => (a.test(line) ? nameA : b.test(line) ? nameB : undefined);
  }
  const rows = await sampleRows(run);
  const fields = new Map<string, Map<string, number>>();
  for (const row of rows) {
    for (const [name, value] of row.values) {
      const known = fields.get(name) ?? new Map<string, number>();
      fields.set(name, known);
      if (known.size <= mostValues) known.set(String(value), (known.get(String(value)) ?? 0) + 1);
    }
  }
  const [best] = [...fields]
    .filter(([, values]) => values.size > 1 && values.size <= mostValues)
    .map(([name, values]) => {
      const isNamed = versionNames.test(wordsOfName(name).at(-1) ?? '');
      const bare = new Set([...values.keys()].map((value) => value.replace(versionParts, '#')));
      const isAlike =
        bare.size === 1 && [...bare][0]!.includes('#') && [...values.keys()].some((value) => /[a-z]/i.test(value));
      const seen = [...values.values()].reduce((all, count) => all + count, 0);
      return { name, seen, score: (isNamed ? 2 : 0) + (isAlike ? 1 : 0) };
    })
    .filter(({ score, seen }) => score > 0 && seen >= rows.length * 0.2)
    .sort((a, b) => b.score - a.score || b.seen - a.seen);
  return best === undefined ? undefined : valueReader(best.name, rows);
}
