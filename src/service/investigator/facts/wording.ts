import { codePrefix } from './code-nouns.ts';
import type { Called } from './families.ts';
import { connected, states } from './lexicon.ts';
import { areCapitals, areSiblings, comes, isNameLike, isPlainName, kindOf, NamesInPlaces } from './names-in-places.ts';
import { numberSlot, pairSlot } from './number-slot.ts';
import { Senders } from './senders.ts';
import { stem, writtenWords } from './stem.ts';
import {
  bare,
  cellEdge,
  colonPair,
  doing,
  glued,
  identifier,
  inner,
  isOfDump,
  isVerb,
  naming,
  plainNumber,
  small,
  tokensOf,
  unitWords,
} from './tokens.ts';

/** What a place in a message holds: a number with its unit, or a name. */
export interface Slot {
  /** Stems of what it is called by, the nearest first. */
  names: readonly string[];
  /** As told. */
  name: string;
  at: number;
  isNumber: boolean;
  /** It numbers what is named before it: "job 12", "build #12". */
  isNumbering?: boolean;
  unit?: string;
}

/** Messages that say the same but for what has a digit or stands where names do. */
export interface Wording {
  stems: ReadonlySet<string>;
  slots: readonly Slot[];
  /** The words with digits masked. */
  text: string;
}

/** A whole word of hexadecimal digits, or the digits of any other. */
const hexadecimal = /\b0x[\da-f]+|(?<![A-Za-z\d])[a-f]*\d[\da-f]*(?![A-Za-z\d])|\d+/gi;
const numberParts = /-?#(?:[.,:-]+#)*/g;

const maskOf = (tokens: readonly string[]): string =>
  tokens
    .map((token) => (/\d/.test(token) ? token.replace(hexadecimal, '#').replace(numberParts, '#') : token))
    .join(' ');

interface Worded {
  wording: Wording;
  tokens: string[];
}

/** Reads what messages say, and what the places in them hold, by what all messages of a file have shown. */
export class WordingBook {
  private readonly known = new Map<string, Wording>();
  /** Several are asked about one line after another. */
  private last: Worded & { message?: string } = { wording: { stems: new Set(), slots: [], text: '' }, tokens: [] };
  private readonly learnt = new NamesInPlaces();
  private readonly senders = new Senders();

  /** To be called with all wordings that are to be learnt from, before any is asked for. */
  learn(message: string): void {
    const tokens = tokensOf(message);
    this.senders.learn(tokens[0] ?? '');
    this.learnt.learn(tokens, maskOf(tokens).split(' '));
  }

  of(message: string): Worded {
    if (message === this.last.message) return this.last;
    const tokens = tokensOf(message);
    const mask = maskOf(tokens);
    let wording = this.known.get(mask);
    if (wording === undefined) {
      wording = this.read(tokens, mask);
      if (this.known.size > 30_000) this.known.clear();
      this.known.set(mask, wording);
    }
    this.last = { message, wording, tokens };
    return this.last;
  }

