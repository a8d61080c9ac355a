import type { DocumentInfo } from '../../formats/reading.ts';
import type { LogRecord } from './records.ts';

/** What is told of a record, and whether it is told of all records of its form. */
export interface Told<T> {
  value: T;
  isOfForm: boolean;
}

/** A name with a digit that also has words: `job7_failed` and `stage2.done` are of one form. */
const wordsInName = /[._](?:(?<=\d\w{0,40}.)[A-Za-z]{2}|(?<=[A-Za-z]{2}.)[\w.]{0,40}\d)/;

/** What the words of a record tell, read once for each form of lines: a long log has few. */
export function onceForEachForm<T>(tell: (record: LogRecord) => Told<T>): (record: LogRecord) => T {
  const known = byForm<{ value: T }>();
  return (record) => {
    if (record.form === undefined || wordsInName.test(record.text)) return tell(record).value;
    const key = withWordAhead(record.form, record.text);
    const settled = known.get(record, key);
    if (settled !== undefined) return settled.value;
    const { value, isOfForm } = tell(record);
    if (isOfForm) known.set(record, key, { value });
    return value;
  };
}

/** So many lines of a form without a value show that no line of it has one. */
const enoughWithout = 4;

/** Reads a value only where lines of the form have one: those with as many words, since a form counts numbers in a row as one. */
export function whereFormsHave<T>(read: (record: LogRecord) => T | undefined): (record: LogRecord) => T | undefined {
  const without = byForm<number>();
  return (record) => {
    if (record.form === undefined || record.isInColumns) return read(record);
    const form = record.form * mostBlanks + Math.min(mostBlanks - 1, blanksIn(record.text));
    const key = withWordAhead(form, record.text);
    const seen = without.get(record, key) ?? 0;
    if (seen >= enoughWithout) return undefined;
    const value = read(record);
    without.set(record, key, value === undefined ? seen + 1 : Number.NEGATIVE_INFINITY);
    return value;
  };
}

const mostBlanks = 2048;

/** "OPEN  2026-05-12 06:01:28 ...": forms begin behind the time, whatever word stands before it. */
const wordAhead = /^[[(<]?([A-Za-z][A-Za-z_-]{1,20})[\])>:,]{0,2}\s{1,12}[[(]?(?:\d{4}[-/.]|\d\d[:/.])\d\d/;

function withWordAhead(form: number, text: string): FormKey {
  const word = wordAhead.exec(text)?.[1];
  return word === undefined ? form : `${form} ${word}`;
}

type FormKey = number | string;

function blanksIn(text: string): number {
  let blanks = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) blanks++;
  return blanks;
}

/** Forms are numbered in each document anew. */
function byForm<T>() {
  const byDocument = new Map<DocumentInfo, Map<FormKey, T>>();
  let document: DocumentInfo | undefined;
  let known = new Map<FormKey, T>();
  const open = (record: LogRecord): Map<FormKey, T> => {
    if (record.document === document) return known;
    document = record.document;
    known = byDocument.get(document) ?? new Map<FormKey, T>();
    byDocument.set(document, known);
    return known;
  };
  return {
    get: (record: LogRecord, key: FormKey): T | undefined => open(record).get(key),
    set: (record: LogRecord, key: FormKey, value: T) => open(record).set(key, value),
  };
}
