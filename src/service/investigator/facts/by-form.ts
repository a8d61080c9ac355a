import type { DocumentInfo } from '../../formats/reading.ts';
import type { LogRecord } from './records.ts';

/** What is told of a record, and whether it is told of all records of its form. */
export interface Told<T> {
  value: T;
  isOfForm: boolean;
}

/** A name with a digit that also has words: `job7_failed` and `stage2.done` are of one form. */
const wordsInName = /[._](?:(?<=\d\w{0,40}.)[A-Za-z]{2}|(?<=[A-Za-z]{2}.)[\w.]{0,40}\d)/;

/** "OPEN  2026-05-12 06:01:28 ...": forms begin behind the time, whatever word stands before it. */
const wordAhead = /^[[(<]?([A-Za-z][A-Za-z_-]{1,20})[\])>:,]{0,2}\s{1,12}[[(]?(?:\d{4}[-/.]|\d\d[:/.])\d\d/;

/** What the words of a record tell, read once for each form of lines: a long log has few. */
export function onceForEachForm<T>(tell: (record: LogRecord) => Told<T>): (record: LogRecord) => T {
  // Forms are numbered in each document anew.
  const byDocument = new Map<DocumentInfo, Map<number | string, { value: T }>>();
  return (record) => {
    const { form, text, document } = record;
    if (form === undefined || wordsInName.test(text)) return tell(record).value;
    const known = byDocument.get(document) ?? new Map<number | string, { value: T }>();
    byDocument.set(document, known);
    const word = wordAhead.exec(text)?.[1];
    const key = word === undefined ? form : `${form} ${word}`;
    const settled = known.get(key);
    if (settled !== undefined) return settled.value;
    const { value, isOfForm } = tell(record);
    if (isOfForm) known.set(key, { value });
    return value;
  };
}
