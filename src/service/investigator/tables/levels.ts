import { severityOf } from '../../lines/level-words.ts';
import type { CellValue, Table } from './table.ts';
import { keyOf } from './table.ts';

const levelCell = /^(?:severe|major|critical|minor|high|grave|schwer|kritisch|hoch|élevé|alta?|alto)$/i;

export const isLevel = ({ value }: CellValue): boolean =>
  value.length > 1 && (severityOf(value) !== undefined || levelCell.test(value));

/** What nearly always comes with one level is as grave as that level says, whatever its own words. */
export function withLevels(table: Table): Table {
  const levels = [...table.values.values()].filter(isLevel);
  const columns = new Set(levels.map(({ column }) => column));
  for (const one of table.values.values()) {
    if (columns.has(one.column)) continue;
    for (const level of levels) {
      const share = (one.beside.get(keyOf(level.column, level.value)) ?? 0) / one.count;
      const isCalm = severityOf(level.value) === 'info';
      if (share > 0.9 && (isCalm || level.gravity > 0)) one.gravity = isCalm ? 0 : level.gravity;
    }
  }
  return table;
}
