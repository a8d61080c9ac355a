import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const lines = [
  '2026-06-01 06:00:00 INFO line-1: batch=R100 stage=mixing started',
  '2026-06-01 06:10:00 INFO line-1: batch=R100 stage=baking started',
  '2026-06-01 06:12:00 INFO line-2: batch=R101 stage=mixing started',
  '2026-06-01 06:20:00 INFO line-1: batch=R100 stage=packing started',
  '2026-06-01 06:25:00 WARN power: supply switched to diesel',
  '2026-06-01 06:30:00 INFO line-1: batch=R102 stage=mixing started',
  '2026-06-01 06:31:00 INFO line-2: batch=R101 stage=baking started',
  '2026-06-01 06:40:00 INFO line-1: batch=R102 stage=baking started',
];
const ask = askLogs({ bakery: ['bakery.log', lines] });

it.each([
  ['Which stage came right after mixing?', 'baking, at 2026-06-01 06:10:00'],
  ['next batch of line-1 after R100', 'R102, at 2026-06-01 06:30:00'],
  ['which batch was the first to start after the supply switched to diesel?', 'R102, at 2026-06-01 06:30:00'],
  ['which stage was last before the supply switched to diesel?', 'packing, at 2026-06-01 06:20:00'],
])('names what came next: %s', async (question, expected) => {
  expect((await ask('bakery', question)).headline).toContain(expected);
});

it('names no next of what is not in the file', async () => {
  expect((await ask('bakery', 'next batch after R777')).verdict).not.toBe('CONFIRMED');
});
