import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueSheet } from './generate/made-sheets.ts';
import type { Asked } from './generate/world.ts';
import type { Sheet } from './item.ts';

interface EngineersLog {
  name: string;
  lines: string[];
  asked: Asked[];
}

/** What an engineer asks five logs of different kinds, each in words of their own; the truth was counted apart. */
export function engineerSheets(): Sheet[] {
  const logs = JSON.parse(readFileSync(join(import.meta.dirname, 'engineer.json'), 'utf8')) as EngineersLog[];
  return logs.map(({ name, lines, asked }) =>
    valueSheet('engineer', `engineer-${name}`, { name, text: `${lines.join('\n')}\n` }, asked),
  );
}
