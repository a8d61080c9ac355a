import { namesOf } from '../members/other-names.ts';
import { unitName } from '../tables/unit-name.ts';
import { unitSpelling } from '../units/unit-spelling.ts';
import { type Entity, entities } from './entities.ts';
import { exceptionIn } from './entity-values.ts';
import { onceAForm } from './form-memo.ts';
import { kindOfLines } from './kind-of-line.ts';
import type { PassLine } from './pass.ts';
import { wordsOfName } from './quantity.ts';
import { quickField } from './quick-field.ts';
import { lineOf, type Row } from './row.ts';

/** Something each of many lines names: a field, or a place in free text. */
export interface TextColumn {
  /** As the answer calls it. */
  name: string;
  kind: string;
  read(line: PassLine): string | undefined;
}

/** Words in the singular, as nouns and names of fields are compared. */
export function singular(word: string): string {
  const text = word.toLowerCase();
  if (/(?:ss|us|is|as)$/.test(text) || text.length < 3) return text;
  if (/ies$/.test(text)) return `${text.slice(0, -3)}y`;
  if (/(?:sh|ch|x|ss|us)es$/.test(text)) return text.slice(0, -2);
  return text.replace(/s$/, '');
}

/** Which column a noun of the question means; undefined where no line names such a thing. */
export function columnFor(noun: string, rows: readonly Row[]): TextColumn | undefined {
  const word = singular(noun);
  const entity = entityOf(word);
  const named = bestField([word], rows, undefined);
  if (named !== undefined) {
    const field = fieldColumn(named, word, rows, entity);
    return entity === undefined ? alsoInText(field, namedInText(word, rows)) : field;
  }
  const told =
    entity?.kind === 'message' && /^(?:task|step|action|operation)$/.test(word) ? namedInText(word, rows) : undefined;
  if (told !== undefined) return told;
  if (entity?.kind === 'message') return { name: 'kind of line', kind: 'message', read: kindOfLines(rows) };
  if (word === 'who' || word === 'whom') return who(rows);
  // "Unit 7": a number of its own tells more plainly than the program that writes of it.
  const numbered = entity?.kind === 'service' && word === 'unit' ? namedInText(word, rows) : undefined;
  if (numbered !== undefined) return numbered;
  if (entity !== undefined) {
    const field = bestField(entity.fields, rows, entity.accepts);
    if (field !== undefined) return fieldColumn(field, entity.kind, rows, entity);
    if (entity.kind === 'exception')
      return { name: 'exception', kind: 'exception', read: (line) => exceptionIn(line.text) };
    const { inText } = entity;
    if (
      inText !== undefined &&
      rows.filter((row) => inText(row.text) !== undefined).length >= Math.min(3, rows.length)
    ) {
      const normal = entity.normal ?? ((value: string) => value);
      const read = (line: PassLine) => {
        const found = inText(line.text);
        return found === undefined ? undefined : normal(found);
      };
      return { name: entity.kind, kind: entity.kind, read };
    }
  }
  const inText = namedInText(word, rows) ?? alikeInText(word, rows);
  if (inText !== undefined) return inText;
  // What a table calls its text, people call by what it tells of.
  if (/^(?:fault|alarm|disturbance|stoppage)$/.test(word) && rows.some(({ layout }) => layout !== undefined))
    return { name: word, kind: 'message', read: kindOfLines(rows) };
  // A device may be told by no name of its own but by the host that writes of it.
  return entity?.kind === 'device' ? columnFor('host', rows) : undefined;
}

/** A column of a table that is called by the word. */
export function columnNamed(word: string, rows: readonly Row[]): TextColumn | undefined {
  if (!rows.some((row) => row.layout !== undefined)) return undefined;
  const field = bestField([singular(word)], rows, undefined);
  return field === undefined ? undefined : fieldColumn(field, singular(word), rows, entityOf(word));
}

/** Who: a user where lines name one, else the address they come from. */
function who(rows: readonly Row[]): TextColumn | undefined {
  const user = columnFor('user', rows);
  const address = columnFor('client', rows);
  const held = (column: TextColumn | undefined) =>
    column === undefined ? 0 : rows.filter((row) => column.read(lineOf(row)) !== undefined).length;
  const isOneForAll =
    user !== undefined && address !== undefined && new Set(rows.map((row) => user.read(lineOf(row)))).size < 2;
  const someone = !isOneForAll && held(user) >= held(address) * 0.3 && held(user) > 0 ? user : address;
  const unit = [...(rows[0]?.values.keys() ?? [])].find((name) => unitName.test(name));
  return someone ?? (unit === undefined ? undefined : fieldColumn(unit, 'unit', rows, undefined));
}

