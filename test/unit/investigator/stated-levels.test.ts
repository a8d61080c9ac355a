import { expect, it } from 'vitest';
import { statedLevel } from '../../../src/service/investigator/facts/levels.ts';

it.each([
  ['[2026-12-27T01:07:42.000000+00:00] lab-gateway.WARNING: slow answer [] []', 'warning'],
  ['[2026-12-27 01:07:42] production.EMERGENCY: disk full [] []', 'critical'],
  ['2026-12-27T01:07:42Z ERROR slow answer', 'error'],
  ['2026-12-27T01:07:42Z loaded com.example.ERROR from the cache', undefined],
])('reads the level of %s', (line, level) => {
  expect(statedLevel(line)).toBe(level);
});
