import { unitNamed } from './amount.ts';
import { stem } from './stem.ts';
import { bare, colonPair, doing, glued, isUnit, isVerb, pair, plainNumber, small, unitWords } from './tokens.ts';
import type { Slot } from './wording.ts';

/** `depth=46` and `write=9.005 s`, where no reader took it for a field. */
export function pairSlot(tokens: readonly string[], at: number): Slot | undefined {
  const found = pair.exec(tokens[at] ?? '') ?? colonPair.exec(tokens[at] ?? '');
  if (found === null) return undefined;
  const value = bare(found[2]!);
  const next = /[,;)\]}"']$/.test(tokens[at]!) ? '' : bare(tokens[at + 1] ?? '');
  const unit = glued.exec(value)?.[2] ?? (plainNumber.test(value) && isUnit(next) ? next : undefined);
  const isOfUnit = unit !== undefined && unitWords.test(unit) && !hash.test(value);
  return {
    names: found[1]!.split(/[_.-]/).map(stem),
    name: found[1]!,
    at,
    isNumber: plainNumber.test(value) || isOfUnit,
    ...(isOfUnit ? { unit } : {}),
  };
}

/** `id=171399a` is no current. */
const hash = /^\d{5,}[a-f]$/;

interface Around {
  /** The one or two plain words that the number stands behind. */
  before(isTime: boolean): string[];
  /** Things are numbered by the word alone. */
  isAlone(word: string): boolean;
}

/** What a number among words is of: the words before it, or the noun of what it counts. */
export function numberSlot(
  tokens: readonly string[],
  at: number,
  value: string,
  glue: string | undefined,
  { before: wordsBefore, isAlone }: Around,
): Slot | undefined {
  if (isOfWindow(tokens, at)) return undefined;
  const part = partOf(tokens, at);
  if (part !== undefined) return { names: part.split(' ').map(stem), name: part, at, isNumber: true };
  const next = bare(tokens[at + 1] ?? '');
  if (isCode(tokens, at, value)) return { names: ['code'], name: 'code', at, isNumber: true, isNumbering: true };
  const unit = glue ?? (isUnit(next) ? next : sizeAhead(tokens, at));
  const origin = unit === undefined ? originOf(tokens, at, value) : undefined;
  if (origin !== undefined) return { names: [], name: origin, at, isNumber: true, isNumbering: true };
  const before = besideSign(
    tokens,
    at,
    wordsBefore(unit !== undefined && unitNamed(unit)?.dimension === 'time').filter(
      // "INFO call call 12: …": who writes, and what it is.
      (word, index, all) => index === all.length - 1 || (!opening.test(word) && word !== all[index + 1]),
    ),
  );
  const counted = countedBehind(tokens, unit === undefined ? at : glue === undefined ? at + 1 : at);
  const previous = tokens[at - 1] ?? '';
  const word = bare(previous);
  // "Job 12 started" numbers a job, "deleted 12 files" counts files; "done: 12 files" as well.
  const isNumbered =
    /^[a-z][a-z_-]+$/i.test(word) &&
    !/[,;)\]]$/.test(previous) &&
    !(previous.endsWith(':') && counted !== undefined) &&
    !small.test(word) &&
    !doing.test(word);
  const own = nameOf(before, isNumbered && isAlone(word));
  const isPart = /[,;]$/.test(previous) && unit !== undefined;
  const noun = unit === undefined && !isNumbered && counted !== undefined ? severalOf(value, counted) : undefined;
  // "1201 files, 57.9 GB added": what stands before the comma is another number's.
  const ofUnit = isPart || own === '' ? [unit, counted].filter((one) => one !== undefined).join(' ') : '';
  const name = noun?.toLowerCase() ?? (ofUnit || own.toLowerCase());
  if (name === '') return undefined;
  // "Completed, 30 blocks repaired": what was completed are no blocks.
  const isOfBehind = /[,;]$/.test(previous) && (noun !== undefined || ofUnit !== '');
  const ahead = isOfBehind ? [] : before.toReversed();
  const names = [...(noun === undefined ? [] : [noun]), ...name.split(' '), ...ahead].map(stem);
  return {
    names: [...new Set(names)],
    name,
    at,
    isNumber: true,
    ...(isNumbered && unit === undefined && /^\d+(?:\.0)?$/.test(value) ? { isNumbering: true } : {}),
    ...(unit === undefined ? {} : { unit }),
  };
}

