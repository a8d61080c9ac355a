import { say, type Text, words } from '../answer/say.ts';
import { valueReader } from '../calculate/columns.ts';
import type { PassLine } from '../calculate/pass.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import { lineOf, type Row } from '../calculate/row.ts';
import { stemOf } from '../words/word-forms.ts';

/** Which lines count against those they are of, and how that is said. */
export interface BadLines {
  test(line: PassLine): boolean;
  said: Text;
}

const statusName = /^(?:status|code)$/;
const outcomeName = /^(?:outcome|result|status|state|verdict|decision|response|action|disposition)$/;
const usualShare = 0.6;

/**
 * What tells that a line went wrong: a value of the asked stem, an answer of 500 and above, a level or words of failing,
 * or any outcome but the usual one, in this order.
 */
export function badLines(asked: string, rows: readonly Row[]): BadLines | undefined {
  const stem = stemOf(asked);
  const isGeneral = /^(?:error|failure|fail|failing|err)$/.test(asked);
  const fields = fieldsOf(rows);
  if (!isGeneral) {
    for (const [name, values] of fields) {
      const meant = [...values.keys()].filter((value) => stemOf(value.toLowerCase()).startsWith(stem.slice(0, 6)));
      if (meant.length === 0 || values.size > 12) continue;
      return ofValues(name, meant, rows);
    }
    return undefined;
  }
  for (const [name, values] of fields) {
    const isStatus = statusName.test(wordsOfName(name).at(-1) ?? '');
    if (!isStatus || ![...values.keys()].every((value) => /^[0-5]\d\d$/.test(value))) continue;
    const read = valueReader(name, rows);
    if (![...values.keys()].some((value) => value >= '500')) continue;
    return { test: (line) => (read(line) ?? '') >= '500', said: say`${name} of 500 and above` };
  }
  const [best] = [...fields]
    .filter(([name, values]) => outcomeName.test(wordsOfName(name).at(-1) ?? '') && values.size > 1 && values.size < 9)
    .map(([name, values]) => ({ name, values, most: Math.max(...values.values()), all: sum(values) }))
    .filter(({ most, all }) => most >= all * usualShare)
    .sort((a, b) => b.all - a.all);
  if (best !== undefined) {
    const others = [...best.values].filter(([, count]) => count < best.most).map(([value]) => value);
    return ofValues(best.name, others, rows);
  }
  return { test: (line) => line.isFailing(), said: words('failing lines') };
}

function ofValues(name: string, values: readonly string[], rows: readonly Row[]): BadLines {
  const read = valueReader(name, rows);
  const meant = new Set(values);
  return { test: (line) => meant.has(read(line) ?? ''), said: say`${name} ${values.slice(0, 3).join(' or ')}` };
}

/** Values of each field with how often; fields of very many values are left out. */
function fieldsOf(rows: readonly Row[]): [string, Map<string, number>][] {
  const fields = new Map<string, Map<string, number>>();
  for (const row of rows) {
    for (const [name, value] of lineOf(row).row().values) {
      const known = fields.get(name) ?? new Map<string, number>();
      fields.set(name, known);
      const text = String(value);
      if (known.size < 60 || known.has(text)) known.set(text, (known.get(text) ?? 0) + 1);
    }
  }
  return [...fields].filter(([, values]) => values.size < 60);
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((all, count) => all + count, 0);
}
