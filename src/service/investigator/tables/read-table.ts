import type { DocumentInfo } from '../../formats/reading.ts';
import { documentsOf, eachLine, type PassLine } from '../calculate/pass.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { type Cells, chooseColumns, type TableColumns } from './choose-columns.ts';
import { gravityOfCell } from './gravity.ts';
import { withLevels } from './levels.ts';
import { type CellValue, keyOf, type Place, type StateChange, type Table, type UnitNumber } from './table.ts';

const bucketCount = 60;
/** Of a column that was thought to hold few. */
const mostValues = 200;
const mostChanges = 200;
const sampleEach = 150;

export interface OpenTable {
  info: DocumentInfo;
  read(text: string): Cells | undefined;
  columns: TableColumns;
  sample: readonly Cells[];
}

/** The one table of a run with what its columns hold. Undefined where the file is none. */
export async function openTable(run: Investigation): Promise<OpenTable | undefined> {
  const documents = documentsOf(run);
  const [info] = documents;
  if (run.files.length !== 1 || documents.length !== 1 || info === undefined || info.fileType !== 'log')
    return undefined;
  const document = await run.documents.open(info.name);
  if (document === undefined) return undefined;
  const read = cellsReader(document);
  const sample = await sampleOf(document, read);
  const columns = sample === undefined ? undefined : chooseColumns(sample);
  return sample === undefined || columns === undefined ? undefined : { info, read, columns, sample };
}

/** Reads a table whole, counting what its columns of few values hold. */
export async function readTable(run: Investigation, { info, read, columns }: OpenTable): Promise<Table> {
  const builder = createBuilder(columns);
  const { firstTimeMs, lastTimeMs } = info;
  const hasClock = info.clock !== 'none' && firstTimeMs !== undefined && (lastTimeMs ?? 0) > firstTimeMs;
  const bucketOf = (line: PassLine) => {
    const share =
      hasClock && line.timeMs !== undefined
        ? (line.timeMs - firstTimeMs) / (lastTimeMs! - firstTimeMs)
        : (line.line - 1) / info.lines;
    return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
  };
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const cells = read(line.text);
      if (cells !== undefined) builder.add(cells, line, bucketOf(line));
    },
  });
  return withLevels(builder.table(info.name));
}

/**
 * The cells of a table's record; of a record of names and values, those. Requests to a server and records with a level
 * are told by what is known of them.
 */
