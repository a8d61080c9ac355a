import type { TextColumn } from './columns.ts';
import type { Row } from './row.ts';
import { lineOf } from './row.ts';

const asked =
  /^(?:clients?|devices?|stations?|stas?|phones?|laptops?|computers?|pcs?|handhelds?|scanners?|things?|macs?|hosts?)$/i;
const mac =
  /(?<![\w:.-])(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})(?![\w:]|-[\da-f])/gi;
const usual = 0.5;

/** Devices of a link are told apart by their hardware address, where half of the lines that are meant hold one. */
export function hardwareAddress(noun: string, rows: readonly Row[]): TextColumn | undefined {
  if (!asked.test(noun)) return undefined;
  const held = rows.map(({ text }) => text.match(mac) ?? []).filter((found) => found.length > 0);
  if (held.length < Math.max(3, rows.length * usual)) return undefined;
  // Of several in a line the one that differs most from line to line is the device.
  const distinct = [0, 1].map((at) => new Set(held.map((found) => found[at])).size);
  const at = distinct[1]! > distinct[0]! && held.every((found) => found.length > 1) ? 1 : 0;
  if (new Set(held.map((found) => found[at])).size < 2) return undefined;
  return { name: 'mac', kind: 'device', read: (line) => line.text.match(mac)?.[at]?.toLowerCase() };
}

/** Whether some of the lines name what the column reads. */
export function isRead(column: TextColumn, rows: readonly Row[]): boolean {
  return rows.filter((row) => column.read(lineOf(row)) !== undefined).length >= rows.length * usual;
}
