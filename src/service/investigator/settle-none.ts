import { columnNamed, type Schema } from './facts/schema.ts';
import { isSomewhere } from './facts/somewhere.ts';
import type { Scene } from './investigation.ts';
import { overLines } from './parse/over-lines.ts';
import type { Parsed } from './parse/parsed.ts';
import { isWrittenAsName } from './parse/told-words.ts';
import type { Condition, Query } from './query/query.ts';
import { compile } from './run/conditions.ts';
import { isEmpty, isNone, notAtOnce, type RunResult } from './run/result.ts';
import { runQuery } from './run/run-query.ts';

export interface Settled {
  parsed: Parsed;
  /** What its query came to, where it is one that is run. */
  run?: RunResult;
}

/**
 * None is said only where the lines hold no other spelling of what was asked: a name that stands in a column of some
 * lines may be a plain word of others, and people write "time out" and "timeouts" for what a file calls a timeout.
 */
export async function withoutFalseNone(scene: Scene, schema: Schema, parsed: Parsed, run: RunResult): Promise<Settled> {
  const { query } = parsed;
  if (query.where.length === 0) return { parsed, run };
  const where = await Promise.all(query.where.map((condition) => inPlainWords(scene, condition)));
  const wider = { ...query, where };
  for (const other of [wider, overLines(query, schema)]) {
    const settled = other && (await settledBy(scene, schema, parsed, other));
    if (settled !== undefined) return settled;
  }
  const isTold =
    !isOfOtherLines(query, schema) &&
    ((await isToldElsewhere(scene, schema, wider)) || areStatedTogether(query, schema));
  // Of what no line tells at any time, none then is no finding.
  const isNowhere = isTold && query.window !== undefined && !(await isToldElsewhere(scene, schema, wider));
  if (isTold) return { parsed: isNowhere ? { ...parsed, isInferred: true } : parsed, run };
  return { parsed, run: { ...run, result: notAtOnce } };
}

/** By another query, where it comes to something. */
async function settledBy(scene: Scene, schema: Schema, parsed: Parsed, query: Query): Promise<Settled | undefined> {
  const run = await runQuery(scene, schema, query);
  return isEmpty(run.result) ? undefined : { parsed: { ...parsed, query, isInferred: true }, run };
}

/** A name that stands beside the records, or lines that there are and that name none of what is asked for. */
function isOfOtherLines({ take, where, by }: Query, schema: Schema): boolean {
  // Lines that were named, and not asked for: that there are none was not the question.
  const isOfSeveral = where.length > 1 || where.some(({ field, value }) => field === 'words' && value.includes(' '));
  if (take === 'list' && isOfSeveral) return true;
  const unlevelled = where.filter(({ field }) => field !== 'level');
  const isOfWords = unlevelled.length > 0 && unlevelled.every(({ field }) => field === 'words');
  if (isOfWords && unlevelled.length < where.length && schema.sample.some(compile(unlevelled, schema))) return true;
  if (where.some(({ field, value }) => field === 'text' && schema.named.has(value.toLowerCase()))) return true;
  return by !== undefined && schema.sample.some(compile(where, schema));
}

/** At other times lines do say so. */
async function isToldElsewhere(scene: Scene, schema: Schema, query: Query): Promise<boolean> {
  if (query.window === undefined) return false;
  return !isNone((await runQuery(scene, schema, { ...query, window: undefined })).result);
}

/** Whether some line states a value, whichever it is, of each that is asked about: only then is none of them a finding. */
function areStatedTogether(query: Query, schema: Schema): boolean {
  const { take, where, of, by } = query;
  const isOfThings = columnNamed(schema, of)?.isSerial === true;
  if ((where.length < 2 && by === undefined) || isOfThings) return true;
  if (take !== 'exists' && !areOpenToEachOther(where, schema)) return false;
  const said = compile(
    where.filter(({ field }) => /^(?:words|form)$/.test(field)),
    schema,
  );
  const isWorded = where.some(({ field }) => field === 'words');
  // Who writes a line, and how grave it is, is not who it speaks of.
  if (isWorded && take !== 'exists' && where.some(({ field }) => ofWriter.test(field))) return false;
  // Of lines in other words none is told to have failed, or to have not.
  const isTold = (name: string) => name !== 'level' && (name !== 'outcome' || isWorded);
  const columns = [...where.map(({ field }) => field), by].flatMap((field) =>
    schema.columns.filter(({ name }) => name === field && isTold(name)),
  );
  if (columns.length === 0) return true;
  return schema.sample.some((record) => said(record) && columns.every((column) => column.read(record) !== undefined));
}

