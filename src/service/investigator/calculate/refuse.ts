import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { numberFields } from './numbers.ts';
import { documentsOf } from './pass.ts';
import type { Plan } from './plan.ts';
import { statedColumn } from './stated-numbers.ts';

/** The file does not record what is asked for: that is said, with what it does record. */
export function refuse(run: Investigation, plan: Plan): Draft {
  const what = plan.unrecorded.length > 0 ? plan.unrecorded : plan.missing;
  const lines = plural(
    documentsOf(run).reduce((sum, info) => sum + info.lines, 0),
    'line',
  );
  const cause =
    plan.unrecorded.length > 0
      ? say`None of the ${lines} of this file records ${join(
          what.map((one) => say`${words(plain(one))}`),
          ' or ',
        )}`
      : say`${join(
          what.map((one) => say`${one}`),
          ' and ',
        )} ${words(what.length === 1 ? 'stands' : 'stand')} in none of the ${lines} of this file`;
  return lookUp({ verdict: 'INCONCLUSIVE', cause, explanation: [{ text: recorded(plan), ranges: [] }], proof: [] });
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N} _.-]/gu, '');

/** "Numbers it does record: ...". */
function recorded(plan: Plan): Text {
  const numbers = numberFields(plan.rows).slice(0, 8);
  const stated = statedColumn(plan.rows, 'time', []);
  const fields = new Map<string, number>();
  for (const row of plan.rows)
    for (const [name, value] of row.values)
      if (typeof value === 'string') fields.set(name, (fields.get(name) ?? 0) + 1);
  const names = [...fields].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 8);
  const told = [
    ...numbers.map(({ name, unit }) => say`${name}${words(unit.name === '' ? '' : ` (${unit.name})`)}`),
    ...(stated === undefined ? [] : [say`${words('times stated in words')} (${words(stated.unit.name)})`]),
  ];
  const parts = [
    ...(told.length > 0
      ? [say`Numbers it does record: ${join(told, ', ')}`]
      : [words('It states no number by a name')]),
    ...(names.length > 0
      ? [
          say`Fields it has: ${join(
            names.map(([name]) => say`${name}`),
            ', ',
          )}`,
        ]
      : []),
  ];
  return join(parts, '. ');
}
