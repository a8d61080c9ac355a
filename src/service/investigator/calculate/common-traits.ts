import { join, say, type Text } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { documentsOf } from './pass.ts';
import type { Plan } from './plan.ts';
import { lineOf, type Row, readRow } from './row.ts';

const lookedAt = 300;
const mostTraits = 3;

/** What the lines of one value share that other lines mostly do not have: its user agent, its path. */
export async function commonTraits(run: Investigation, plan: Plan, value: string): Promise<Text | undefined> {
  const rows = await rowsOf(run, plan, value);
  if (rows.length < 5) return undefined;
  const traits: Text[] = [];
  for (const name of new Set(rows.flatMap((row) => [...row.values.keys()]))) {
    const [top, count] = commonest(rows, name);
    if (
      top === undefined ||
      top === value ||
      count < rows.length * 0.95 ||
      top.length > 160 ||
      name === plan.group?.name
    )
      continue;
    const elsewhere = plan.rows.filter((row) => String(row.values.get(name) ?? '') === top).length;
    if (elsewhere > plan.rows.length * 0.5) continue;
    traits.push(say`${name} ${top}`);
    if (traits.length >= mostTraits) break;
  }
  return traits.length === 0 ? undefined : say`Its lines have in common: ${join(traits, ', ')}`;
}

async function rowsOf(run: Investigation, plan: Plan, value: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const info of documentsOf(run).slice(0, 20)) {
    const document = await run.documents.open(info.name);
    const hits = await document?.search({ all: [value], limit: 5000, enough: 5000, budgetMs: 2000 });
    const lines = hits?.lines ?? [];
    const step = Math.max(1, Math.floor(lines.length / lookedAt));
    for (let at = 0; at < lines.length && rows.length < lookedAt; at += step) {
      const [text = ''] = await document!.lines(lines[at]!, lines[at]!);
      const row = readRow(text, document!.layout);
      const line = lineOf(row);
      if (
        plan.group?.read(line) === value &&
        plan.conditions.every((one) => one.said.plain === 'failing' || one.test(line))
      )
        rows.push(row);
    }
  }
  return rows;
}

function commonest(rows: readonly Row[], name: string): [string | undefined, number] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row.values.get(name);
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return [top?.[0], top?.[1] ?? 0];
}