export function entityOf(noun: string): Entity | undefined {
  return entities.find((one) => one.nouns.test(singular(noun)));
}

/** The first of the names that a field has, exactly or as its last word. */
function bestField(names: readonly string[], rows: readonly Row[], accepts: RegExp | undefined): string | undefined {
  const known = new Map<string, { count: number; accepted: number }>();
  for (const row of rows) {
    for (const [name, value] of row.values) {
      const seen = known.get(name) ?? { count: 0, accepted: 0 };
      seen.count++;
      if (accepts === undefined || accepts.test(String(value))) seen.accepted++;
      known.set(name, seen);
    }
  }
  const fitting = [...known].filter(([, { count, accepted }]) => accepted > count / 2);
  for (const isSame of [
    (field: string[], name: string) => field.join('_') === name || field.join('') === name,
    (field: string[], name: string) => field.at(-1) === name || field.slice(-2).join('_') === name,
    (field: string[], name: string) =>
      field.length === 2 && field[0] === name && /^(?:name|id|key|no|number)$/.test(field[1]!),
  ]) {
    for (const name of names) {
      const found = fitting
        .filter(([field]) => isSame(wordsOfName(field).map(singular), name))
        .sort((a, b) => b[1].count - a[1].count);
      if (found[0] !== undefined) return found[0][0];
    }
  }
  return undefined;
}

/** Reads a field as its lines print it, by the quickest way that is right for all of the sample. */
export function valueReader(field: string, rows: readonly Row[]): (line: PassLine) => string | undefined {
  const quick = quickField(field, rows);
  const told = (value: string | number | undefined) =>
    value === undefined || value === '' || value === '-' ? undefined : String(value).slice(0, 600);
  if (quick !== undefined) return (line) => told(quick(line.text));
  // A name without a digit is the same on all lines of the same words.
  return onceAForm(
    (line) => told(line.row().values.get(field)),
    (value) => value === undefined || !/\d/.test(value),
  );
}

function fieldColumn(field: string, kind: string, rows: readonly Row[], entity: Entity | undefined): TextColumn {
  const raw = valueReader(field, rows);
  const normal = entity?.normal;
  const read = (line: PassLine) => {
    const value = raw(line);
    return value === undefined || normal === undefined ? value : normal(value);
  };
  return { name: field, kind, read };
}

/** `tray=1 done` and "jam in tray 3" are of one kind: what no field names, the words of the line may. */
function alsoInText(field: TextColumn, told: TextColumn | undefined): TextColumn {
  return told === undefined ? field : { ...field, read: (line) => field.read(line) ?? told.read(line) };
}

/** "job 77", "queue emails", "worker-3", "rack A": the word with what stands behind it. */
function namedInText(word: string, rows: readonly Row[]): TextColumn | undefined {
  if (!/^[a-z][a-z_-]{2,30}$/.test(word)) return undefined;
  const pattern = new RegExp(
    String.raw`(?<![A-Za-z])${word}(?:[_ ]?(?:id|name))?(?:[ =:#-]{1,2}|\s["'])["']?((?=[\w.:/-]*[\d._:/-]|[a-z])(?!is\b|was\b|has\b|for\b|in\b|on\b|to\b|of\b|from\b|with\b|and\b|by\b|at\b|not\b|are\b|the\b|(?-i:a)\b)[A-Za-z\d][\w.:/-]{0,80})`,
    'i',
  );
  const read = (text: string) => pattern.exec(text)?.[1]?.replace(/[.:,]+$/, '');
  const values = rows.map((row) => read(row.text)).filter((value) => value !== undefined);
  const distinct = new Set(values);
  if (values.length < 3 || distinct.size < 2 || values.length < rows.length / 500) return unitInText(word, rows);
  return { name: word, kind: word, read: (line) => read(line.text) };
}

/** A port may be called interface, a disk drive: by the other names of the same kind of thing. */
export function alikeInText(word: string, rows: readonly Row[]): TextColumn | undefined {
  for (const other of namesOf(word).slice(1)) {
    const told = other.length < 4 ? undefined : namedInText(other, rows);
    if (told !== undefined) return { ...told, kind: word };
  }
  return undefined;
}

/** `disk[4]`, CAR2, `cam12`: one of several by its number, also where lines shorten the word. */
function unitInText(word: string, rows: readonly Row[]): TextColumn | undefined {
  const unit = unitSpelling(
    word,
    rows.map(({ text }) => text),
  );
  return unit === undefined ? undefined : { name: word, kind: word, read: (line) => unit.read(line.text) };
}
