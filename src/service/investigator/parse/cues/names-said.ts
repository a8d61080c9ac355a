import { literalPattern } from '#core/literal-pattern.ts';
import { oncePer } from '#core/once-per.ts';
import { isOfWriters } from '../../facts/aliases.ts';
import { nameOfReason } from '../../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stem } from '../../facts/stem.ts';
import { unitWords } from '../../facts/tokens.ts';
import type { Condition } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { valueIn } from '../named-value.ts';
import { isOfSettings, settingColumns } from '../names-settings.ts';
import { quoteMark } from '../phrase.ts';
import { isToldOf, looksLikeName } from '../told-words.ts';
import { isOfQuestions } from '../words.ts';

/** A name of the file that a question has, and where lines have it. */
export interface NameSaid {
  said: string;
  in: readonly Condition[];
  /** All but that one are meant. */
  isExcept?: boolean;
}

export interface NamesFound {
  names: readonly NameSaid[];
  /** The question with a mark for each of them. */
  rest: string;
  /** What looks like a name and is nowhere in the file. */
  absent: readonly string[];
}

/** "The night mode" of a setting `night_mode`: no part of it is a time or a word that asks. */
export const withSettingNames = (text: string, schema: Schema): string =>
  settingNames(schema).reduce((said, { pattern, shown }) => said.replace(pattern, () => shown), text);

const settingNames = oncePer((schema: Schema) =>
  settingColumns(schema)
    .filter(({ values }) => values.size <= mostSettings)
    .flatMap(({ values }) => [...values.values()])
    .filter(({ shown }) => /[a-z][_.-][a-z]/i.test(shown))
    .map(({ shown }) => ({
      shown,
      pattern: new RegExp(`\\b${literalPattern(shown.replace(/[_.-]/g, ' '))}\\b`, 'gi'),
    })),
);
/** A column of more tells keys of data apart. */
const mostSettings = 200;

const firstMark = 0xe100;
const markOf = (at: number): string => String.fromCharCode(firstMark + at);
/** Those names of the question whose marks stand in a part of it. */
export const namesMarked = <Name>(part: string, names: readonly Name[]): Name[] =>
  [...part].flatMap((sign) => names[sign.charCodeAt(0) - firstMark] ?? []);
export const anyMark = '[\\ue100-\\ue1ff]';

const mostWords = 4;
const noNames = /^(?:level|outcome|message|msg|text|old value)$/;
const strip = (word: string): string => word.replace(/^[("'“‘[]+|[)"'”’\],;:?!.]+$/g, '').replace(/['’]s$/, '');

/** The names of a question, the longest first; what is excepted stays where its word for not is read. */
export function namesIn(text: string, schema: Schema, quotes: readonly string[] = []): NamesFound {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const names: NameSaid[] = [];
  const rest: string[] = [];
  const absent: string[] = [];
  for (let at = 0; at < words.length; ) {
    const found = /^except$/i.test(words[at - 1] ?? '')
      ? undefined
      : (quotedAt(words[at] ?? '', quotes, schema) ?? nameAt(words, at, names.at(-1), schema));
    const either = found === undefined ? undefined : eitherOf(names.at(-1), found.name, rest);
    if (either !== undefined && found !== undefined) {
      names[names.length - 1] = either;
      rest.pop();
      at += found.length;
      continue;
    }
    if (found !== undefined) {
      const isExcept = exceptName.test(rest.slice(-2).join(' '));
      if (isExcept) rest.splice(/^(?:for|from|on|at|by|in)$/i.test(rest.at(-1) ?? '') ? -2 : -1);
      rest.push(markOf(names.length));
      names.push(isExcept ? { ...found.name, isExcept } : found.name);
      // What closes a clause stays.
      const [end = ''] = /[,;:?!]$/.exec(words[at + found.length - 1] ?? '') ?? [];
      if (end !== '') rest.push(end);
      at += found.length;
      continue;
    }
    const word = words[at] ?? '';
    if (isStrangeName(strip(word), schema) || isStrangeValue(words, at, schema)) absent.push(strip(word));
    rest.push(word);
    at++;
  }
  return { names, rest: rest.join(' '), absent };
}

/** "Not GOOD", "except for eu-1". */
const exceptName = /(?:^| )(?:not|except|excluding)(?: (?:for|from|on|at|by|in))?$/i;

/** `"10.0.0.5" or "10.0.0.6"`: any of what stands in quotes. */
function eitherOf(last: NameSaid | undefined, name: NameSaid, rest: readonly string[]): NameSaid | undefined {
  const [first] = last?.in ?? [];
  const [other] = name.in;
  const isNext = /^or$/i.test(rest.at(-1) ?? '') && rest.at(-2)?.charCodeAt(0) === firstMark;
  if (first?.field !== 'text' || other?.field !== 'text' || last === undefined || !isNext) return undefined;
  return { said: last.said, in: [{ ...first, or: [...(first.or ?? []), other.value] }] };
}

/** What stands in quotes is looked for as it is written. */
function quotedAt(
  word: string,
  quotes: readonly string[],
  schema: Schema,
): { name: NameSaid; length: number } | undefined {
  const said = quotes[(strip(word).codePointAt(0) ?? 0) - quoteMark(0).charCodeAt(0)];
  if (said === undefined) return undefined;
  const reasons = schema.columns.filter(
    ({ name, values }) => nameOfReason.test(name) && values.has(said.toLowerCase()),
  );
  const held = reasons.map((one) => conditionOf(one, said.toLowerCase()));
  return { name: { said, in: held.length > 0 ? held : [{ field: 'text', is: 'has', value: said }] }, length: 1 };
}

function nameAt(
  words: readonly string[],
  at: number,
  last: NameSaid | undefined,
  schema: Schema,
): { name: NameSaid; length: number } | undefined {
  for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
    const parts = words.slice(at, at + length);
    if (parts.slice(0, -1).some((word) => /[,;:?!]$/.test(word))) continue;
    // "Status 400 or above" is none.
    if (
      /^(?:rate\b|or (?:above|more|higher|greater|over|up|below|less|lower|fewer|under)\b)/i.test(
        words.slice(at + length, at + length + 2).join(' '),
      )
    )
      continue;
    const said = parts.map(strip).join(' ');
    if (isAmount(said, words[at - 1], words[at + length])) continue;
    const held = pairIn(said, schema) ?? namesOf(said, words[at - 1], schema, words[at + length]);
    const own =
      held.length > 0 ? held : (besideName(said, words[at - 1], last, schema) ?? reasonOf(parts.map(strip), schema));
    if (own.length > 0) return { name: { said, in: own }, length };
  }
  return undefined;
}