const ofWriter = /^(?:level|source|host|new value)$/;

/**
 * None is counted only where lines that hold for one of the conditions state the field of each other, and somewhere not
 * always the same: lines that never say otherwise do not tell.
 */
function areOpenToEachOther(where: readonly Condition[], schema: Schema): boolean {
  const judged = where.find(({ field }) => field === 'outcome' || field === 'level');
  const others = where.filter((one) => one !== judged);
  const named = others.filter(({ field, is }) => is === '=' && field !== 'words');
  const said = others.filter((one) => !named.includes(one));
  const isNamed = others.length > 0 && (named.length > 0 || said.every((one) => isNameInLines(one, schema)));
  // "How often did the import fail": its lines say how it came out, and never that.
  if (judged !== undefined && others.length > 0) {
    const held = schema.sample.filter(compile(others, schema));
    const failed = schema.sample.filter(compile([judged, ...said], schema));
    // Where nothing in the file came out so, or where it is told of others by their names, it would be told of these.
    const isToldOfOthers = failed.some((record) =>
      named.every(({ field }) => columnNamed(schema, field)?.read(record) !== undefined),
    );
    const isTold = held.length > 0 && kindsOf(judged, held, schema) > 0;
    if (isNamed ? isTold || isToldOfOthers : isTold && failed.length === 0) return true;
  }
  const told = where.flatMap((one) => {
    const held = schema.sample.filter(compile([one], schema));
    return held.length === 0 ? [] : where.filter((other) => other !== one).map((other) => kindsOf(other, held, schema));
  });
  return told.every((kinds) => kinds > 0) && (told.length === 0 || told.some((kinds) => kinds > 1 && kinds < wordy));
}

/** "DailyClose": a word that lines write as names are written. */
function isNameInLines({ field, value }: Condition, { sample }: Schema): boolean {
  if (field !== 'words' || /\s/.test(value)) return false;
  return sample.some((record) => {
    const { message } = record.row();
    const at = message.toLowerCase().indexOf(value.toLowerCase());
    const isHead = at === 0 && message.startsWith(': ', value.length);
    return isHead || (at >= 0 && isWrittenAsName(message.slice(at, at + value.length)));
  });
}

/** What words may say is no value of a field. */
const wordy = Number.POSITIVE_INFINITY;

/** How many values of a condition's field some lines have. */
function kindsOf({ field, is }: Condition, held: Schema['sample'], schema: Schema): number {
  const column = columnNamed(schema, field);
  if (column === undefined) return wordy;
  const { size } = new Set(held.map((record) => column.read(record)).filter((value) => value !== undefined));
  return size > 0 && /^[<>]/.test(is) ? Math.max(size, 2) : size;
}

async function inPlainWords(scene: Scene, condition: Condition): Promise<Condition> {
  const { field, is, value } = condition;
  // Another number of the same digits is not what was asked for.
  if (field === 'level' || field === 'outcome' || (is !== '=' && is !== 'has') || /^\d+(?:,\d+)*$|^\dxx$/i.test(value))
    return condition;
  const joined = value.replaceAll(' ', '');
  const spellings = [...new Set([value, joined, value.replace(/s$/, ''), joined.replace(/s$/, '')])];
  for (const spelling of spellings) {
    if (spelling.length > 2 && (await isSomewhere(scene, spelling)))
      return { field: 'text', is: 'has', value: spelling };
  }
  // "Skipped frames", where lines say "skipped 34 frames".
  return field === 'text' && /^[a-z]{3,}(?: [a-z]{3,})+$/i.test(value) ? { ...condition, field: 'words' } : condition;
}
