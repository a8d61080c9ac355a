import type { PassLine } from './pass.ts';

/** Forms up to here tell lines apart by all of their words. */
const fullForms = 30_000;

/** Whether the index tells by this number that lines have the same words, but for those with a digit. */
export function isTellingForm(form: number, text: string): boolean {
  return form >= 0 && form < fullForms && text.length < 2000;
}

/** Reads what the words of a line settle once for each form; `isSettled` says whether digits have no part in what was read. */
export function onceAForm<T>(
  read: (line: PassLine) => T,
  isSettled: (value: T, line: PassLine) => boolean,
): (line: PassLine) => T {
  let known = new Map<number, T>();
  let document: PassLine['document'] | undefined;
  return (line) => {
    if (line.form < 0) return read(line);
    if (document !== line.document) {
      document = line.document;
      known = new Map();
    }
    const found = known.get(line.form);
    if (found !== undefined || known.has(line.form)) return found as T;
    const value = read(line);
    if (isSettled(value, line)) known.set(line.form, value);
    return value;
  };
}
