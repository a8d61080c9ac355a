import { begunIn, learnOutage } from '../facts/learn-outage.ts';
import { participantCalled } from '../facts/participants.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';
import { bestNumber, columnsCalled } from './columns-called.ts';
import { eventAsked } from './event-asked.ts';
import { asName, isFigureOf, isOfRequests } from './figures-asked.ts';
import type { InFileTerms } from './file-terms.ts';
import type { EventSaid, Frame } from './frame.ts';
import { frames } from './frame-table.ts';
import { framesOfEvents } from './frames-of-events.ts';
import { framesOfFigures } from './frames-of-figures.ts';
import { framesOfLengths } from './frames-of-lengths.ts';
import { framesOfLevels } from './frames-of-levels.ts';
import { framesOfLines } from './frames-of-lines.ts';
import { framesOfNames } from './frames-of-names.ts';
import { framesOfOperations } from './frames-of-operations.ts';
import { framesOfOutages } from './frames-of-outages.ts';
import { framesOfPlaces } from './frames-of-places.ts';
import { framesOfReadings } from './frames-of-readings.ts';
import { framesOfReasons } from './frames-of-reasons.ts';
import { framesOfSets } from './frames-of-sets.ts';
import { framesOfSpans } from './frames-of-spans.ts';
import { framesOfStates } from './frames-of-states.ts';
import { framesOfValues, isOfSettings } from './frames-of-values.ts';
import { isStrange } from './operations-asked.ts';
import { outageWords } from './outage-words.ts';
import { looksLikeName } from './told-words.ts';
import { isOfQuestions, singular } from './words.ts';

type Slots = Partial<Record<string, string>>;

/**
 * A question that is asked in one of the usual forms, with what its slots hold in words that the parser knows: "bays
 * ranked by interrupted washes, who is first" asks which bay had the most failed washes. As it is where it has no such form, or
 * a slot holds something else.
 */
