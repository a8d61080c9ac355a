import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueSheet } from './generate/made-sheets.ts';
import type { Asked } from './generate/world.ts';
import type { Sheet } from './item.ts';

interface AskedLog {
  name: string;
  lines: string[];
  asked: Asked[];
}

/**
 * What engineers ask of logs of many trades, each in words of their own; the truth was counted apart. The logs of the set
 * `strangers` are of kinds that no rule was written for, by authors who had not seen the program.
 */
export function askedLogSheets(set: 'engineer' | 'strangers'): Sheet[] {
  const folder = join(import.meta.dirname, set);
  return readdirSync(folder).map((file) => {
    const { name, lines, asked } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as AskedLog;
    return valueSheet(set, `${set}-${name}`, { name, text: `${lines.join('\n')}\n` }, asked);
  });
}
