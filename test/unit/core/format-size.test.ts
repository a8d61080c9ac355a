import { expect, it } from 'vitest';
import { formatSize } from '#core/format-size.ts';

it('tells a size in decimal units, a limit of gigabytes to the hundredth, and round ones without a fraction', () => {
  const sizes = [0, 999, 1_000, 254_300, 999_949, 999_950, 5_000_000, 1_073_741_824, 50_000_000_000, 2e15];
  expect(sizes.map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '254.3 kB',
    '999.9 kB',
    '1 MB',
    '5 MB',
    '1.07 GB',
    '50 GB',
    '2000 TB',
  ]);
});
