import { isOfWriters } from '../facts/aliases.ts';
import { begunIn, learnOutage } from '../facts/learn-outage.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { settingChanged } from '../facts/settings-told.ts';
import { changedBy, newValue, oldValue } from '../facts/turns.ts';
import { type Condition, hasAny } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { eventAsked } from './event-asked.ts';
import { isOfSettings } from './names-settings.ts';
import { meant } from './operation-meant.ts';
import { outageCalled } from './outage-words.ts';
import { readPhrase } from './read-phrase.ts';

/** Lines, one for each time that something happened. */
export interface LinesMeant {
  where: readonly Condition[];
  /** Words that no line has. */
  taken: readonly string[];
  /** By what the lines say, and not by what it is called. */
  isOfWords?: boolean;
  /** Some of their words stand for others. */
  isInferred?: boolean;
  /** Numbers them, where they are what the program does. */
  operation?: Column;
}

const article = /^(?:(?:the|all|any|of|every|each|those|these|our|an?|single) )+/i;
/** "The controller was restarted", "site tunnel plant-brno went down". */
const auxiliary = / (?:was|were|is|are|got|went|(?:has|have|had) been) (?=[a-z]+(?: [a-z]+)?$)/i;
const settings = '(?:config(?:uration)?|settings?|parameters?|options?|tunables?|preferences?)';
const changes = '(?:changes?|updates?|adjustments?|modifications?)';
const ofSettings = new RegExp(
  `^(?:(?:changed |modified )${settings}|${settings} ${changes}|${changes} (?:of|to|in) (?:the |an? )?${settings})(?<rest> .+)?$`,
  'i',
);
/** Of which lines a phrase speaks: "completed rebuilds of vol-07", "setting changes", "pump state changes". */
export function linesMeant(said: string, schema: Schema): LinesMeant | undefined {
  const phrase = said.replace(article, '').replace(auxiliary, ' ').trim();
  if (phrase === '' || /\bor\b/i.test(phrase)) return undefined;
  const { rest: ofSetting } = ofSettings.exec(phrase)?.groups ?? {};
  if (ofSettings.test(phrase)) return narrowed(settingChanges(schema), ofSetting, schema);
  return ofEvent(phrase, schema) ?? ofOutage(phrase, schema) ?? inWords(phrase, schema);
}

function ofEvent(said: string, schema: Schema): LinesMeant | undefined {
  const event = eventAsked(said, schema);
  if (event === undefined) return undefined;
  const taken = event.taken === undefined ? [] : [event.taken];
  const about = meant({ ...event, said }, schema);
  if (about !== undefined) return { ...about, taken };
  // "Node3 disconnected" is of one of them.
  const isOfOne = said.split(' ').some((one) => learnOutage(schema)?.column.values.has(one.toLowerCase()) === true);
  if (event.kind !== 'outage' || isOfOne) return undefined;
  return narrowed(outageBegins(schema, taken), event.rest, schema);
}

/** By a name for outages that no line has. */
function ofOutage(phrase: string, schema: Schema): LinesMeant | undefined {
  const [, head = '', rest] = /^([^ ]+(?: [^ ]+){0,4}?)( (?:of|on|in|at|from|for|by|to|with) .+)?$/.exec(phrase) ?? [];
  const taken = outageCalled(head, schema);
  return taken && narrowed(outageBegins(schema, taken), rest, schema);
}

/** The lines with which outages begin. */
function outageBegins(schema: Schema, taken: readonly string[]): LinesMeant | undefined {
  const outage = learnOutage(schema);
  const begun = outage && begunIn(schema, outage.words.begins);
  if (outage === undefined || begun === undefined) return undefined;
  const where: Condition[] = [hasAny(outage.column.name), { field: 'words', is: 'has', value: begun }];
  return { where, taken };
}

export const anyChange: Condition = hasAny(newValue);

function settingChanges(schema: Schema): LinesMeant | undefined {
  const [into, from] = [newValue, oldValue].map((name) => columnNamed(schema, name));
  const changed = schema.sample.filter((record) => into?.read(record) !== undefined);
  // A state is one that things are in before and after; what is set takes whichever value it is given.
  const isOfState = (record: LogRecord) => {
    const value = into?.read(record)?.toLowerCase() ?? '';
    return /^[a-z][a-z_ -]*$/i.test(value) && from?.values.has(value) === true;
  };
  const [states, sets] = [changed.filter(isOfState), changed.filter((record) => !isOfState(record))];
  const on = (column: Column | undefined, records: readonly LogRecord[]) =>
    records.filter((record) => column?.read(record) !== undefined).length;
  const named = [...schema.columns.filter(isOfSettings), columnNamed(schema, changedBy)].filter(
    (one) => on(one, sets) > 0,
  );
  // What changed is known of any change that names it; lines that have a field for it are those of settings.
  const [told] = (named.length > 1 ? named.filter((one) => one?.name !== settingChanged) : named).sort(
    (a, b) => on(b, sets) - on(b, states) - (on(a, sets) - on(a, states)),
  );
  if (told === undefined || on(told, states) > 0) return undefined;
  return {
    where: [anyChange, hasAny(told.name)],
    taken: [],
  };
}

/** By what the lines say. */
function inWords(phrase: string, schema: Schema): LinesMeant | undefined {
  const { where, unread, absent, columns, isInferred } = readPhrase(phrase, schema);
  if (unread.length + absent.length > 0) return undefined;
  // "Reruns of #48235": lines that state a number of them.
  const held = schema.sample.filter(compile(where, schema));
  const isStated = ({ read }: Column) => where.length > 0 && held.some((record) => read(record) !== undefined);
  const things = columns.filter(
    (one) =>
      (!one.isNumber || isStated(one)) && !where.some(({ field }) => field === one.name) && one.name !== 'message',
  );
  const all = [...where, ...things.map(({ name }): Condition => hasAny(name))];
  const [operation, second] = things;
  // "Sessions", of which no line tells whether they came out well.
  if (where.length === 0 && operation?.isSerial === true && second === undefined)
    return { where: all, taken: [], operation };
  if (where.length === 0) return undefined;
  const told = [all, asSaid(all, schema)].find((some) => schema.sample.some(compile(some, schema)));
  const isOfThing = operation?.isSerial === true && second === undefined;
  return told && { where: told, taken: [], isOfWords: true, isInferred, ...(isOfThing ? { operation } : {}) };
}

/** "Site tunnel berlin down", where programs are called site and tunnel: what the line says. */
export const asSaid = (where: readonly Condition[], { columns }: Schema): Condition[] =>
  where.map((one) =>
    one.is === '=' &&
    !/^\d+$/.test(one.value) &&
    columns.some((column) => column.name === one.field && isOfWriters(column))
      ? { field: 'words', is: 'has', value: one.value }
      : one,
  );

/** "Of vol-07", "on app1": which of them. */
function narrowed(lines: LinesMeant | undefined, rest: string | undefined, schema: Schema): LinesMeant | undefined {
  if (lines === undefined || rest === undefined || rest.trim() === '') return lines;
  const { where, unread, absent } = readPhrase(rest.trim(), schema);
  if (unread.length + absent.length > 0 || where.length === 0) return undefined;
  return { ...lines, where: [...lines.where, ...where] };
}
