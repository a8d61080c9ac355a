import type { DocumentInfo } from '../../formats/reading.ts';
import type { LevelName } from '../../lines/level-words.ts';
import { formBytes } from '../../lines/line-form.ts';
import { maxFullForms } from '../../lines/line-scan.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { isSecretLine } from '../evidence/secrets.ts';
import type { Scene } from '../investigation.ts';
import type { Span, Window } from '../query/query.ts';
import { levelIn } from './levels.ts';
import { blocksOf } from './lines/blocks-of.ts';
import { isSaidBelow, isWriterAbove } from './lines/java-records.ts';
import { isHeadAlone } from './lines/line-heads.ts';
import { exceptionIn, frameBelow } from './lines/thrown.ts';
import { type Row, readRow } from './row.ts';
import { holdsBlocks, isBelow, isOfSeveralLines, stampingOf, statedBy } from './stamping.ts';

/** One record as the pass comes by: only valid until the next. */
export interface LogRecord {
  text: string;
  line: number;
  document: DocumentInfo;
  /** Undefined where neither the line nor one before it states a time. */
  timeMs: number | undefined;
  row(): Row;
  /** Of a block of lines. */
  lastLine?: number | undefined;
  /** What lines below it say was thrown; empty where none does. */
  thrown: string;
  /** The innermost frame of its stack, `store.py:42`; empty where lines below it show none. */
  thrownAt: string;
  /** As the line states it. */
  level(): LevelName | undefined;
  /** Records of one number differ only in words with a digit; undefined where that is not known. */
  form: number | undefined;
  /** A line of a table, where a cell may be empty. */
  isInColumns: boolean;
}

export interface PassOptions {
  window?: Window | undefined;
  /** Each record to be seen has this in its text, whatever the case: others need not be read. */
  needle?: string | undefined;
  /** Of a longer text a sample of about so many lines is enough. */
  sampleLines?: number;
  see(record: LogRecord): void;
}

export interface PassTotals {
  /** False where the time for the run was used up. */
  isWhole: boolean;
  records: number;
  firstMs?: number;
  lastMs?: number;
}

/** The texts questions are about: logs where there are any, else whatever has lines. */
export function documentsOf({ documents }: Pick<Scene, 'documents'>): DocumentInfo[] {
  const texts = documents.infos.filter((info) => info.lines > 0 && info.writing === undefined);
  const logs = texts.filter((info) => /^(?:log|capture|dmesg)$/.test(info.fileType));
  return (logs.length > 0 ? logs : texts).slice(0, 1000);
}

/** So many lines are sooner read in a row than picked. */
const mostPicked = 20_000;

/** Reads the records of all logs once, in order. */
export async function eachRecord(scene: Scene, options: PassOptions): Promise<PassTotals> {
  const totals: PassTotals = { isWhole: true, records: 0 };
  let scanned = 0;
  for (const info of documentsOf(scene)) {
    const document = await scene.documents.open(info.name);
    if (document === undefined || !mayLieIn(options.window, info)) continue;
    const picked = await pick(document, options.needle);
    if (picked !== undefined) await passPicked(scene, document, picked, options, totals);
    else if (!(await passWhole(scene, document, options, totals))) totals.isWhole = false;
    scanned += info.sizeBytes;
    scene.progress(`${info.name} counted`, scanned);
  }
  return totals;
}

function mayLieIn(window: Window | undefined, { firstTimeMs, lastTimeMs }: DocumentInfo): boolean {
  if (window === undefined) return true;
  if (firstTimeMs === undefined || lastTimeMs === undefined) return false;
  return (window.fromMs ?? firstTimeMs) <= lastTimeMs && (window.toMs ?? lastTimeMs) >= firstTimeMs;
}

async function pick(document: ReadDocument, needle: string | undefined): Promise<number[] | undefined> {
  if (needle === undefined || needle.length < 3 || document.info.lines < mostPicked || document.marks === undefined)
    return undefined;
  if (await isOfSeveralLines(document)) return undefined;
  const found = await document.search({ all: [needle], ignoreCase: true, limit: mostPicked + 1 });
  return found.total > mostPicked || found.readToLine !== undefined ? undefined : found.lines;
}

interface Shown extends Pick<LogRecord, 'text' | 'line' | 'timeMs'> {
  thrown?: string;
  thrownAt?: string;
  /** Of a block: the last of its lines. */
  lastLine?: number;
  /** What the indented lines of a block state under its head. */
  stated?: ReadonlyMap<string, string | number>;
  form?: number | undefined;
}

