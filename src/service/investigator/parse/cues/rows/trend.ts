import { onlyNumber } from '../../compared-number.ts';
import type { Shape } from './rows.ts';

/** Which way a number goes, or how many lines there are. */
export const trend: Shape = ({ where, number: named, told: { course }, schema }) => {
  if (course === undefined) return undefined;
  const isOfNames = where.every(({ field, is }) => is === '=' && !/^(?:level|outcome)$/.test(field));
  const number = named ?? (course.isOfAmount === true ? onlyNumber(schema, where) : undefined);
  // Slower or piling up is no number of lines.
  const isOfNumber = course.measure !== undefined || (course.isOfAmount === true && isOfNames);
  if (number === undefined && isOfNumber) return undefined;
  return {
    take: 'trend',
    where,
    ...(number === undefined ? {} : { of: number.name }),
    ...(course.expects === undefined ? {} : { expects: course.expects }),
  };
};
