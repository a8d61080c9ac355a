import { type ReadDocument, withoutCodes } from '../investigator/evidence/open-documents.ts';
import { levelIn as levelOf } from '../investigator/facts/levels.ts';
import { type LevelName, levelNamed } from '../lines/level-words.ts';
import { formBytes } from '../lines/line-form.ts';
import { maxFullForms } from '../lines/line-scan.ts';
import type { LineTest } from '../lines/open-document.ts';

/** Tells the levels of all lines of a text from the forms in its index: of most forms only one line is read. */
export interface LevelBook {
  /** Which lines state it. */
  testOf(level: string): LineTest;
  /** How many lines state which level, most frequent first. Undefined where too many would have to be read. */
  counts(): Promise<{ value: LevelName; count: number }[] | undefined>;
}

/** Reading so many lines one by one takes a second. */
const mostRead = 40_000;

/** Undefined without an index. `goesOn` tells lines that are part of the record above them. */
export function createLevelBook(document: ReadDocument, goesOn: (text: string) => boolean): LevelBook | undefined {
  const { info, layout, marks: ofIndex } = document;
  if (!ofIndex) return undefined;
  const marks: typeof ofIndex = ofIndex;
  const known = new Map<number, LevelName | undefined>();
  const levelIn = (text: string): LevelName | undefined => (goesOn(text) ? undefined : levelOf(text, layout));

  function learn(text: string, form: number): LevelName | undefined {
    const level = levelIn(text);
    // Lines of a form differ in their digits: a level that is a number differs with them.
    const isOfForm = form < maxFullForms && text.length <= formBytes && levelIn(text.replace(/\d/g, '1')) === level;
    if (isOfForm) known.set(form, level);
    return level;
  }

  /** False where it ended early. */
  async function each(see: (line: number, level: LevelName) => void): Promise<boolean> {
    let left = mostRead;
    for (let from = 1; from <= info.lines; ) {
      const { forms } = await marks(from, info.lines);
      if (forms.length === 0) return true;
      for (const [i, form] of forms.entries()) {
        if (!known.has(form) && left-- <= 0) return false;
        const level = known.has(form)
          ? known.get(form)
          : learn((await document.lines(from + i, from + i))[0] ?? '', form);
        if (level !== undefined) see(from + i, level);
      }
      from += forms.length;
    }
    return true;
  }

  return {
    testOf(value) {
      const wanted = levelNamed(value);
      return {
        ofForm: (form) => (known.has(form) ? known.get(form) === wanted : undefined),
        ofLine: ({ bytes, start, end, form }) =>
          learn(withoutCodes(bytes.toString('utf8', start, end)), form) === wanted,
      };
    },
    async counts() {
      const found = new Map<LevelName, number>();
      const isWhole = await each((_, level) => found.set(level, (found.get(level) ?? 0) + 1));
      if (!isWhole) return undefined;
      return [...found].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);
    },
  };
}
