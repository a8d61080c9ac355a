import { isOfWriters } from './aliases.ts';
import type { TurnsOf } from './learn-state.ts';
import { isAlarm } from './levels.ts';
import { states } from './lexicon.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { reasonIn } from './stated-reasons.ts';
import { stem, wordsOf } from './stem.ts';
import { small } from './tokens.ts';

/** How lines of two kinds take turns, and the word by which the first is told. */
type Alternation = TurnsOf & { begin: string };

interface Kind {
  key: string;
  /** What is said before the reason is given. */
  stems: ReadonlySet<string>;
  lines: number;
  grave: number;
  /** How many give a reason. */
  reasoned: number;
}

/** Of fewer turns it may be chance, unless the end says that it is one. */
const fewestTurns = 2;
const mostKinds = 12;
const mostFaults = 0.1;
const ofNothing =
  /^(?:by|comp|port|code|message|level|column_\d+|exception|stated (?:reason|exception)|outcome|version|new value|old value)$/;

/**
 * What only a warning or an error begins and only a calm line ends, for each thing in turn, whichever words they have
 * for it: "access point wap-3 silent: PoE fault", "access point wap-3 back". What has a reason and ends in "again" does
 * so at any level.
 */
export function alternationsOf(schema: Schema): Alternation[] {
  const columns = schema.columns.filter(
    (one) => !one.isNumber && one.isSerial !== true && !isOfWriters(one) && !ofNothing.test(one.name),
  );
  return columns.flatMap((column) => ofColumn(column, schema));
}

type Line = { kind: Kind; value: string };

function ofColumn(column: Column, schema: Schema): Alternation[] {
  const kinds = new Map<string, Kind>();
  const lines: Line[] = [];
  for (const record of schema.sample) {
    const value = column.read(record);
    if (value === undefined || schema.operations.some(({ read }) => read(record) !== undefined)) continue;
    const kind = kindOf(record, schema, kinds);
    kind.lines++;
    if (isAlarm(record)) kind.grave++;
    if (reasonIn(record) !== undefined) kind.reasoned++;
    lines.push({ kind, value });
  }
  const all = [...kinds.values()];
  if (all.length > mostKinds * 4) return [];
  return all
    .filter((one) => isGrave(one) || saysDown(one))
    .slice(0, mostKinds)
    .flatMap((begin) =>
      all
        .filter((end) => end !== begin && mayEnd(begin, end))
        .slice(0, mostKinds)
        .flatMap((end) => turnsOf(lines, begin, end, column) ?? []),
    );
}

const isGrave = ({ grave, lines }: Kind): boolean => grave === lines;
const isReasoned = ({ reasoned, lines }: Kind): boolean => reasoned === lines;
const saysDown = (one: Kind): boolean => isReasoned(one) || [...one.stems].some((word) => knownBegins.has(word));
const mayEnd = (begin: Kind, end: Kind): boolean =>
  end.reasoned === 0 &&
  ((isGrave(begin) && end.grave === 0) || (saysDown(begin) && [...end.stems].some((one) => knownEnds.has(one))));

/** By the words before the reason: those behind it differ from time to time. */
function kindOf(record: LogRecord, { said }: Schema, kinds: Map<string, Kind>): Kind {
  const { message } = record.row();
  const head = message.slice(0, 200).split(/: |:$| \(|\[|; | (?:reason|cause)=/)[0] ?? '';
  const all = said(record).stems();
  const stems = new Set(
    wordsOf(head)
      .map((word) => stem(word.toLowerCase()))
      .filter((word) => /^[a-z-]{2,}$/.test(word) && all.has(word)),
  );
  const key = [...stems].join(' ');
  const known = kinds.get(key) ?? { key, stems, lines: 0, grave: 0, reasoned: 0 };
  kinds.set(key, known);
  return known;
}

function turnsOf(lines: readonly Line[], begin: Kind, end: Kind, column: Column): Alternation | undefined {
  const open = new Map<string, boolean>();
  let [pairs, faults] = [0, 0];
  for (const { kind, value } of lines) {
    if (kind !== begin && kind !== end) continue;
    const isOpen = open.get(value) ?? false;
    if (isOpen === (kind === begin)) faults++;
    else if (isOpen) pairs++;
    open.set(value, kind === begin);
  }
  const isEnough = pairs >= fewestTurns || (pairs === 1 && [...end.stems].some((one) => knownEnds.has(one)));
  if (!isEnough || faults > pairs * mostFaults) return undefined;
  const words = turningWords(begin.stems, end.stems);
  return words && { ...words, others: [], pairs, faults, column };
}

/** By which words the lines of one kind are told from those of the other. */
function turningWords(
  begins: ReadonlySet<string>,
  ends: ReadonlySet<string>,
): Pick<Alternation, 'begin' | 'ends' | 'isBegunFirst'> | undefined {
  const own = [...begins].filter((word) => !ends.has(word) && !small.test(word));
  const others = [...ends].filter((word) => !begins.has(word) && !small.test(word));
  const begin = own.find((one) => negating.has(one)) ?? own.find((one) => knownBegins.has(one)) ?? own.at(-1);
  if (begin === undefined) return undefined;
  const known = others.filter((one) => knownEnds.has(one));
  if (others.length > 0) return { begin, ends: known.length > 0 ? known : others.slice(-1), isBegunFirst: false };
  // "NotReady" until "Ready": the end has no word of its own.
  const shared = [...ends].filter((word) => !small.test(word)).slice(-1);
  return shared.length === 0 ? undefined : { begin, ends: shared, isBegunFirst: true };
}
const negating = new Set(['not', 'no', 'never']);

const stemsOfState = (which: 'begins' | 'ends'): ReadonlySet<string> =>
  new Set(
    states
      .filter(({ state }) => /^(?:outage|down|disconnected)$/.test(state))
      .flatMap((one) => one[which])
      .filter((one) => !one.includes(' '))
      .map(stem),
  );
const knownBegins = stemsOfState('begins');
const knownEnds = new Set([
  ...stemsOfState('ends'),
  ...['again', 'ok', 'back', 'healthy', 'nominal', 'normal', 'restored'].map(stem),
]);
