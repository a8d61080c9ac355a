import { expect, it } from 'vitest';
import { layoutOf } from '../../../src/service/lines/layouts/line-layout.ts';

const nightly = [
  '# Press log  line=3',
  'time                | lot | paper   | sheets | result',
  '--------------------+-----+---------+--------+-------',
  '2026-02-01 20:00:00 * humidity=41 %',
  '2026-02-01 20:03:10 | 17  | matte   |    400 | GOOD',
  '2026-02-01 20:09:00 * roller washed',
  '2026-02-01 20:15:44 | 18  | glossy  |    250 | SPOILED',
  '2026-02-01 20:31:12 | 19  | matte   |    300 | GOOD',
];

it('reads rows below a ruled heading, though other lines stand between them', () => {
  const layout = layoutOf(nightly);
  expect(layout?.fields(nightly[4]!)?.fields.get('paper')).toBe('matte');
  expect(layout?.fields(nightly[6]!)?.fields.get('sheets')).toBe(250);
  expect(layout?.fields(nightly[3]!)).toBeUndefined();
});

it('takes heading and rule for no records, and other lines for records of their own', () => {
  const layout = layoutOf(nightly);
  expect(nightly.map((line) => layout?.isNone?.(line) === true)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('reads the framed tables that databases print', () => {
  const framed = [
    '+----+-------+-------+',
    '| id | state | bytes |',
    '+----+-------+-------+',
    '| 1 | done | 20 |',
    '| 2 | done | 30 |',
    '| 3 | lost | 40 |',
    '+----+-------+-------+',
    '3 rows in set (0.00 sec)',
  ];
  expect(layoutOf(framed)?.fields(framed[5]!)?.fields.get('state')).toBe('lost');
});

it('leaves lines with a few bars between words as they are', () => {
  const plain = ['=====|=====|=====', 'started | pass 1', 'worker a | b | c', 'done'];
  expect(layoutOf(plain)).toBeUndefined();
});
