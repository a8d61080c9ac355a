import { expect, it } from 'vitest';
import { numberTable } from '#service/lines/layouts/number-tables.ts';

const cpu = [
  '00:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle',
  '00:10:01        all      8.85      0.00      5.48      0.37      0.00     85.30',
  '00:20:01        all     18.18      0.00      5.36      1.61      0.00     74.85',
  '00:30:01        all     17.97      0.00      4.49      0.14      0.00     77.40',
];

it('reads a row by the heading of its table', () => {
  expect(
    numberTable(cpu)
      ?.fields(cpu[1] ?? '')
      ?.fields.get('%iowait'),
  ).toBe(0.37);
});

it('reads no row of a later table that has as many columns by the heading of the first', () => {
  const memory = '00:10:01   10717422  20717422   3412312     66.51    104212   9120344';
  const network = '00:10:01        eth0  90717422.10  717422.00  12.0  0.00  0.00  0.00';
  expect(numberTable(cpu)?.fields(memory)).toBeUndefined();
  expect(numberTable(cpu)?.fields(network)).toBeUndefined();
});
