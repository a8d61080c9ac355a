import { codeExtension } from '../code-files.ts';
import { levelMarked } from '../level-words.ts';
import { isThread } from '../thread-names.ts';

/** What the texts are that stand in one place of a document's lines: whether one may be such, and whether all together are. */
export interface PlaceKind {
  fits(text: string): boolean;
  are(texts: readonly string[]): boolean;
}

const nearlyAll = 0.9;

/** Lines of another form may stand between. */
export function holds({ fits, are }: PlaceKind, texts: readonly string[], lines = texts.length): boolean {
  const fitting = texts.filter(fits);
  return fitting.length > 0 && fitting.length >= lines * nearlyAll && are(fitting);
}

/** Names of programs and machines come again and again; ids do not. */
const mostNames = 60;
const areFew = (names: ReadonlySet<string>, lines: number): boolean =>
  names.size <= mostNames && names.size * 3 <= lines;

const isLevelWord = (text: string): boolean => /^[a-z]{3,}\d?$/i.test(text) && levelMarked(text) !== undefined;
const levelLetter = /^[VTDINWEFC]$/;

/** A single letter may mean anything: the usual ones, which come with others. */
export const level: PlaceKind = {
  fits: (text) => isLevelWord(text) || levelLetter.test(text),
  are(texts) {
    const own = new Set(texts);
    return texts.every(isLevelWord) || (own.size > 1 && own.has('I') && [...own].every((one) => levelLetter.test(one)));
  },
};

const isNumbered = (name: string): boolean => /\d|[a-z]\.[a-z]/.test(name);

export const machine: PlaceKind = {
  fits: (name) => /^[A-Za-z][\w-]{1,40}(?:\.[a-z\d-]{1,40}){0,6}$/.test(name) && !isLevelWord(name),
  are(names) {
    const own = new Set(names);
    const numbered = [...own].filter((name) => isNumbered(name) && !isThread(name));
    return areFew(own, names.length) && numbered.length >= own.size * 0.6;
  },
};

/** The line of its code may stand behind it: "billing:41". */
export const program: PlaceKind = {
  fits: (name) => /^[A-Za-z_][\w./$-]{1,60}(?::\d{1,6})?$/.test(name) && !isLevelWord(name),
  are(names) {
    const own = new Set(names);
    // "STATE", "TEMP": what the next cell is.
    const inSmall = [...own].filter((name) => /[a-z]/.test(name));
    return areFew(own, names.length) && inSmall.length * 2 > own.size;
  },
};

/** "org.shop.Cart": no word of a sentence. */
export const dotted: PlaceKind = {
  fits: (name) => /^[a-z]\w*(?:\.[\w$]+)+$/.test(name),
  are: (names) => areFew(new Set(names), names.length),
};

export const thread: PlaceKind = {
  fits: (name) => name !== '',
  are(names) {
    const own = [...new Set(names)];
    return own.filter(isThread).length * 2 > own.length;
  },
};

/** Behind a process: "main", "amber-8", "pool-2-thr-3". */
export const worker: PlaceKind = {
  fits: (name) => /^[A-Za-z][\w.-]{0,40}$/.test(name),
  are(names) {
    const own = new Set(names);
    return areFew(own, names.length) && [...own].filter((one) => /\d/.test(one) || isThread(one)).length * 2 > own.size;
  },
};

/** "4312", "#4312", "4312#3", "0.214.0": processes, threads and connections by number. */
export const numbers: PlaceKind = { fits: (text) => /^#?\d{1,9}(?:[#.-]\d{1,9}){0,2}$/.test(text), are: () => true };

export const processes: PlaceKind = {
  fits: (text) => /^\d{3,7}$/.test(text),
  are: (texts) => areFew(new Set(texts), texts.length),
};

/** "svc/main.go:41", "net.cc": where in its code the program writes the line. */
export const codePlace: PlaceKind = {
  fits: (text) => inCode.test(text),
  are: () => true,
};
const inCode = new RegExp(String.raw`^[\w./-]{1,80}\.${codeExtension}(?::\d{1,6})?$`);
