import { words } from '../answer/say.ts';
import type { Condition } from './conditions.ts';
import type { PassLine } from './pass.ts';
import { lineOf, type Row } from './row.ts';

const mostRead = 400;
const mostHead = 60;

/**
 * "Declined" of "authorisation declined" beside "authorisation approved": lines of which some could have had the outcome,
 * those that state the same field or say the same but for that word. Undefined where nothing is said in its stead.
 */
export function siblingOutcomes(part: readonly Condition[], rows: readonly Row[]): Condition | undefined {
  const [outcome] = part;
  if (outcome === undefined || part.length !== 1) return undefined;
  const holding = rows.filter((row) => outcome.test(lineOf(row))).slice(0, mostRead);
  if (holding.length === 0) return undefined;
  return ofField(outcome, holding) ?? ofWords(outcome, holding, rows);
}

/** A field that holds nothing but the outcome. */
function ofField(outcome: Condition, holding: readonly Row[]): Condition | undefined {
  const fields = new Map<string, number>();
  for (const row of holding)
    for (const [name, value] of row.values) {
      const text = String(value);
      if (!/\s/.test(text) && outcome.test(lineOf({ ...row, text, message: text })))
        fields.set(name, (fields.get(name) ?? 0) + 1);
    }
  const [best] = [...fields].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < holding.length * 0.6) return undefined;
  const [name] = best;
  return { test: (line) => line.row().values.has(name), said: words('an outcome') };
}

/** The words right before the outcome, with another word in its place. */
function ofWords(outcome: Condition, holding: readonly Row[], rows: readonly Row[]): Condition | undefined {
  const heads = new Map<string, number>();
  for (const { message } of holding) {
    const tokens = message.split(/\s+/);
    const at = tokens.findIndex((token) => outcome.test(lineOf({ text: token, message: token, values: new Map() })));
    const head = tokens.slice(Math.max(0, at - 3), Math.max(0, at)).join(' ');
    if (at > 0 && /^[\p{L} ]{3,}$/u.test(head) && head.length <= mostHead) heads.set(head, (heads.get(head) ?? 0) + 1);
  }
  const [best] = [...heads].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < holding.length * 0.6) return undefined;
  const test = ({ text }: PassLine) => text.includes(`${best[0]} `);
  const others = rows.filter((row) => test(lineOf(row)) && !outcome.test(lineOf(row)));
  return others.length === 0 ? undefined : { test, said: words('an outcome') };
}
