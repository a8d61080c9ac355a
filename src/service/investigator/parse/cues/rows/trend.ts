import type { Shape } from './rows.ts';

/** Which way a number goes, or how many lines there are. */
export const trend: Shape = ({ where, number, told: { course } }) =>
  course && {
    take: 'trend',
    where,
    ...(number === undefined ? {} : { of: number.name }),
    ...(course.expects === undefined ? {} : { expects: course.expects }),
  };
