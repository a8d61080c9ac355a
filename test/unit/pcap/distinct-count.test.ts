import { expect, it } from 'vitest';
import { createDistinctCount } from '../../../src/service/formats/pcap/distinct-count.ts';

it('counts each text once, also after it has grown', () => {
  const distinct = createDistinctCount();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 100_000; index++) distinct.add(`10.0.${index >> 8}.${index & 255}:443 ↔ 10.1.0.1:80`);
  }
  expect(distinct.count()).toBe(100_000);
});
