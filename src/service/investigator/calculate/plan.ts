import { join, say, type Text, words } from '../answer/say.ts';
import { namesUnit, unitsNamed } from '../episodes/named-units.ts';
import type { Investigation } from '../investigation.ts';
import type { Asked, MeasureAsked } from './asked.ts';
import { alikeInText, columnFor, columnNamed, entityOf, singular, type TextColumn } from './columns.ts';
import { type Condition, conditionFor, wordConditions } from './conditions.ts';
import { hardwareAddress, isRead } from './hardware-address.ts';
import { wordsMeant } from './name-words.ts';
import { namedNumbers } from './named-numbers.ts';
import { fitness, isSameWord, isShortFor, type NumberColumn, numberFields } from './numbers.ts';
import { sampleRows } from './pass.ts';
import { wordsOfName } from './quantity.ts';
import { lineOf, type Row } from './row.ts';
import { outcomeRate } from './share-parts.ts';
import { siblingOutcomes } from './sibling-outcomes.ts';
import { spanColumn } from './span-column.ts';
import { statedColumn } from './stated-numbers.ts';

/** What the words of a question mean in this file. */
export interface Plan {
  rows: readonly Row[];
  group?: TextColumn;
  number?: NumberColumn;
  /** All must hold for a line to be counted. */
  conditions: Condition[];
  /** Of a share: what makes the part. */
  part: Condition[];
  /** Words of the question that name something and are in no line. */
  missing: string[];
  /** What no line of the file records, in the question's words. */
  unrecorded: string[];
}

export async function planFor(run: Investigation, whole: Asked): Promise<Plan> {
  const all = await sampleRows(run);
  const { measure, ...counted } = whole;
  const asked: Asked = measure?.isOfTable === true && !all.some(({ layout }) => layout !== undefined) ? counted : whole;
  const plan: Plan = { rows: all, conditions: [], part: [], missing: [], unrecorded: [] };
  let rows: readonly Row[] = all;
  let subject = [...asked.subject];
  if (asked.group !== undefined) {
    const group = columnFor(asked.group, all);
    // No field and no entity: a word by which the lines are found, where there is a number to rank them by.
    if (group === undefined && asked.measure !== undefined) subject.unshift(asked.group);
    else if (group === undefined) plan.unrecorded.push(asked.group);
    else {
      plan.group = group;
      const held = rows.filter((row) => group.read(lineOf(row)) !== undefined);
      if (held.length > 0) rows = held;
      subject = subject.filter((word) => !wordsOfName(group.name).map(singular).includes(singular(word)));
    }
  }
  const named = asked.measure === undefined ? undefined : chooseNumber(asked.measure, rows);
  const nameWords = named === undefined ? [] : wordsMeant(named.name).map(singular);
  const written = named === undefined ? [] : wordsOfName(named.name);
  const isOfNumber = (word: string) =>
    nameWords.some((name) => isSameWord(name, singular(word))) ||
    written.some((name) => isShortFor(name, singular(word.toLowerCase()), asked.measure?.words ?? []));
  // "Free memory" is the column `free`: what kind of number it is need not be said by the lines.
  const isNamed = subject.some(isOfNumber);
  const isSaidOfIt = (word: string) =>
    isNamed &&
    (numberNouns.test(word) || (named !== undefined && qualifies(word, named, subject, run.question.text, rows)));
  let filters = subject.filter((word) => !isOfNumber(word) && !isSaidOfIt(word));
  // "Query times": of lines that have a statement, though none says "query".
  const things = filters.map((word) => ({
    word,
    column: entityOf(word) === undefined ? columnNamed(word, all) : columnFor(word, all),
  }));
  const isThing = (word: string) =>
    things.some((one) => one.word === word && one.column !== undefined && one.column.kind !== 'message');
  const isPhrase = (word: string) => asked.phrases.includes(word) || word === asked.outcome?.phrase;
  const spelled = asked.outcome === undefined ? undefined : await wordConditions(run, [asked.outcome.phrase], isPhrase);
  const isSpelled = spelled !== undefined && spelled.missing.length === 0;
  if (isSpelled) filters = filters.filter((word) => word !== asked.outcome!.noun);
  const found = await wordConditions(
    run,
    [...asked.phrases, ...(isSpelled ? [asked.outcome!.phrase] : []), ...filters.filter((word) => !isThing(word))],
    isPhrase,
    all,
  );
  // A verb of the question need not be one of the file.
  plan.missing = asked.kind === 'sides' ? [] : found.missing.filter((word) => !/^\p{L}+(?:ing|ed)$/u.test(word));
  plan.conditions = found.conditions;
  // Two units are compared; one is where the number is to be taken from.
  const units = asked.measure === undefined ? [] : unitsNamed(run.question.text);
  const [unit] = units.filter((one) => !relating.test(one));
  if (unit !== undefined && units.length === 1 && asked.kind !== 'sides') {
    const names = namesUnit(unit);
    if (all.some(({ text }) => names(text)))
      plan.conditions.push({ test: ({ text }) => names(text), said: say`${unit}` });
  }
  const device =
    asked.group === undefined
      ? undefined
      : (hardwareAddress(asked.group, found.rows) ?? alikeInText(singular(asked.group), found.rows));
  const isTold = plan.group !== undefined && plan.group.kind !== 'host' && isRead(plan.group, found.rows);
  const isOfAddress =
    device !== undefined && plan.group?.kind === 'address' && asked.subject.some((word) => /^addresse?s?$/i.test(word));
  if (device !== undefined && asked.group !== undefined && (!isTold || isOfAddress)) {
    plan.group = device;
    plan.unrecorded = plan.unrecorded.filter((word) => word !== asked.group);
  }
  for (const { word, column } of things) {
    if (column !== undefined && isThing(word))
      plan.conditions.push({ test: (line) => column.read(line) !== undefined, said: words(`a ${column.kind}`) });
  }
  plan.rows = found.rows.length > 0 ? [...found.rows, ...all] : all;
  // "The most slow queries": lines that say so are counted.
  const isCounted = isSpelled && /^slow /.test(asked.outcome!.phrase) && !asked.statistics.includes('max');
  if (asked.measure !== undefined && !isCounted) {
    const about = plan.rows.filter(
      (row) =>
        plan.conditions.every((one) => one.test(lineOf(row))) &&
        (plan.group === undefined || plan.group.read(lineOf(row)) !== undefined),
    );
    const number = (about.length > 0 ? chooseNumber(asked.measure, about) : undefined) ?? named;
    if (number !== undefined) plan.number = number;
    else if (asked.measure.isOptional !== true) plan.unrecorded.push(measureWords(asked.measure));
  }
  for (const one of asked.conditions.filter(({ kind }) => !isSpelled || kind !== 'failing')) {
    const condition = conditionFor(one, plan.rows, plan.number);
    if (condition === undefined) plan.unrecorded.push(one.kind === 'status' ? 'a status' : 'such a number');
    else plan.conditions.push(condition);
  }
  if (asked.part !== undefined) {
    const words = asked.part.subject.filter((word) => !nameWords.includes(singular(word)));
    const told = await wordConditions(run, words, isPhrase, all);
    plan.missing.push(...told.missing);
    plan.part = told.conditions;
    for (const one of asked.part.conditions) {
      const condition = conditionFor(one, plan.rows, plan.number);
      if (condition === undefined) plan.unrecorded.push(one.kind === 'status' ? 'a status' : 'such a number');
      else plan.part.push(condition);
    }
    const isRate = asked.kind === 'sides' || outcomeRate.test(run.question.text);
    const siblings = isRate ? siblingOutcomes(plan.part, plan.rows) : undefined;
    if (siblings !== undefined) plan.conditions.push(siblings);
  }
  return plan;
}

