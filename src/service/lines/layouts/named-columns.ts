import { levelMarked } from '../level-words.ts';
import { columnFields, isTimeName, rolesOf } from './column-fields.ts';
import type { LineLayout } from './line-layout.ts';
import { codePlace, holds, level as levels, machine, type PlaceKind, program } from './place-names.ts';
import { type Delimiter, splitCells } from './split-cells.ts';

/** W3C's `#Fields:` and Zeek's `#fields`: the file itself says what its columns are. */
export function declaredColumns(lines: readonly string[]): LineLayout | undefined {
  const declared = lines.find((line) => /^#\s?fields\b/i.test(line));
  if (declared === undefined) return undefined;
  const names = declared
    .replace(/^#\s?fields:?\s*/i, '')
    .trim()
    .split(/[\s,]+/);
  const rows = lines.filter((line) => !line.startsWith('#'));
  if (names.length < 3 || rows.length === 0) return undefined;
  const delimiter = (['\t', ',', ' '] as const).find((one) =>
    rows.every((line) => splitCells(line, one).length === names.length),
  );
  return delimiter === undefined ? undefined : layoutWith(names, delimiter, (line) => line.startsWith('#'));
}

const separators: readonly Delimiter[] = ['\t', '|', ';', ','];
const fewestColumns = 3;

interface Table {
  delimiter: Delimiter;
  columns: number;
  rows: string[][];
}

/** A separator by which nearly all lines have as many cells. */
function tableOf(lines: readonly string[], fewest: number): Table | undefined {
  for (const delimiter of separators) {
    const rows = lines.map((line) => splitCells(line, delimiter));
    const columns = rows[Math.floor(rows.length / 2)]!.length;
    if (columns < fewest) continue;
    const same = rows.filter((cells) => cells.length === columns).length;
    if (same >= rows.length * 0.9) return { delimiter, columns, rows };
  }
  return undefined;
}

/** A first line of names, over columns of values that are no names. */
export function headedColumns(lines: readonly string[]): LineLayout | undefined {
  const first = lines.findIndex((line) => !line.startsWith('#'));
  const own = lines.filter((line) => !line.startsWith('#'));
  const heading = uncommented(first > 0 ? (lines[first - 1] ?? '') : '');
  // "# events v2 | time | level": a title before the names.
  const untitled = heading.replace(/^[^|;,\t]{3,60}[|;,\t] ?/, '');
  return (
    (heading === '' ? undefined : (columnsBelow([heading, ...own]) ?? columnsBelow([untitled, ...own]))) ??
    columnsBelow(own)
  );
}

/** "# time;seq;class": in some exports the heading is a comment. */
const uncommented = (line: string): string => line.replace(/^#\s?/, '');

function columnsBelow(told: readonly string[]): LineLayout | undefined {
  const table = told.length < 2 ? undefined : tableOf(told.slice(bannerOf(told)), fewestColumns);
  if (table === undefined) return undefined;
  const [names = [], ...rows] = table.rows;
  if (names.length !== table.columns || !areNames(names)) return undefined;
  const isValue = (cell: string | undefined) => cell !== undefined && /\d/.test(cell);
  const isOver = names.some(
    (name, at) => !/\d/.test(name) && rows.filter((cells) => isValue(cells[at])).length > rows.length / 2,
  );
  const own = rows.filter((cells) => !sameCells(cells, names));
  const repeated = own.filter((cells) => cells.some((cell, at) => cell.length > 0 && cell === names[at])).length;
  const isRepeated = repeated > own.length * 0.2;
  if (!isOver || isRepeated) return undefined;
  return layoutWith(
    names,
    table.delimiter,
    (line) =>
      line.startsWith('#') || /^[|+=-][\s|+=-]*$/.test(line) || sameCells(splitCells(line, table.delimiter), names),
  );
}

const rule = /^[\s|+:=-]{5,}$/;

/** A heading with a rule below it, as databases and night logs print it: lines of other forms may stand between its rows. */
export function ruledColumns(lines: readonly string[]): LineLayout | undefined {
  const at = lines.findIndex((line) => rule.test(line) && /-{3}/.test(line) && /[|+]/.test(line.trim().slice(1, -1)));
  // A frame has a rule above the heading as well.
  const heading = [lines[at - 1], lines[at + 1]].find((line) => line?.includes('|') === true && !rule.test(line));
  const names = heading === undefined ? [] : splitCells(heading, '|');
  if (heading === undefined || names.length < fewestColumns || !areNames(names)) return undefined;
  const isHeading = (line: string) => rule.test(line) || sameCells(splitCells(line, '|'), names);
  const rows = lines.filter((line) => !isHeading(line) && splitCells(line, '|').length === names.length);
  if (rows.length < fewestRows) return undefined;
  // Without cells: what is no row is a record of its own.
  const { fields, column } = layoutWith(names, '|', isHeading);
  return { fields, isNone: isHeading, ...(column === undefined ? {} : { column }) };
}
const fewestRows = 3;

const longestBanner = 20;

/** What an export prints above its table: lines of fewer cells than the table has. */
function bannerOf(lines: readonly string[]): number {
  for (const delimiter of separators) {
    const widths = lines.map((line) => splitCells(line, delimiter).length);
    const width = widths.at(-1)!;
    const start = widths.indexOf(width);
    const isTable =
      width >= fewestColumns &&
      widths.slice(start).filter((one) => one === width).length >= (lines.length - start) * 0.9;
    if (isTable && start <= Math.min(longestBanner, lines.length / 2)) return start;
  }
  return 0;
}

function areNames(cells: readonly string[]): boolean {
  const isName = (cell: string) => /^\p{L}[\p{L}\d _().%/#\u00b0[\]-]{0,50}$/u.test(cell) && !/\d{1,2}:\d\d/.test(cell);
  const named = cells.filter((cell) => cell !== '');
  return (
    named.length > 1 &&
    cells.every((cell, at) => isName(cell) || (cell === '' && (at > 0 || cells.at(-1) === ''))) &&
    new Set(named).size === named.length
  );
}

const sameCells = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

const timeCell =
  /^\[?(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d{8}[-T_ ]?(?:\d\d:\d\d|\d{6})|\d\d?[-/.]\d\d?[-/.]\d{2,4}|\d\d?:\d\d:\d\d)/;
const sentenceBehindTime = /^\S{6,30}[ T]\S{6,30} .{0,120}?[a-z]{3} [a-z"']/i;

const labelledCell = /^[A-Za-z][A-Za-z_ ]{1,25}: \S/;

/** Columns without names, of which one at least is a time and one is what is said. */
export function plainColumns(lines: readonly string[]): LineLayout | undefined {
  const table = lines.length < 3 ? undefined : tableOf(lines, 4);
  if (table === undefined) return undefined;
  const share = (at: number, test: (cell: string) => boolean) =>
    table.rows.filter((cells) => cells[at] !== undefined && test(cells[at])).length / table.rows.length;
  const all = Array.from({ length: table.columns }, (_, at) => at);
  const times = all.filter((at) => share(at, (cell) => timeCell.test(cell)) > 0.9);
  if (times.length === 0 || times[0]! > 3) return undefined;
  // "2026-03-26 07:42:12 config: mtu modified, old value 1500": the cell is no time alone, and the commas are of a sentence.
  if (times.some((at) => share(at, (cell) => sentenceBehindTime.test(cell)) > 0.5)) return undefined;
  // ", client: 10.0.0.7, server: shop": commas of a sentence, whose fields say what they are.
  if (all.filter((at) => share(at, (cell) => labelledCell.test(cell)) > 0.9).length >= 2) return undefined;
  // "INFO<tab>order placed<tab>{…}": a record states its fields by name.
  if (all.some((at) => share(at, (cell) => /^\{.*\}$/s.test(cell)) > 0.3)) return undefined;
  const sentences = all.filter((at) => !times.includes(at) && share(at, (cell) => /\S \S/.test(cell)) > 0.5);
  const longest = sentences.sort((a, b) => lengthOf(table, b) - lengthOf(table, a))[0];
  if (longest === undefined) return undefined;
  const level = all.find((at) => holds(levels, cellsAt(table, at)));
  const isSeries = areTags(table.rows.map((cells) => cells[longest - 1] ?? '')) && longest - 1 !== level;
  const senders = isSeries ? new Map<number, string>() : sendersOf(table, longest, level);
  const names = all.map((at) => {
    if (times.includes(at)) return at === times[0] ? 'timestamp' : `date_time_${at + 1}`;
    if (isSeries && at === longest - 1) return 'tag';
    if (at === longest) return isSeries ? 'value' : 'message';
    return at === level ? 'level' : (senders.get(at) ?? `column_${at + 1}`);
  });
  return layoutWith(
    names,
    table.delimiter,
    () => false,
    times.slice(1).map((at) => names[at]!),
  );
}

/** "… | web02 | INFO | billing | main.go:41 | order placed": the program last before what it says, and before it the machine. */
function sendersOf(table: Table, message: number, level: number | undefined): Map<number, string> {
  const is = (at: number, kind: PlaceKind) => holds(kind, cellsAt(table, at));
  const places = Array.from({ length: message }, (_, at) => at).filter((at) => at !== level && !is(at, codePlace));
  const [machineAt = -1, programAt = -1] = places.slice(-2);
  if (places.length < 2 || !is(programAt, program)) return new Map();
  const sender = [programAt, 'source'] as const;
  return new Map(is(machineAt, machine) ? [[machineAt, 'host'], sender] : level === undefined ? [] : [sender]);
}

const cellsAt = ({ rows }: Table, at: number): string[] => rows.map((cells) => cells[at] ?? '');

const mostTags = 12;
const tag = /^[A-Z][A-Z\d_]{1,24}$/;

/** "STATE | RUN", "TEMP | 180.6 °C": a few words in capitals, each of which says what the next cell is. */
const areTags = (cells: readonly string[]): boolean =>
  cells.every((cell) => tag.test(cell)) && new Set(cells).size > 1 && new Set(cells).size <= mostTags;

const lengthOf = (table: Table, at: number): number =>
  table.rows.reduce((sum, cells) => sum + (cells[at]?.length ?? 0), 0);

/** Reads records of these columns; a last cell may hold the separator itself. */
export function layoutWith(
  names: readonly string[],
  delimiter: Delimiter,
  isHeading: (line: string) => boolean,
  left: readonly string[] = [],
): LineLayout {
  const role = rolesOf(names);
  const shown = names.map((name, at) => (name === '' ? `column_${at + 1}` : name));
  const cellsOf = (line: string): string[] | undefined => {
    const cells = splitCells(line, delimiter);
    if (cells.length < names.length - 1 || isHeading(line)) return undefined;
    if (cells.length > names.length) {
      if (delimiter === ' ' || names.length < 3) return undefined;
      cells.splice(names.length - 1, cells.length, cells.slice(names.length - 1).join(delimiter));
    }
    return cells;
  };
  return {
    isNone: (line) => cellsOf(line) === undefined,
    cells(line) {
      const cells = cellsOf(line);
      return cells && new Map(shown.map((name, at) => [name, cells[at] ?? '']));
    },
    fields(line) {
      const cells = cellsOf(line);
      if (cells === undefined) return undefined;
      const fields = columnFields(shown, cells, role);
      for (const name of left) fields.fields.delete(name);
      return fields;
    },
    level(line) {
      const at = role.level === undefined ? -1 : shown.indexOf(role.level);
      return levelMarked(cellsOf(line)?.[at] ?? '');
    },
    column(name) {
      const generic = genericNames.get(name);
      const at = shown.indexOf(generic === undefined ? name : (role[generic] ?? name));
      if (at < 0 || name === role.message || isTimeName(name)) return undefined;
      return (line) => {
        if (line.charCodeAt(0) === 35) return undefined;
        const cell = cellAt(line, at, delimiter);
        return cell === undefined || cell === '' || cell === '-' ? undefined : plainCell(cell, name);
      };
    },
  };
}

const genericNames = new Map([
  ['client', 'client'],
  ['method', 'method'],
  ['path', 'path'],
  ['status', 'status'],
] as const) as ReadonlyMap<string, 'client' | 'method' | 'path' | 'status'>;

const plainCell = (cell: string, name: string): string =>
  name === 'path' ? cell.replace(/\?.*$/s, '').slice(0, 300) : cell;

function cellAt(line: string, at: number, delimiter: Delimiter): string | undefined {
  if (delimiter !== ' ' && line.includes('"')) return splitCells(line, delimiter)[at];
  let start = 0;
  for (let seen = 0; seen < at; seen++) {
    const next = line.indexOf(delimiter, start);
    if (next < 0) return undefined;
    start = next + 1;
    if (delimiter === ' ') while (line.charCodeAt(start) === 32) start++;
  }
  const end = line.indexOf(delimiter, start);
  return line.slice(start, end < 0 ? line.length : end).trim();
}