  private read(tokens: readonly string[], text: string): Wording {
    const mask = text.split(' ');
    const slots: Slot[] = [];
    const stems = new Set<string>();
    tokens.forEach((token, at) => {
      const slot = token.includes('=') || colonPair.test(token) ? pairSlot(tokens, at) : this.slotAt(tokens, mask, at);
      if (slot !== undefined) slots.push(slot);
      if (slot !== undefined && !slot.isNumber) return;
      for (const word of token.match(writtenWords) ?? [])
        for (const part of [word, ...word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)]) stems.add(stem(part));
    });
    // "Pressure at P-40: 8.1 bar": the word is the number's, not the name's.
    const measured = new Set(slots.filter(({ isNumber }) => isNumber).map(({ name }) => name));
    const told = slots.map((slot) => {
      if (slot.isNumber) return slot;
      if (measured.has(slot.name)) return { ...slot, names: [], name: 'name' };
      return { ...slot, names: slot.names.filter((one) => ![...measured].some((name) => stem(name) === one)) };
    });
    return { stems, slots: apart(latestOf(told, tokens), tokens), text: text.replaceAll(inner, ' ') };
  }

  private slotAt(tokens: readonly string[], mask: readonly string[], at: number): Slot | undefined {
    const value = bare(tokens[at]!);
    const found = glued.exec(value);
    const unit = found !== null && unitWords.test(found[2]!) ? found[2]! : undefined;
    const before = bare(tokens[at - 1] ?? '');
    if (isOfDump(tokens, at) || thrownType.test(value) || thrownType.test(before)) return undefined;
    // "Finished #70132 of web-ui".
    const isUncalled = small.test(before) || isVerb(before.toLowerCase()) || !/^[a-z]+$/i.test(before);
    if (isUncalled && /^#\d{3,}[,.:;]?$/.test(tokens[at]!))
      return { names: ['id', 'number'].map(stem), name: 'id', at, isNumber: true, isNumbering: true };
    const isHash = this.learnt.codes.isHash(before, value);
    if (!isHash && (plainNumber.test(value) || unit !== undefined))
      return numberSlot(tokens, at, value, unit, {
        before: (isTime) => this.wordsBefore(tokens, mask, at, isTime ? 'time' : 'number'),
        isAlone: (word) => this.learnt.codes.numbers(word),
      });
    const called = this.calledAt(tokens, mask, at, value);
    return called === undefined ? undefined : { ...called, at, isNumber: false };
  }

  /** What the name in a place is called by; undefined where there is none. */
  private calledAt(tokens: readonly string[], mask: readonly string[], at: number, value: string): Called | undefined {
    if (systemdUnit.test(value)) return { names: ['unit', 'service'].map(stem), name: 'unit' };
    if (at === 0 && this.senders.has(value))
      return { names: ['host', 'machine', 'device', 'server', 'station'].map(stem), name: 'host' };
    if (identifier.test(value) || value.includes(inner)) return this.namesOf(tokens, mask, at, value);
    if (!isNameLike(tokens[at])) return undefined;
    if (at === 0) return this.leading(mask, value);
    const state = statedBehind(tokens, at);
    if (state !== undefined) return { names: [stem(state)], name: state };
    // "Charger offline", "charger registered": what it is, and no name of it.
    if (conditions.has(value.toLowerCase())) return undefined;
    const isName = isOfLogin(tokens, at, value) || this.isNameAt(tokens, mask, at, value);
    return isName ? this.namesOf(tokens, mask, at, value) : undefined;
  }

  private isNameAt(tokens: readonly string[], mask: readonly string[], at: number, value: string): boolean {
    const others = this.learnt.at(mask, at);
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    const isKnown =
      this.learnt.behind(previous).has(value) ||
      (isPlainName(value) && this.learnt.familyOf(value) !== undefined) ||
      (/^[a-zA-Z]{2,}$/.test(previous) && areSiblings(others)) ||
      (((/^[a-z]{3,}$/.test(previous) && !doing.test(previous)) || identifier.test(previous)) &&
        this.learnt.isNameElsewhere(value));
    if (!isKnown && others.size < 2) return false;
    // "Order placed", "station dark": all that is said of it.
    const isSaid = at === 1 && tokens.length === 2 && /^[a-z-]+$/.test(value);
    if (isSaid && others.size <= (naming.test(previous) ? 3 : 8)) return false;
    // "Group billing" is a name behind its noun, whatever its ending.
    const isNamed = naming.test(previous) && !/^(?:is|was|now|to|by|for|from|on)$/.test(previous);
    if (isVerb(value) && !isNamed) return false;
    const isCalled = naming.test(previous) || /^["'([]/.test(tokens[at]!) || areCapitals(others, previous);
    return isKnown || isCalled || others.size >= 3;
  }

  /** "dock-cam went offline": a name of several parts that others take turns with, at the front of a message. */
  private leading(mask: readonly string[], value: string): Called | undefined {
    if (mask.length < 2) return undefined;
    const family = isPlainName(value) ? this.learnt.familyOf(value) : undefined;
    if (family !== undefined) return family;
    const noun = bare(mask[1] ?? '').toLowerCase();
    // "Active queue holds 217", "deferred queue holds 4".
    const isOfQueue = naming.test(noun) && !small.test(noun) && /^[a-z]{3,}s$/.test(bare(mask[2] ?? ''));
    if (isOfQueue && /^[a-z]{4,}$/.test(value) && this.learnt.at(mask, 0).size > 1)
      return { names: [stem(noun)], name: noun };
    if (comes(mask) && this.learnt.isPerson(value)) return { names: ['user'], name: 'user' };
    return this.learnt.isHead(value) ? { names: value.split(/[-_.]/).map(stem), name: 'name' } : undefined;
  }

  /** `worker-3` is called worker; "node gw-3" also node. */
  private namesOf(tokens: readonly string[], mask: readonly string[], at: number, value: string): Called {
    const before = bare(tokens[at - 1] ?? '');
    const previous = before.toLowerCase();
    if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(value)) {
      const called = /^[a-z]{4,}$/.test(previous) && !small.test(previous) ? [previous] : [];
      return { names: ['address', 'ip', ...called].map(stem), name: 'address' };
    }
    if (macAddress.test(value))
      return { names: ['mac', 'address', 'client', 'device', 'station'].map(stem), name: 'mac' };
    const words = this.wordsBefore(tokens, mask, at, 'name');
    if (words.some((word) => ofUsers.test(word))) return { names: ['user'], name: 'user' };
    const kin = /^[A-Z]{2,}$/.test(before) ? kindOf(this.learnt.at(mask, at)) : undefined;
    const prefix = previous === cellEdge || this.learnt.isAmongOthers(value) ? undefined : (codePrefix(value) ?? kin);
    const own = prefix !== undefined && this.learnt.codes.isNounOf(before, prefix) ? undefined : prefix;
    // Who a message is from is no message.
    const isSender = /^(?:from|by|via)$/.test(previous);
    const told = isSender ? undefined : words.findLast((word) => !isVerb(word));
    const called = this.nounOf(tokens, mask, at, told);
    // "Task send_invoice [9013]": the id of a task.
    const isOfName = called === undefined && /^\[/.test(tokens[at]!) && isNameLike(tokens[at - 1]);
    const thing = isOfName ? bare(tokens[at - 2] ?? '').toLowerCase() : '';
    if (naming.test(thing)) return { names: [thing, 'id'].map(stem), name: `${thing} id` };
    // "Pass of NOAA-19", where others are of AQUA and TERRA: the name has no class of its own.
    const isNamed = told !== undefined || /^(?:for|from|by|on|to|via)$/.test(previous);
    const isAmongWords = isNamed && kin === undefined && this.learnt.hasOthersAt(mask, at, own);
    const isUncalled = called === undefined || small.test(called);
    const family = isUncalled && own === undefined ? this.learnt.familyOf(value) : undefined;
    const other = hexadecimalId.test(value) || (at === 0 && leadingCode.test(value)) ? 'id' : 'name';
    return (
      family ?? {
        names: [called, own].flatMap((one) => (one === undefined ? [] : [stem(one)])),
        name: ((isAmongWords ? undefined : own) ?? called ?? kindOfId.exec(value)?.[1] ?? other).toLowerCase(),
      }
    );
  }

  /** The noun for what has the name: behind it, or before it. */
  private nounOf(tokens: readonly string[], mask: readonly string[], at: number, told: string | undefined) {
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    const next = bare(tokens[at + 1] ?? '').toLowerCase();
    // "W105 valve roses open": the noun has a name of its own.
    const value = bare(tokens[at]!);
    const isOfNext = leadingCode.test(value) && at === 0 && tokens.length > 2 && this.learnt.isName(tokens, mask, 2);
    // "The catalog service stopped".
    if (/^(?:the|a|an|this)?$/.test(previous) && naming.test(next) && !isOfNext) return next;
    // "Tray of MS-2 is full": whose it is has a name, and is no tray.
    if (previous !== 'of' && told !== undefined) return told;
    return /^(?!of$)[a-z]{2,}$/.test(previous) && !turning.has(previous) ? previous : undefined;
  }

  /** The one or two plain words that a number or name stands behind. */
  private wordsBefore(
    tokens: readonly string[],
    mask: readonly string[],
    at: number,
    of: 'name' | 'number' | 'time',
  ): string[] {
    const found: string[] = [];
    let isPlaced = false;
    for (let index = at - 1; index >= Math.max(0, at - 5) && found.length < 2; index--) {
      // What stands in brackets, or before a comma, is named by what stands there with it.
      if (/^[([{]/.test(tokens[index + 1] ?? '') || (/[,;)\]}]$/.test(tokens[index]!) && found.length > 0)) break;
      // "Wash W041, van-xl, 206 l": a name in a list says nothing of what comes after it.
      if (/\d[\w-]{0,20}[,;]$/.test(tokens[index]!)) break;
      const word = bare(tokens[index]!).replace(/(?<![=:])[=:]+$/, '');
      if (small.test(word) && found.length === 0) {
        const told = of === 'time' ? timeToldBy(tokens, index, word) : undefined;
        if (/^took$/i.test(word) || told !== undefined) return told ?? ['took'];
        isPlaced ||= of === 'name' && placing.test(word);
        continue;
      }
      // "23.1 C humidity 40 %": the unit of the number before.
      const isUnit = index > 0 && unitWords.test(word) && plainNumber.test(bare(tokens[index - 1]!));
      if (word.includes('/') || word === cellEdge || isUnit) break;
      if (!this.isWord(tokens, mask, index, word)) {
        // "Evicted pod shop-17 on node-d2", "run 17 pos_sales": the noun has a name of its own; so it has in "aisle A3 at
        // 475 mm/s".
        const isNumberAt = of === 'number' && bare(tokens[at - 1] ?? '') === 'at';
        if (found.length > 0 || isPlaced || ((of === 'name' || isNumberAt) && isNamedBy(tokens, index))) break;
        continue;
      }
      found.unshift(word);
    }
    return found;
  }

  /** And no name of anything. */
  private isWord(tokens: readonly string[], mask: readonly string[], at: number, word: string): boolean {
    if (!/^[A-Za-z][A-Za-z_-]*$/.test(word) || small.test(word) || this.learnt.isProper(word)) return false;
    return at > 0 ? !this.learnt.isName(tokens, mask, at) : this.leading(mask, word) === undefined;
  }
}

/** What the word says of the time behind it: mostly how long something took. */
function timeToldBy(tokens: readonly string[], at: number, word: string): string[] | undefined {
  const before = tokens.slice(0, at).map(bare);
  const previous = before.at(-1) ?? '';
  if (/^after$/i.test(word)) {
    if (before.some((one) => leaving.test(one))) return ['session', 'time'];
    // "Failed after 12 s", "IN: handle h4a10 after 3m40s".
    const isOfOne = identifier.test(previous) && !before.some((one) => ofWaiting.test(one));
    return isOfOne || before.some((one) => over.test(one)) ? ['took'] : undefined;
  }
  // "Returned 200 in 45ms".
  const isTaken = !/^(?:again|next|reconnect\w*|start\w*)$/i.test(previous) && !ofWaiting.test(previous);
  return /^in$/i.test(word) && isTaken ? ['took'] : undefined;
}
const leaving = new RegExp(`^(?:${connected.ends.join('|')})$`, 'i');
const ofWaiting = /^(?:re-?\w+|again|wait\w*|expir\w*|next|due|will)$/i;
const over = /(?:ed|up|complete|done)$/i;

/** "From 2985 microseconds to 154789 microseconds", "changed -1 Celsius to 45": what it came to is the number, what it was is none. */
function latestOf(slots: readonly Slot[], tokens: readonly string[]): readonly Slot[] {
  const isLatest = ({ at }: Slot) => /^(?:to|->|=>|→)$/i.test(tokens[at - 1] ?? '');
  const isOld = (slot: Slot, index: number) =>
    slot.isNumber &&
    !isLatest(slot) &&
    slots.slice(index + 1, index + 3).some((next) => next.isNumber && next.name === slot.name && isLatest(next));
  return slots.filter((slot, index) => !isOld(slot, index));
}

/** "212 dials 245": the word is of the number behind it, and what stands before it has none. */
function apart(slots: readonly Slot[], tokens: readonly string[]): readonly Slot[] {
  const isBehind = ({ name, at }: Slot) => bare(tokens[at - 1] ?? '').toLowerCase() === name;
  const behind = new Set(slots.filter((slot) => slot.isNumber && isBehind(slot)).map(({ name }) => name));
  return slots.map((slot) =>
    slot.isNumber && slot.unit === undefined && behind.has(slot.name) && !isBehind(slot)
      ? { ...slot, names: [], name: 'name', isNumbering: true }
      : slot,
  );
}

/** Read of the line as what was thrown, and what it says. */
const thrownType = /^(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception)$/;
/** "jenkins.service: Failed with result 'exit-code'." */
const systemdUnit = /^[\w@.\\-]{1,100}\.(?:service|socket|timer|mount|automount|target|slice|scope)$/;
const macAddress = /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i;
const hexadecimalId = /^(?:(?=[a-f]*\d)(?=\d*[a-f])[a-f\d]{6,40}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;
/** "req-0bc080": before an id stands what it is the id of. */
const kindOfId = /^([a-z]{3,12})[-_#:](?:(?=[a-f]*\d)[\da-f]{4,40}|[a-f]{6,40})$/;
/** What a line that begins with it is about. */
const leadingCode = /^[A-Z]{1,4}[-_]?\d{3,}$/;
/** What stands behind them is another than what stands before. */
const placing = /^(?:on|from|to|via|by|at|for)$/i;
const ofUsers = /^(?:password|publickey|login|logon|sudo|signin|user)$/i;
/** Of "Started cron" and "Stopped cron" the verb names no kind of thing. */
const turning = new Set(states.flatMap(({ begins, ends }) => [...begins, ...ends]));
const conditions = new Set(states.flatMap(({ state, begins, ends }) => (state === 'down' ? [...begins, ...ends] : [])));

/** "Failed password for invalid user ada", "accepted publickey for ada". */
const isOfLogin = (tokens: readonly string[], at: number, value: string): boolean =>
  tokens[at - 1] === 'for' &&
  /^(?:password|publickey)$/i.test(bare(tokens[at - 2] ?? '')) &&
  !/^(?:invalid|illegal|user|unknown)$/.test(value);

/** "run 0402-00": a noun stands right before the name of one. */
const isNamedBy = (tokens: readonly string[], at: number): boolean =>
  identifier.test(bare(tokens[at]!)) && /^[A-Za-z][a-z]+$/.test(tokens[at - 1] ?? '') && !small.test(tokens[at - 1]!);

/** "STATE RUN", "STATE STOP (jam)": a word that ends what is said, or stands before brackets, behind what it is a value of. */
function statedBehind(tokens: readonly string[], at: number): string | undefined {
  const [before = '', token = '', next = '('] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isLast = /^\(/.test(next) || /[.,;]$/.test(token);
  const noun = /^(?:state|status|mode|phase)[:=]?$/i.test(before)
    ? before.replace(/[:=]$/, '').toLowerCase()
    : undefined;
  return isLast && /^[A-Za-z][\w-]{1,20}[.,;]?$/.test(token) ? noun : undefined;
}