function recordOf(document: ReadDocument): LogRecord & { show(shown: Shown): void } {
  let row: Row | undefined;
  let level: LevelName | undefined | null = null;
  let stated: Shown['stated'];
  const record = {
    text: '',
    line: 0,
    lastLine: undefined as number | undefined,
    document: document.info,
    timeMs: undefined as number | undefined,
    thrown: '',
    thrownAt: '',
    form: undefined as number | undefined,
    isInColumns: document.layout !== undefined && document.layout.head === undefined,
    row: () => (row ??= withStated(withThrown(readRow(record.text, document.layout), record.thrown), stated)),
    level: () => {
      if (level === null) level = levelIn(record.text, document.layout);
      return level;
    },
    show({ text, line, timeMs, thrown = '', thrownAt = '', form, stated: below, lastLine }: Shown) {
      stated = below;
      record.lastLine = lastLine;
      record.text = text;
      record.thrown = thrown;
      record.thrownAt = thrownAt;
      record.line = line;
      record.timeMs = timeMs;
      record.form =
        thrown === '' && below === undefined && form !== undefined && form < maxFullForms && text.length <= formBytes
          ? form
          : undefined;
      row = undefined;
      level = null;
    },
  };
  return record;
}

/** What was thrown belongs to what the record says, though it stands on a line of its own. */
const withThrown = (row: Row, thrown: string): Row =>
  thrown === '' ? row : { ...row, message: `${row.message} ${thrown}` };

/** "[2026-05-12 06:10:00] Backup report": what the head says, and the lines below it state. */
function withStated(row: Row, stated: Shown['stated']): Row {
  if (stated === undefined) return row;
  const [head = ''] = row.text.split('\n', 1);
  const said = readRow(head).message;
  // A head of a time alone says what its lines do.
  return { ...row, message: said === head.trim() ? '' : said, values: new Map([...row.values, ...stated]) };
}

/** What holds a secret is told by nothing that is said of the file: neither quoted nor counted nor named. */
function secretTest({ fileType, secretLines = [] }: DocumentInfo): (text: string, line: number) => boolean {
  const known = new Set(secretLines);
  return (text, line) => known.has(line) || isSecretLine(fileType, text);
}

/** Whether a line is from then. */
export function isIn(
  window: Window | undefined,
  { timeMs, line }: Pick<LogRecord, 'timeMs' | 'line'>,
  document: string,
): boolean {
  if (window === undefined) return true;
  if (timeMs === undefined) return false;
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, spans } = window;
  // Of lines of one time those behind the line that begins it are in it.
  const isWithin = ({ from, to, ...span }: Span) =>
    timeMs >= span.fromMs &&
    timeMs <= span.toMs &&
    !(from?.document === document && timeMs === span.fromMs && line < from.line) &&
    !(to?.document === document && timeMs === span.toMs && line > to.line);
  return timeMs >= fromMs && timeMs <= toMs && (spans?.some(isWithin) ?? true);
}

/** Reads single lines, each as a record of its own; undefined for one that says nothing. */
export function recordReader(
  document: ReadDocument,
): (line: Pick<LogRecord, 'text' | 'line' | 'timeMs' | 'form'>) => LogRecord | undefined {
  const record = recordOf(document);
  const isSecret = secretTest(document.info);
  return (line) => {
    if (line.text === '' || isSecret(line.text, line.line) || document.layout?.isNone?.(line.text) === true)
      return undefined;
    record.show(line);
    return record;
  };
}

async function passPicked(
  scene: Scene,
  document: ReadDocument,
  picked: readonly number[],
  options: PassOptions,
  totals: PassTotals,
): Promise<void> {
  const read = recordReader(document);
  for (const line of picked) {
    scene.signal.throwIfAborted();
    const [text = ''] = await document.lines(line, line);
    const { timeMs } = await document.meta(line);
    const record = isIn(options.window, { timeMs, line }, document.info.name)
      ? read({ text, line, timeMs, form: undefined })
      : undefined;
    if (record === undefined) continue;
    totals.records++;
    options.see(record);
  }
}

const stretchLines = 200;
/** Kinds of lines of which a sample holds the first and the last. */
const mostKindsSampled = 2000;

type Stretch = [from: number, to: number];