/** The number that fits the words best; of equals the one more lines state. */
export function chooseNumber(asked: MeasureAsked, rows: readonly Row[]): NumberColumn | undefined {
  const candidates = numberFields(rows).map((column) => ({ column, score: fitness(column, asked) }));
  if (asked.dimension === 'time' || asked.dimension === 'size') {
    const stated = statedColumn(rows, asked.dimension, asked.words);
    const span = asked.dimension === 'time' ? spanColumn(rows) : undefined;
    if (span !== undefined) candidates.push({ column: span, score: 4 });
    if (stated !== undefined) candidates.push({ column: stated, score: 6 + fitness(stated, { words: asked.words }) });
  }
  const fields = candidates.filter(({ score }) => score > 0);
  if (fields.length === 0 && asked.words.length > 0) {
    for (const column of namedNumbers(rows, asked.words)) fields.push({ column, score: fitness(column, asked) });
  }
  const [best] = fields
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.column.seen - a.column.seen || a.column.name.localeCompare(b.column.name));
  return best?.column;
}

/** "Battery charge" of lines that say BCHARGE: the noun before it is a part of its name where no such line has the word. */
function qualifies(
  word: string,
  named: NumberColumn,
  subject: readonly string[],
  question: string,
  rows: readonly Row[],
): boolean {
  if (!/^\p{Ll}{3,}$/u.test(word)) return false;
  const low = question.toLowerCase();
  const isBefore = subject.some((other) => other !== word && low.includes(`${word} ${other.toLowerCase()}`));
  return (
    isBefore && !rows.some((row) => row.text.toLowerCase().includes(word) && named.read(lineOf(row)) !== undefined)
  );
}

const relating =
  /^(?:p|at|in|on|of|and|or|to|from|top|last|first|than|over|under|by|between|about|around|until|since|before|after|above|below|for|the|with)\d/;
const numberNouns =
  /^(?:memory|values?|levels?|rates?|usage|load|readings?|measurements?|consumption|utili[sz]ation|counters?|sensors?)$/i;

function measureWords(asked: MeasureAsked): string {
  if (asked.dimension === 'time') return 'how long anything took';
  if (asked.dimension === 'size') return 'a size';
  return asked.words.length === 0 ? 'such a number' : asked.words.join(' ');
}

/** "lines with `x` and status 500": what was counted. */
export function saidOf(conditions: readonly Condition[], noun = 'lines'): Text {
  if (conditions.length === 0) return words(noun);
  const adjectives = conditions.filter(({ said }) => said.plain === 'failing');
  const others = conditions.filter(({ said }) => said.plain !== 'failing');
  const head = adjectives.length > 0 ? `failing ${noun}` : noun;
  if (others.length === 0) return words(head);
  return say`${words(head)} with ${join(
    others.map((one) => one.said),
    ' and ',
  )}`;
}