/** "RH bay 4 = 74.6 %": the humidity is of a bay, and the bay is the fourth. */
function besideSign(tokens: readonly string[], at: number, words: string[]): string[] {
  if (words.length < 2) return words;
  const isNumber = (index: number) => plainNumber.test(bare(tokens[index] ?? ''));
  if (tokens[at - 1] === '=' && isNumber(at - 2)) return words.slice(0, -1);
  return tokens[at + 1] === '=' && isNumber(at + 2) ? words.slice(-1) : words;
}

/** "112 of 220 leases": a number of leases, and how many there are. */
function partOf(tokens: readonly string[], at: number): string | undefined {
  const isNumber = (index: number) => /^\d{1,12}$/.test(tokens[index] ?? '');
  const isPart = tokens[at + 1] === 'of' && isNumber(at) && isNumber(at + 2);
  const isWhole = tokens[at - 1] === 'of' && isNumber(at - 2) && isNumber(at);
  const noun = isPart || isWhole ? countedBehind(tokens, isPart ? at + 2 : at) : undefined;
  return noun === undefined || !/s$/i.test(noun)
    ? undefined
    : isPart
      ? noun.toLowerCase()
      : `all ${noun.toLowerCase()}`;
}

/** "bytes read 120 written 40": the unit of both stands before them. */
function sizeAhead(tokens: readonly string[], at: number): string | undefined {
  const isWord = (index: number) => /^[a-z]{2,}$/i.test(tokens[index] ?? '');
  const isNumber = (index: number) => plainNumber.test(bare(tokens[index] ?? ''));
  for (let index = at - 1; index > 0 && (isWord(index) || isNumber(index)); index--)
    if (unitNamed(tokens[index]!)?.dimension === 'size')
      return index < at - 1 && isWord(index + 1) && !isNumber(index - 1) ? tokens[index] : undefined;
  return undefined;
}

/** "I 2190 Completed": the number of an event, before the sentence for it. */
const isCode = (tokens: readonly string[], at: number, value: string): boolean =>
  /^\d{3,6}$/.test(value) &&
  /^[A-Z][a-z]+$/.test(tokens[at + 1] ?? '') &&
  tokens.slice(0, at).every((token) => /^[A-Z\d|:#.-]{1,12}$/.test(token));

/** "Call c-1 from 6567 connected", "via 4804 hung up": who it was, by number, and not how many. */
function originOf(tokens: readonly string[], at: number, value: string): string | undefined {
  const [before = '', next = ''] = [tokens[at - 1], bare(tokens[at + 1] ?? '')];
  const isName = /^(?:from|via|by)$/.test(before) && /^\d{3,9}$/.test(value);
  return isName && /^(?:[a-z]{2,}(?<!s|^to))?$/.test(next) ? before : undefined;
}

/** Of "type TXT answered 482 bytes" the type is none of the words for the number. */
const nameOf = (before: readonly string[], isAlone: boolean): string =>
  before
    .filter((word, index) => index > 0 || !(/^[A-Z]{2,}$/.test(word) && isVerb(before[1] ?? '')))
    .filter((word, index) => index === before.length - 1 || (!isAlone && !isVerb(word) && !/s$/.test(word)))
    .join(' ');

/** "Finished task 41" is of a task. */
const opening = /^(?:[A-Z][a-z]{2,}(?:ed|ing)|Lost|Sent|Found|Got)$/;

/** The plain word behind a number and its unit. */
function countedBehind(tokens: readonly string[], last: number): string | undefined {
  const behind = tokens[last + 1] ?? '';
  const word = bare(behind);
  // "Floor 3 to 7 load 240 kg": the noun is of the next number.
  const next = bare(tokens[last + 2] ?? '');
  if (!/s$/i.test(word) && !/[,;]$/.test(behind) && (plainNumber.test(next) || glued.test(next))) return undefined;
  return !/[.,;:]$/.test(tokens[last]!) && /^[a-z]{3,}$/i.test(word) && !small.test(word) ? word : undefined;
}

/** "1 packet" is a number of packets, as "12 packets" is. */
const severalOf = (value: string, noun: string): string =>
  value !== '1' || /s$/i.test(noun) ? noun : `${noun.replace(/(?<=[^aeiou])y$/, 'ie').replace(/(?<=x|ch|sh)$/, 'e')}s`;

/** "Over the last 5 minutes" and "98%/5 min" tell of which time, and are no number of it. */
const isOfWindow = (tokens: readonly string[], at: number): boolean =>
  /^(?:last|past|previous)$/i.test(bare(tokens[at - 1] ?? '')) &&
  unitNamed(glued.exec(bare(tokens[at]!))?.[2] ?? bare(tokens[at + 1] ?? ''))?.dimension === 'time';