/** Of a long text its beginning, stretches at equal distances, and a line of each kind, however rare. */
async function stretchesOf({ info: { lines }, templates }: ReadDocument, sampleLines: number | undefined) {
  if (sampleLines === undefined || lines <= sampleLines) return [[1, lines] as const];
  const head = Math.min(lines, 2000);
  const count = Math.max(1, Math.floor((sampleLines - head) / stretchLines));
  const step = Math.max(stretchLines, Math.floor((lines - head) / count));
  const even = stretches(head + 1, lines, step, stretchLines);
  const kinds = (await templates()).slice(0, mostKindsSampled);
  const rare = kinds.flatMap(({ firstLine, lastLine }) => [firstLine, lastLine]);
  return joined([[1, head], ...even, ...rare.map((line): Stretch => [line, line])]);
}

/** From each `step`-th line on, `length` lines. */
function stretches(from: number, to: number, step: number, length: number): Stretch[] {
  const found: Stretch[] = [];
  for (let start = from; start <= to; start += step) found.push([start, Math.min(to, start + length - 1)]);
  return found;
}

/** In order, none twice. */
function joined(some: Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [from, to] of some.sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last === undefined || from > last[1] + 1) found.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return found;
}

async function passWhole(
  scene: Scene,
  document: ReadDocument,
  options: PassOptions,
  totals: PassTotals,
): Promise<boolean> {
  const { info, layout } = document;
  const stamping = await stampingOf(document);
  const isWithin = holdsBlocks(stamping);
  const record = recordOf(document);
  const isSecret = secretTest(info);
  let latestMs: number | undefined;
  let held: Held | undefined;
  const pass = (): void => {
    const shown = held;
    held = undefined;
    if (shown === undefined || !isIn(options.window, shown, info.name)) return;
    record.show(shown);
    count(totals, shown.timeMs);
    options.see(record);
  };
  for await (const block of blocksOf(document, await stretchesOf(document, options.sampleLines))) {
    scene.signal.throwIfAborted();
    if (!scene.hasTime()) return false;
    for (const [at, text] of block.texts.entries()) {
      const number = block.start + at;
      const ownMs = block.timeMs(at);
      if (stamping === 'paragraphs' && text.trim() === '') pass();
      if (text.length === 0 || isSecret(text, number)) continue;
      if (stamping === 'pairs' && held !== undefined && isWriterAbove(held.text) && isSaidBelow(text)) {
        held = { ...held, text: `${held.text}\n${text}`, line: number, form: undefined };
        continue;
      }
      const isBelowHead =
        stamping === 'paragraphs'
          ? held !== undefined && layout?.fields(text) === undefined
          : isBelow(text, stamping, layout);
      if (isBelowHead) {
        if (held === undefined) continue;
        addBelow(held, { text, line: number, timeMs: ownMs }, isWithin);
        latestMs = held.timeMs;
        continue;
      }
      pass();
      if (layout?.isNone?.(text) === true) continue;
      latestMs = ownMs ?? latestMs;
      held = { text, line: number, timeMs: latestMs, thrown: '', thrownAt: '', form: block.form(at) };
      if (stamping === 'paragraphs') held.stated = statedBy(text);
    }
  }
  pass();
  return true;
}

/** A record to which the lines below may add. */
interface Held extends Shown {
  thrown: string;
  thrownAt: string;
  stated?: Map<string, string | number>;
}

function addBelow(
  held: Held,
  { text, line, timeMs }: Pick<Shown, 'text' | 'line' | 'timeMs'>,
  isWithin: boolean,
): void {
  if (isWithin) {
    held.stated = statedBy(text, held.stated);
    held.lastLine = line;
    // The time of a paragraph may stand on any of its lines.
    held.timeMs = timeMs ?? held.timeMs;
    if (held.text.length < longestBlock) held.text += `\n${text.trim()}`;
  } else if (isHeadAlone(held.text)) {
    held.text += `\n${text.trim()}`;
    held.lastLine = line;
    held.form = undefined;
  } else {
    if (held.thrown.length < longestThrown) held.thrown += thrownBy(text);
    held.thrownAt = frameBelow(text, held.thrownAt);
  }
}

function count(totals: PassTotals, timeMs: number | undefined): void {
  totals.records++;
  if (timeMs === undefined) return;
  totals.firstMs = Math.min(totals.firstMs ?? timeMs, timeMs);
  totals.lastMs = Math.max(totals.lastMs ?? timeMs, timeMs);
}

const longestThrown = 300;
const longestBlock = 4000;

/** The class and message a line below a record says was thrown; empty where it says none. */
function thrownBy(text: string): string {
  const thrown = /(?:Exception|Error|Throwable)\b/.test(text) ? exceptionIn(text.slice(0, 400)) : undefined;
  return thrown === undefined ? '' : ` ${`${thrown.type}: ${thrown.message}`.slice(0, 200)}`;
}
