import { oncePer } from '#core/once-per.ts';
import { levelNamed } from '../../lines/level-words.ts';
import { listedBy } from '../facts/listed.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { singular } from './words.ts';

/** What one grade of trouble is called; a file has a word for it of its own. */
const grades = listedBy(
  'critical: severe emergency fatal alert',
  'major: high error',
  'minor: warning warn medium moderate caution',
  'info: informational information notice low normal',
).map(([first, others]) => [first, ...others]);
const ofGrades = /(?:^|[._ ])(?:severity|sev|class|grade|priority|prio|urgency|level|rank|category)$/i;

/** The column of which some values are grades, as `Class` is of `Severe` and `Informational`. */
const gradeColumns = oncePer(({ columns }: Schema): readonly Column[] =>
  columns.filter(
    ({ name, isNumber, values }) =>
      name !== 'level' &&
      ofGrades.test(name) &&
      !isNumber &&
      values.size <= 12 &&
      [...values.keys()].filter((value) => grades.some((grade) => grade.includes(value))).length > 1,
  ),
);

/** "Critical events" of lines that have a field for it, and no level. */
export function gradeCalled(word: string, schema: Schema): Condition | undefined {
  const asked = [word, singular(word)];
  const grade = grades.find((names) => asked.some((one) => names.includes(one)));
  const level = levelNamed(singular(word));
  const isLevel = level !== undefined && columnNamed(schema, 'level')?.values.has(level) === true;
  const [column] = isLevel ? [] : gradeColumns(schema);
  if (grade === undefined || column === undefined) return undefined;
  const own = asked.flatMap((one) => column.values.get(one) ?? []);
  const [first] = [...own, ...grade.flatMap((one) => column.values.get(one) ?? [])];
  return { field: column.name, is: '=', value: first?.shown ?? singular(word) };
}
