import { expect, it } from 'vitest';
import { readQuery } from '../../../src/service/investigator/query/read-query.ts';
import { writeQuery } from '../../../src/service/investigator/query/write-query.ts';

it.each([
  'count with status=502 or 503',
  'count with status!=502 or 503 and path=/pay',
  'share with path=/pay, against status=502 or 503, by client',
  'p95 of ms with method=POST and path has *, through req',
  'count with words has "a or b" or c',
])('reads back what it writes: %s', (text) => {
  const query = readQuery(text);
  expect(query && writeQuery(query)).toBe(text);
  expect(query && readQuery(writeQuery(query))).toEqual(query);
});

it('refuses a query that ends behind its or', () => {
  expect(readQuery('count with status=502 or')).toBeUndefined();
});
