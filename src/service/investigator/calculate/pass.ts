import type { DocumentInfo, LineRange } from '../../formats/reading.ts';
import type { LineMarks } from '../../lines/open-document.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import type { Investigation } from '../investigation.ts';
import type { TimeAsked } from '../question/question.ts';
import { windowIn } from '../question/times-asked.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { startsWithTime } from '../survey/text-fields.ts';
import { inAll } from '../words/line-list.ts';
import { failingTest } from './failing-test.ts';
import { isTellingForm } from './form-memo.ts';
import { type Row, readRow } from './row.ts';

/** One record as the pass comes by: only valid until the next. */
export interface PassLine {
  text: string;
  line: number;
  /** Of the line among all documents: see `rangeAt`. */
  place: number;
  document: DocumentInfo;
  /** Lines of one number differ only in words with a digit; -1 without an index. */
  form: number;
  /** Undefined where neither the line nor one before it states a time. */
  timeMs: number | undefined;
  row(): Row;
  /** An error by its level, its outcome or its words; an answer of 500 and above. */
  isFailing(): boolean;
}

export interface PassOptions {
  /** Only lines of these windows, where any is given. */
  times?: readonly TimeAsked[];
  /** Only these lines, in order, by the name of their document. */
  lines?: ReadonlyMap<string, Uint32Array>;
  see(line: PassLine): void;
  /** Nothing more can come of the lines that follow. */
  isDone?(): boolean;
  /** A line that goes on with the record above it: a stack trace. */
  seeBelow?(text: string, line: number): void;
}

export interface PassTotals {
  /** Records looked at, in the windows. */
  records: number;
  /** False where the time for the run was used up or nothing more was wanted: `lastLine` of the document is how far it came. */
  isWhole: boolean;
  documents: DocumentInfo[];
}

const blockLines = 4000;
const placesADocument = 2 ** 33;

/** Of a line of the document with this index among those that are passed. */
export function placeOf(index: number, line: number): number {
  return index * placesADocument + line;
}

/** The line that a place stands for. */
export function rangeAt(run: Investigation, place: number): LineRange {
  const line = place % placesADocument;
  return { document: documentsOf(run)[Math.floor(place / placesADocument)]!.name, lineStart: line, lineEnd: line };
}

export function documentsOf(run: Investigation): DocumentInfo[] {
  return run.documents.infos
    .filter((info) => /^(?:log|capture|dmesg)$/.test(info.fileType) && info.lines > 0)
    .slice(0, 1000);
}

/** Reads the records of all logs once, in order. */
export async function eachLine(run: Investigation, options: PassOptions): Promise<PassTotals> {
  const totals: PassTotals = { records: 0, isWhole: true, documents: [] };
  let scanned = 0;
  for (const [index, info] of documentsOf(run).entries()) {
    const windows = (options.times ?? []).map((asked) => windowIn(asked, info)).filter((found) => found !== undefined);
    if ((options.times ?? []).length > 0 && windows.length === 0) continue;
    if (options.lines !== undefined && !options.lines.has(info.name)) continue;
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    totals.documents.push(info);
    const inWindow = (timeMs: number | undefined) =>
      windows.length === 0 ||
      (timeMs !== undefined && windows.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs <= toMs));
    if (!(await passDocument(run, document, index * placesADocument, inWindow, options, totals)))
      totals.isWhole = false;
    scanned += info.sizeBytes;
    run.progress(`${info.name} counted`, scanned);
  }
  return totals;
}