export function inFrame(asked: string, schema: Schema): InFileTerms {
  const question = asked
    .replace(/^on average,? what (?:is|was|were) (?:the )?/i, 'what is the average ')
    .replace(/^what does (?:the )?(\S.* \S.*) (?:come|amount|add up) to(?=[?!. ]*$)/i, 'what is the $1')
    .replace(
      /(?<=\b(?:highest|lowest|largest|smallest|max(?:imum)?|min(?:imum)?|longest|shortest)\b.{3,80}) (?:recorded|reported|logged|observed|measured|seen)(?=[?!. ]*$)/i,
      '',
    )
    .replace(/^(how many \S+ [^?]*s) do you (?:see|find)(?: in total)?(?=[?!. ]*$)/i, '$1')
    .replace(inUnit, '');
  const text = question
    .replace(/[?!.\s]+$/, '')
    .replace(/\b(what|who|which|when|where|how)['’]s\b/gi, '$1 is')
    .replace(/\s+/g, ' ')
    .trim();
  const hasTerms = schema.operation !== undefined || learnOutage(schema) !== undefined;
  if (text.length > mostLetters) return { text: question, taken: [] };
  for (const frame of hasTerms ? all : ofAnyFile)
    for (const pattern of frame.patterns) {
      const found = pattern.exec(text);
      const told = found === null ? undefined : filled(frame, found.groups ?? {}, schema);
      if (told !== undefined) return told;
    }
  return { text: question, taken: [] };
}

/** An answer tells its unit anyway. */
const inUnit =
  /,? in (?:ms|milliseconds|s|sec|seconds|minutes|hours|percent|%|bytes|[kmg]i?b|megabytes|gigabytes)(?=[?!. ]*$)/i;
const mostLetters = 300;
/** The surest first. */
const ofAnyFile = [
  ...framesOfStates,
  ...framesOfReasons,
  ...framesOfSpans,
  ...framesOfLengths,
  ...framesOfOperations,
  ...framesOfPlaces,
  ...framesOfLevels,
  ...framesOfLines,
  ...framesOfReadings,
  ...framesOfFigures,
  ...framesOfValues,
  ...framesOfSets,
  ...framesOfNames,
];
const all = [
  ...framesOfStates,
  ...framesOfOutages,
  ...framesOfReasons,
  ...framesOfSpans,
  ...framesOfLengths,
  ...framesOfOperations,
  ...framesOfPlaces,
  ...framesOfLevels,
  ...framesOfLines,
  ...framesOfReadings,
  ...framesOfFigures,
  ...framesOfValues,
  ...framesOfEvents,
  ...frames,
  ...framesOfSets,
  ...framesOfNames,
];

/** The plain question, where each slot holds what its letter stands for. */
function filled({ plain }: Frame, slots: Slots, schema: Schema): InFileTerms | undefined {
  const held: Record<string, string> = {};
  const isOfOutage = Object.keys(slots).some((name) => name === 'A' || name === 'N');
  const events: EventSaid[] = [];
  for (const [name, said] of Object.entries(slots)) {
    if (said === undefined) continue;
    const event = name.startsWith('E') ? eventAsked(said, schema) : undefined;
    if (event !== undefined) events.push({ ...event, said });
    const meant = event?.text ?? resolved(name, said, schema, isOfOutage);
    if (meant === undefined) return undefined;
    held[name] = meant;
  }
  const tellsOutage = isOfOutage || events.some(({ kind }) => kind === 'outage');
  const begun = tellsOutage ? begunIn(schema, learnOutage(schema)?.words.begins ?? []) : undefined;
  const text = plain({ ...held, begun: begun ?? 'down' }, events, schema);
  if (text === undefined) return undefined;
  const strange = events.flatMap(({ taken }) => taken ?? []);
  if (typeof text !== 'string') {
    const { query, at = '', taken = [], isSure = false } = text;
    const all = [...new Set([...taken, ...strange])];
    return { text: at, taken: all, query, isSure: isSure && strange.length === 0 };
  }
  const operation = events.find((one) => one.operation !== undefined)?.operation;
  return {
    text,
    taken: strange,
    ...(operation === undefined ? {} : { of: { field: operation.name, is: 'has', value: '*' } }),
  };
}

/** By the first letter of the slot: a kind of thing, one thing, being out of order, an outage, or a number that is set. */
function resolved(name: string, said: string, schema: Schema, isOfOutage: boolean): string | undefined {
  // What a pattern names in words of its own is said as it is.
  switch (name.length > 2 ? name : name[0]) {
    case 'K':
      return (
        kindCalled(said, schema) ??
        (isOfOutage && isStrange(singular(said), schema) ? learnOutage(schema)?.column.name : undefined)
      );
    case 'V':
      return isThing(said, schema) ? said : undefined;
    case 'F':
      return figureCalled(said, schema);
    case 'G':
      return readingCalled(said, schema);
    case 'X':
      return said.replace(/^["']|["']$/g, '');
    case 'I':
      return schema.operation?.values.has(said.toLowerCase()) === true ? said : undefined;
    case 'A':
      return outageWords(schema).isDown(said) ? 'down' : undefined;
    case 'N':
      return outageWords(schema).isOutage(said.replace(/^(?:the|all|its|single) /i, '')) ? 'outage' : undefined;
    case 'S':
      return isSetting(said, schema) ? said.replace(/^the | setting$/gi, '') : undefined;
    case 'E':
    case 'Eall':
      return undefined;
    default:
      return said;
  }
}

/** The noun as it is asked, where the file or its trade knows it. */
function kindCalled(said: string, schema: Schema): string | undefined {
  const noun = singular(said.replace(/^(?:the|an?|one) /i, ''));
  if (/^(?:reason|cause)$/i.test(noun)) return 'reason';
  const isKnown =
    participantCalled(noun, schema) !== undefined ||
    columnsCalled(schema, noun.split(' ')).some(({ isNumber, isSerial }) => !isNumber && isSerial !== true);
  return isKnown ? noun : undefined;
}

/** "MV Selene", where lines call it so and Selene is the name. */
const isThing = (said: string, { columns }: Schema): boolean => {
  const [noun, name] = said.toLowerCase().split(' ');
  return (
    columns.some(
      (one) =>
        !one.isNumber &&
        (one.values.has(said.toLowerCase()) || (one.name.toLowerCase() === noun && one.values.has(name ?? ''))),
    ) ||
    (looksLikeName(said) && !said.includes(' '))
  );
};

/** Under the name that its lines have for it. */
function figureCalled(said: string, schema: Schema): string | undefined {
  const { figure } = schema;
  const named = said.replace(/^(?:number|amount|count|value) of | (?:count|number|amount|value)$/gi, '').split(' ');
  if (isOfRequests(said, schema) || /^(?:what|which|who|how)\b/i.test(said)) return undefined;
  const words = named.flatMap((word) => [word, `${word}s`]);
  return figure !== undefined && words.some((word) => isFigureOf(figure, word, schema)) ? asName(figure) : undefined;
}

/** Said of whatever is measured. */
const ofAnyGauge = /^(?:usage|level|reading|value)$/;

/** A number that lines state, under its own name. */
function readingCalled(said: string, schema: Schema): string | undefined {
  const words = said.toLowerCase().replace(/ use$/, ' usage').split(' ');
  const column = columnsCalled(schema, words).find(({ isNumber }) => isNumber) ?? bestNumber(schema, words);
  if (column === undefined || column.isLabel === true || column.isSerial === true) return undefined;
  const isOwn = (word: string) => column.stems.has(stem(word)) || column.aliases.has(stem(word));
  return words.every((word, at) => isOwn(word) || (at > 0 && ofAnyGauge.test(word)))
    ? column.name.replaceAll(' ', '_')
    : undefined;
}

/** "retry_budget", what a column of settings names, and what lines say that tell of a change. */
const isSetting = (said: string, schema: Schema): boolean => {
  const name = said.replace(/^the | setting$/gi, '').toLowerCase();
  const { columns, sample } = schema;
  const isNamed = columns.some((one) => isOfSettings(one) && one.values.has(name));
  const changed = columnNamed(schema, newValue);
  const isSaid = (text: string) => {
    const at = text.toLowerCase().indexOf(name);
    return at >= 0 && !/\w/.test(`${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`);
  };
  const isTold = (test: (record: (typeof sample)[number]) => boolean) =>
    sample.some((record) => test(record) && isSaid(record.text));
  return (
    isNamed ||
    (/^[a-z]+(?:_[a-z\d]+)+$/.test(name) && isTold(() => true)) ||
    (name.length > 2 && !isOfQuestions(name) && isTold((record) => changed?.read(record) !== undefined))
  );
};
