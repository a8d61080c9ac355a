import { literalPattern } from '#core/literal-pattern.ts';
import { join, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { otherSpellings } from './abbreviations.ts';
import type { ConditionAsked } from './asked.ts';
import { columnFor, singular, valueReader } from './columns.ts';
import { onceAForm } from './form-memo.ts';
import { actionMeant, denialWords, isDenial, tellsDenial } from './let-through.ts';
import type { NumberColumn } from './numbers.ts';
import { documentsOf, type PassLine } from './pass.ts';
import { amountOf, unitNamed } from './quantity.ts';
import { type Row, readRow } from './row.ts';

/** Which lines count, and how that is said after "lines". */
export interface Condition {
  test(line: PassLine): boolean;
  said: Text;
}

export interface WordConditions {
  conditions: Condition[];
  /** Words no line holds. */
  missing: string[];
  /** Lines that hold them, to learn from. */
  rows: Row[];
}

/** A condition for each word or phrase: of the field that has it for a value, else of the text as a whole word. */
export async function wordConditions(
  run: Investigation,
  asked: readonly string[],
  isPhrase: (word: string) => boolean,
  sample: readonly Row[] = [],
): Promise<WordConditions> {
  const found: WordConditions = { conditions: [], missing: [], rows: [] };
  for (const word of asked) {
    const one =
      (isPhrase(word) ? undefined : actionCondition(word, sample)) ?? (await wordCondition(run, word, isPhrase(word)));
    if (one === undefined) found.missing.push(word);
    else {
      found.conditions.push(one.condition);
      found.rows.push(...one.rows);
    }
  }
  return found;
}

/** "Blocked": of a field that tells what was done, whichever word it has for that. */
function actionCondition(word: string, sample: readonly Row[]): { condition: Condition; rows: Row[] } | undefined {
  const action = actionMeant(word, sample);
  if (action === undefined) return undefined;
  const { field, isMeant } = action;
  const read = valueReader(field, sample);
  const rows = sample.filter((row) => isMeant(String(row.values.get(field) ?? '')));
  const told = [...new Set(rows.map((row) => String(row.values.get(field))))].slice(0, 3);
  const said =
    told.length === 0
      ? say`${word}`
      : say`${words(named(field))} ${join(
          told.map((value) => say`${value}`),
          ' or ',
        )}`;
  const test = (line: PassLine) => isMeant(read(line) ?? '');
  return { condition: { test, said }, rows: rows.slice(0, lookedAt) };
}

const lookedAt = 200;

async function wordCondition(
  run: Investigation,
  word: string,
  isPhrase: boolean,
): Promise<{ condition: Condition; rows: Row[] } | undefined> {
  for (const spelled of isPhrase ? [word] : spellings(word)) {
    const pattern = wholeWord(spelled, isPhrase);
    const rows: Row[] = [];
    for (const info of documentsOf(run)) {
      const document = await run.documents.open(info.name);
      const hits = await document?.search({
        all: [spelled],
        ignoreCase: true,
        limit: lookedAt,
        enough: 4000,
        budgetMs: 3000,
      });
      for (const line of spread(hits?.lines ?? [], 40)) {
        const [text = ''] = await document!.lines(line, line);
        if (pattern.test(text)) rows.push(readRow(text, document!.layout));
      }
      if (rows.length >= lookedAt) break;
    }
    if (rows.length === 0) continue;
    const field = fieldWith(rows, spelled);
    if (field !== undefined) {
      const read = valueReader(field, rows);
      const wanted = spelled.toLowerCase();
      const test = (line: PassLine) => {
        const value = read(line);
        // A line of another form says the word in its text.
        return value === undefined ? pattern.test(line.text) : withoutQuery(value).toLowerCase() === wanted;
      };
      return { condition: { test, said: say`${words(named(field))} ${spelled}` }, rows };
    }
    const test = (line: PassLine) => pattern.test(line.text);
    const isWords = !/\d/.test(spelled);
    // Of a stem the word that lines have is told.
    const isStem = spelled.length < word.length - 1 && word.toLowerCase().startsWith(spelled.toLowerCase());
    const told = isStem ? (pattern.exec(rows[0]!.text)?.[0] ?? spelled) : spelled;
    return { condition: { test: isWords ? onceAForm(test, () => true) : test, said: say`${told}` }, rows };
  }
  if (isPhrase || !isDenial(word)) return undefined;
  const rows = await rowsWith(run, denialWords, tellsDenial);
  const test = onceAForm(
    (line: PassLine) => tellsDenial(line.text),
    () => true,
  );
  return rows.length === 0 ? undefined : { condition: { test, said: say`${word}` }, rows };
}

async function rowsWith(
  run: Investigation,
  any: readonly string[],
  isMeant: (text: string) => boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const info of documentsOf(run).slice(0, 60)) {
    const document = await run.documents.open(info.name);
    const hits = await document?.search({ any, ignoreCase: true, limit: lookedAt, enough: 4000, budgetMs: 3000 });
    for (const line of spread(hits?.lines ?? [], 40)) {
      const [text = ''] = await document!.lines(line, line);
      if (isMeant(text)) rows.push(readRow(text, document!.layout));
    }
    if (rows.length >= lookedAt) break;
  }
  return rows;
}