/** "Longer than 2 minutes". */
const isAmount = (said: string, before = '', behind = ''): boolean =>
  /^-?\d[\d.,]*$/.test(said) &&
  (/^(?:than|above|over|under|below|exceed(?:s|ed|ing)?|least|most)$/i.test(before) ||
    (behind.length > 1 && unitWords.test(strip(behind))));

/** "Bay 4", where lines state the number of a bay. */
function pairIn(said: string, schema: Schema): Condition[] | undefined {
  const [, noun, value] = /^([A-Za-z]+) (#?[\w.-]*\d[\w.-]*|[A-Z]|[A-Z]?[a-z][a-z-]+)$/.exec(said) ?? [];
  if (noun === undefined || value === undefined) return undefined;
  const low = value.replace(/^#/, '').toLowerCase();
  const own = columnsCalled(schema, [noun]).find(
    (one) => one.values.has(low) && (!one.isNumber || one.isLabel === true || one.isSerial === true),
  );
  return own && [conditionOf(own, low)];
}

function namesOf(said: string, before: string | undefined, schema: Schema, next = ''): Condition[] {
  const low = said.toLowerCase().replace(/^#(?=\d)/, '');
  if (low === '' || /^(?:on|off)$/.test(low)) return [];
  // "Canyon vs Citadel".
  const isFirst = before === undefined && /^[A-Z]/.test(said) && /^(?:vs\.?|versus|or|and)$/i.test(next);
  const isName = isFirst || isWrittenAsName(said, before);
  const isPlain =
    !isName && /^[a-z][a-z-]+$/.test(said) && (before === undefined || behind.test(before) || isSetting(low, schema));
  if (!isName && !isPlain) return [];
  // "Unit 3", which no line has, is no other third.
  const own = /^\d+$/.test(said) ? columnNamed(schema, before?.toLowerCase()) : undefined;
  // `Gi0/0/5` is short for `GigabitEthernet0/0/5`.
  const held = (one: Column) => (one.values.has(low) || !isCode(said) ? low : valueIn(one, low)?.toLowerCase());
  return schema.columns
    .filter((one) => mayName(one) && (own === undefined || one === own))
    .map((one) => [one, held(one) ?? ''] as const)
    .filter(([one, value]) => value !== '' && one.values.has(value) && (isName || isOfPlainNames(one, value, schema)))
    .map(([one, value]) => conditionOf(one, value));
}

/** "Active, deferred, corrupt": what stands in a row with a name is another of its kind. */
function besideName(
  said: string,
  before: string | undefined,
  last: NameSaid | undefined,
  schema: Schema,
): Condition[] | undefined {
  if (last === undefined || before === undefined || !/^[a-z][a-z-]+$/.test(said)) return undefined;
  const isInRow = /^(?:and|or|vs\.?|versus)$/i.test(before) || before.replace(/[,:]$/, '').endsWith(lastWord(last));
  if (!isInRow) return undefined;
  const low = said.toLowerCase();
  const held = schema.columns
    .filter((one) => mayName(one) && one.values.has(low) && last.in.some(({ field }) => field === one.name))
    .map((one) => conditionOf(one, low));
  return held.length > 0 ? held : undefined;
}
const lastWord = ({ said }: NameSaid): string => said.split(' ').at(-1) ?? said;

/** "A short packet", where lines give the reason as "packet short". */
function reasonOf(words: readonly string[], schema: Schema): Condition[] {
  const asked = new Set(words.map((word) => stem(word.toLowerCase())));
  if (asked.size < 2 || words.some((word) => isOfQuestions(word))) return [];
  return reasonsGiven(schema).flatMap(({ column, low, stems }) =>
    isSameSet(asked, stems) ? [conditionOf(column, low)] : [],
  );
}

const reasonsGiven = oncePer(({ columns }: Schema) =>
  columns
    .filter(({ name, values }) => nameOfReason.test(name) && values.size <= mostReasons)
    .flatMap((column) =>
      [...column.values.keys()].map((low) => ({
        column,
        low,
        stems: new Set(
          low
            .split(/[^a-z\d]+/)
            .filter(isOfReason)
            .map(stem),
        ),
      })),
    ),
);
const mostReasons = 60;
const isOfReason = (word: string): boolean => word !== '' && !/^(?:a|an|the|is|was|by|of|to|in)$/.test(word);
const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word));

const isSetting = (low: string, schema: Schema): boolean =>
  settingColumns(schema).some(({ values }) => values.has(low));
const behind = /^(?:of|for|at|on|in|by|from|with|to|was|were|did|is|are|has|and|or|than|due|over)$/i;
/** Reasons and settings are plain words, and so are the names of which several stand in one place of lines. */
const isOfPlainNames = (column: Column, low: string, schema: Schema): boolean =>
  nameOfReason.test(column.name) ||
  isOfSettings(column) ||
  (!isOfWriters(column) && column.values.size > 1 && (!isToldOf(schema, low) || areAlike(column)));

/** All that the column holds are such words, and few: system, runtime, kubepods. */
const areAlike = ({ values, isPlace }: Column): boolean =>
  isPlace !== true && values.size <= 30 && [...values.keys()].every((one) => /^[a-z][a-z-]+$/.test(one));

const mayName = ({ name, isNumber, isLabel, isSerial }: Column): boolean =>
  (isSerial === true || !noNames.test(name)) && (!isNumber || isLabel === true || isSerial === true);

const conditionOf = ({ name, values }: Column, low: string): Condition => ({
  field: name,
  is: '=',
  value: values.get(low)?.shown ?? low,
});

/** A plain word is a name where it is written as one, or stands where names do. */
function isWrittenAsName(said: string, before: string | undefined): boolean {
  if (/\s/.test(said)) return !said.split(' ').every((word) => isOfQuestions(word));
  return looksLikeName(said) || /\d/.test(said) || (/^[A-Z]/.test(said) && before !== undefined);
}

/** Nothing in the file is called so. */
const isStrangeName = (word: string, schema: Schema): boolean =>
  (isCode(word) || isOfTwoWords(word) || /^\/\w|^\d+(?:\.\d+){2,}$/.test(word)) &&
  looksLikeName(word) &&
  !isToldOf(schema, word) &&
  columnsCalled(schema, [word]).length === 0 &&
  !schema.columns.some(({ values }) => [...values.keys()].some((one) => one.endsWith(`/${word.toLowerCase()}`)));

/** "Car = blackbird". */
const isStrangeValue = (words: readonly string[], at: number, schema: Schema): boolean =>
  words[at - 1] === '=' &&
  /^[a-z]+$/i.test(words[at - 2] ?? '') &&
  /^[a-z-]+$/i.test(strip(words[at] ?? '')) &&
  columnsCalled(schema, [words[at - 2] ?? '']).length > 0;

const isCode = (word: string): boolean =>
  !/^p\d\d$/i.test(word) &&
  /\d/.test(word) &&
  /[a-z]/i.test(word) &&
  !/^\d+(?:st|nd|rd|th|[a-zµ%°]{1,4}|x)$/i.test(word);

/** `cache-warmup` is the name of a job, where "kicked-out" and "signal-to-noise" are words. */
const isOfTwoWords = (word: string): boolean =>
  /^[a-z]+(?:[-_.][a-z]+)+$/i.test(word) &&
  !/-(?:to|out|off|down|up|in|on|by|over|time|free)\b|(?:ed|en|ing)\b/i.test(word);

/** The place of a name that goes with such lines; else where it stands first. */
export function settleName(
  { in: held, isExcept }: NameSaid,
  where: readonly Condition[],
  schema: Schema,
  thing?: Column,
): Condition | undefined {
  const isMeant = compile([...where], schema);
  const lines = schema.sample.filter(isMeant);
  const isOn = (records: Schema['sample'], one: Condition) => records.some(compile([one], schema));
  const ofThem = thing === undefined ? [] : schema.sample.filter((record) => thing.read(record) !== undefined);
  const own = held.find(({ field }) => where.some((one) => one.field === field));
  const settled = own ?? held.find((one) => isOn(lines, one)) ?? held.find((one) => isOn(ofThem, one)) ?? held[0];
  return isExcept === true && settled !== undefined ? { ...settled, is: '!=' } : settled;
}