async function passDocument(
  run: Investigation,
  document: ReadDocument,
  firstPlace: number,
  inWindow: (timeMs: number | undefined) => boolean,
  options: PassOptions,
  totals: PassTotals,
): Promise<boolean> {
  const { info, layout } = document;
  const head = (await document.lines(1, 400)).filter((text) => text.trim() !== '');
  const stamping = stampingOf(head);
  const failing = failingTest(
    document,
    head.filter((text) => !isBelow(text, stamping) || layout?.fields(text) !== undefined),
  );
  // What stands before the time is no part of a form.
  const isLedByTime =
    stamping === 'all' && !head.some((text) => !startsWithTime(text) && /\d\d:\d\d:\d\d/.test(text.slice(0, 120)));
  let marks: LineMarks | undefined;
  let marksFrom = 0;
  let latestMs: number | undefined;
  let wasSeen = false;
  let row: Row | undefined;
  let form = -1;
  const line: PassLine = {
    text: '',
    line: 0,
    place: 0,
    document: info,
    form: -1,
    timeMs: undefined,
    row: () => (row ??= readRow(line.text, layout)),
    isFailing: () => failing(line),
  };
  const asked = options.lines?.get(info.name);
  const only =
    asked !== undefined && document.only !== undefined ? inAll([asked, document.only]) : (asked ?? document.only);
  let next = 0;
  for (let start = 1; start <= info.lines; start += blockLines) {
    run.signal.throwIfAborted();
    if (!run.hasTime() || options.isDone?.() === true) return false;
    if (only !== undefined && (next >= only.length || only[next]! >= start + blockLines)) continue;
    const texts = await document.lines(start, Math.min(info.lines, start + blockLines - 1));
    for (let index = 0; index < texts.length; index++) {
      const number = start + index;
      const text = texts[index]!;
      let ownMs: number | undefined;
      if (document.marks !== undefined) {
        if (marks === undefined || number < marksFrom || number >= marksFrom + marks.forms.length) {
          marks = await document.marks(number, info.lines);
          marksFrom = number;
        }
        form = marks.forms[number - marksFrom]!;
        const markMs = marks.timesMs[number - marksFrom]!;
        ownMs = Number.isNaN(markMs) ? undefined : markMs;
      } else
        ownMs = info.indexPath === undefined ? fieldsOf(text, layout).timeMs : (await document.meta(number)).timeMs;
      if (text.length === 0) continue;
      if (isBelow(text, stamping) && layout?.fields(text) === undefined) {
        if (wasSeen) options.seeBelow?.(text, number);
        continue;
      }
      latestMs = ownMs ?? latestMs;
      while (only !== undefined && next < only.length && only[next]! < number) next++;
      wasSeen = (only === undefined || only[next] === number) && inWindow(latestMs);
      if (!wasSeen) continue;
      line.text = text;
      line.form = isLedByTime && isTellingForm(form, text) ? form : -1;
      line.line = number;
      line.place = firstPlace + number;
      line.timeMs = latestMs;
      row = undefined;
      totals.records++;
      options.see(line);
    }
  }
  return true;
}

/** How a line that goes on with the record above it is told from one of its own. */
type Stamping = 'all' | 'most' | 'none';

function stampingOf(texts: readonly string[]): Stamping {
  const own = texts.filter((text) => startsWithTime(text.trimStart())).length;
  if (own > texts.length * 0.4) return 'all';
  return texts.filter((text) => !/^[ \t]/.test(text)).length > texts.length * 0.4 ? 'most' : 'none';
}

function isBelow(text: string, stamping: Stamping): boolean {
  if (stamping === 'none') return false;
  const code = text.charCodeAt(0);
  const isIndented = code === 32 || code === 9;
  if (stamping === 'most') return isIndented;
  return !startsWithTime(isIndented ? text.trimStart() : text) && code !== 123;
}

/** Lines to learn from what the file states: the first of each kind, and runs from all over it. */
export async function sampleRows(run: Investigation): Promise<Row[]> {
  const rows: Row[] = [];
  for (const info of documentsOf(run).slice(0, 40)) {
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const { layout } = document;
    const take = async (from: number, to: number) => {
      for (const text of await document.lines(from, to)) {
        if (text.trim() !== '' && (!/^[ \t]/.test(text) || layout?.fields(text) !== undefined))
          rows.push(readRow(text, layout));
      }
    };
    await take(1, 400);
    const runs = info.lines > 6000 ? 30 : Math.ceil(info.lines / 50);
    for (let at = 1; at <= runs; at++) {
      const start = 401 + Math.floor(((info.lines - 400) * at) / (runs + 1));
      if (info.lines > 400) await take(start, Math.min(info.lines, start + 49));
    }
    for (const template of (await document.templates()).slice(0, 400))
      await take(template.firstLine, template.firstLine);
    if (rows.length > 20_000) break;
  }
  return rows;
}