function cellsReader({ layout }: ReadDocument): (text: string) => Cells | undefined {
  if (layout !== undefined) {
    return (text) => {
      const cells = layout.cells?.(text);
      return cells === undefined || isRequest(layout.fields(text)?.fields) ? undefined : cells;
    };
  }
  return (text) => {
    if (!/^\{"|^\s*[\w.]+=/.test(text)) return undefined;
    const { fields, message, severity } = fieldsOf(text);
    if (severity !== undefined || isRequest(fields)) return undefined;
    const cells = new Map([...fields].map(([name, value]) => [name, String(value)]));
    if (!message.includes('=') && message.length < 120 && ![...cells.values()].includes(message))
      cells.set('event', message);
    return cells;
  };
}

const isRequest = (fields: ReadonlyMap<string, unknown> | undefined): boolean =>
  fields?.has('path') === true && fields.has('status');

/** Records from all over the table. Undefined where too few of its lines are records. */
async function sampleOf(
  document: ReadDocument,
  read: (text: string) => Cells | undefined,
): Promise<Cells[] | undefined> {
  const { lines } = document.info;
  const found: Cells[] = [];
  let seen = 0;
  const parts = lines <= sampleEach * 8 ? 1 : 8;
  for (let part = 0; part < parts; part++) {
    const from = 1 + Math.floor((lines * part) / parts);
    const to = parts === 1 ? lines : Math.min(lines, from + sampleEach - 1);
    for (const text of await document.lines(from, to)) {
      if (text.trim() === '') continue;
      seen++;
      const cells = read(text);
      if (cells !== undefined && cells.size >= 3) found.push(cells);
    }
  }
  return found.length < 12 || found.length < seen * 0.8 ? undefined : found;
}

function createBuilder({ kinds, numbers, unit, clock }: TableColumns) {
  const byUnit = new Map<string, Map<string, UnitNumber>>();
  const values = new Map<string, CellValue>();
  const distinct = new Map<string, number>();
  const perBucket = new Uint32Array(bucketCount);
  const states = new Map<string, { value: string; changes: StateChange[]; count: number }>();
  let records = 0;

  function cellValue(column: string, value: string, at: Place, cells: Cells): CellValue | undefined {
    const key = keyOf(column, value);
    const known = values.get(key);
    const size = distinct.get(column) ?? 0;
    if (known !== undefined || size >= mostValues) return known;
    distinct.set(column, size + 1);
    const made: CellValue = {
      column,
      value,
      gravity: gravityOfCell(value),
      count: 0,
      first: at,
      last: at,
      firstIn: [],
      buckets: new Uint32Array(bucketCount),
      beside: new Map(),
      firstCells: cells,
    };
    values.set(key, made);
    return made;
  }

  return {
    add(cells: Cells, line: PassLine, bucket: number) {
      const shown = clock === undefined ? undefined : cells.get(clock.column);
      const at: Place = {
        place: line.place,
        record: records++,
        ...(line.timeMs === undefined ? {} : { timeMs: line.timeMs }),
        ...(shown === undefined ? {} : { clock: shown }),
      };
      perBucket[bucket]!++;
      const owner = unit === undefined ? undefined : cells.get(unit);
      if (owner !== undefined && owner !== '') addNumbers(byUnit, owner, numbers, cells, at);
      const held = kinds.flatMap((column) => {
        const value = cells.get(column);
        return value === undefined || value === '' || value === '-'
          ? []
          : [{ column, value, key: keyOf(column, value) }];
      });
      for (const { column, value } of held) {
        const one = cellValue(column, value, at, cells);
        if (one === undefined) continue;
        one.count++;
        one.buckets[bucket]!++;
        const isEarlier = at.timeMs !== undefined && one.first.timeMs !== undefined && at.timeMs < one.first.timeMs;
        if (isEarlier) {
          one.first = at;
          one.firstCells = cells;
        } else one.last = at;
        one.firstIn[bucket] ??= at;
        for (const other of held)
          if (other.column !== column) one.beside.set(other.key, (one.beside.get(other.key) ?? 0) + 1);
        const state = states.get(column);
        if (state === undefined) states.set(column, { value, changes: [], count: 0 });
        else if (state.value !== value) {
          if (state.changes.length < mostChanges) state.changes.push({ column, from: state.value, to: value, at });
          state.value = value;
          state.count++;
        }
      }
    },
    table(document: string): Table {
      const held = (column: string) =>
        [...values.values()].filter((one) => one.column === column).reduce((sum, one) => sum + one.count, 0);
      const changes = [...states]
        .filter(([column, { count }]) => held(column) > records / 2 && count <= Math.min(40, records / 40))
        .flatMap(([, state]) => state.changes);
      return {
        document,
        columns: kinds,
        records,
        perBucket,
        values,
        changes,
        ...(unit === undefined ? {} : { unit: { column: unit, numbers: byUnit } }),
        ...(clock === undefined ? {} : { clock }),
      };
    },
  };
}

function addNumbers(
  byUnit: Map<string, Map<string, UnitNumber>>,
  owner: string,
  columns: readonly string[],
  cells: Cells,
  at: Place,
): void {
  let own = byUnit.get(owner);
  if (own === undefined) {
    if (byUnit.size >= mostValues) return;
    own = new Map();
    byUnit.set(owner, own);
  }
  for (const column of columns) {
    const value = numberIn(cells.get(column));
    if (value === undefined) continue;
    const one = own.get(column);
    if (one === undefined) own.set(column, { count: 1, sum: value, min: value, max: value, minAt: at, maxAt: at });
    else {
      one.count++;
      one.sum += value;
      if (value < one.min) [one.min, one.minAt] = [value, at];
      if (value > one.max) [one.max, one.maxAt] = [value, at];
    }
  }
}

/** A cell that is nothing but a number, with a decimal comma too. */
export function numberIn(cell: string | undefined): number | undefined {
  return cell === undefined || !/^[-+]?\d{1,15}(?:[.,]\d{1,18})?$/.test(cell)
    ? undefined
    : Number(cell.replace(',', '.'));
}