function spread(lines: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.floor(lines.length / most));
  return lines.filter((_, index) => index % step === 0).slice(0, most);
}

/** The field that has the word for its whole value in most of the lines. */
function fieldWith(rows: readonly Row[], word: string): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const [name, value] of row.values) {
      if (withoutQuery(String(value)).toLowerCase() === word.toLowerCase())
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return best !== undefined && best[1] >= rows.length * 0.6 ? best[0] : undefined;
}

const withoutQuery = (value: string): string => (value.startsWith('/') ? value.replace(/\?.*$/s, '') : value);
const named = (field: string): string => field.replace(/[^\w.-]/g, '');

function spellings(word: string): string[] {
  // "Sign-ons", "re-joins".
  if (/^[\p{L}-]{5,}[^s]s$/u.test(word) && word.includes('-')) return [word, word.slice(0, -1)];
  if (!/^[\p{L}]{4,}$/u.test(word)) return [word];
  const low = word.toLowerCase();
  const stems = [/ies$/, /(?:ing|ion|ions|ed|es)$/, /s$/]
    .map((ending) => low.replace(ending, ''))
    .filter((stem) => stem.length >= 4 && stem !== low);
  return [...new Set([word, singular(word), ...stems, ...otherSpellings(singular(word))])];
}

/** A word may go on with an ending of its own, a name or number with nothing. */
export function wholeWord(word: string, isPhrase: boolean): RegExp {
  const literal = literalPattern(word);
  if (isPhrase)
    return new RegExp(
      `${/^\w/.test(word) ? '(?<![\\p{L}\\d])' : ''}${literal}${/\w$/.test(word) ? '(?![\\p{L}\\d])' : ''}`,
      'iu',
    );
  if (/^\p{L}+$/u.test(word)) {
    const low = word.toLowerCase();
    const capital = `${low.charAt(0).toUpperCase()}${low.slice(1)}`;
    const ending = '(?:e?s|ed|d|ing|er|es|ies|ion|ions)?';
    return new RegExp(
      `(?<!\\p{L})(?:${low}|${capital}|${word}|${low.toUpperCase()})${ending}(?!\\p{L})|(?<=[a-z])${capital}${ending}(?![a-z])|(?<!\\p{L})(?:${low}|${capital})(?=[A-Z])`,
      'u',
    );
  }
  return new RegExp(`(?<![\\p{L}\\d_-])${literal}(?![\\p{L}\\d_${word.startsWith('/') ? '/-' : ''}])`, 'iu');
}

/** What the words for an outcome, a status or a limit mean in this file; undefined where no line states such a thing. */
export function conditionFor(
  asked: ConditionAsked,
  rows: readonly Row[],
  number: NumberColumn | undefined,
): Condition | undefined {
  switch (asked.kind) {
    case 'failing':
      return { test: (line) => line.isFailing(), said: words('failing') };
    case 'succeeding':
      return { test: (line) => !line.isFailing(), said: words('not failing') };
    case 'status': {
      const column = columnFor('status', rows);
      if (column === undefined) return undefined;
      const said = asked.from === asked.to ? `status ${asked.from}` : `status ${asked.from} to ${asked.to}`;
      return { test: (line) => inRange(column.read(line), asked.from, asked.to), said: words(said) };
    }
    case 'beyond': {
      if (number === undefined) return undefined;
      const unit = asked.unit === '' ? number.unit : (unitNamed(asked.unit) ?? number.unit);
      const limit = asked.value * unit.factor;
      const said = say`${number.said} ${words(`${asked.isAbove ? 'above' : 'below'} ${amountOf(limit, unit)}`)}`;
      return {
        test: (line) => {
          const value = number.read(line);
          return value !== undefined && (asked.isAbove ? value > limit : value < limit);
        },
        said,
      };
    }
    case 'words': {
      const patterns = asked.words.map((word) => wholeWord(word, false));
      return {
        test: (line) => patterns.some((pattern) => pattern.test(line.text)),
        said: join(
          asked.words.map((word) => say`${word}`),
          ' or ',
        ),
      };
    }
  }
}

function inRange(value: string | undefined, from: number, to: number): boolean {
  const status = Number(value);
  return status >= from && status <= to;
}
