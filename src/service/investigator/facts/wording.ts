import { CodeNouns, codePrefix } from './code-nouns.ts';
import { states } from './lexicon.ts';
import { numberSlot, pairSlot, windowBehind } from './number-slot.ts';
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

export function maskOf(tokens: readonly string[]): string {
  return tokens
    .map((token) => (/\d/.test(token) ? token.replace(hexadecimal, '#').replace(numberParts, '#') : token))
    .join(' ');
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** "req-0bc080": before an id stands what it is the id of. */
const mostOfKind = 12;
/** There are few of what has a number of one or two digits. */
const isOfFew = /\D\d{1,2}$/;
const isWrittenAsCode = /^[A-Za-z]+(?:[-_#]?\d{1,2}|[-_][a-z]{1,12})$/;
const kindOfId = /^([a-z]{3,12})[-_#:](?:(?=[a-f]*\d)[\da-f]{4,40}|[a-f]{6,40})$/;

type Called = Pick<Slot, 'names' | 'name'>;

interface Worded {
  wording: Wording;
  tokens: string[];
}

/** Learns which plain words of messages are names: those that take turns in one place of otherwise equal words. */
export class WordingBook {
  private readonly known = new Map<string, Wording>();
  /** Several are asked about one line after another. */
  private last: Worded & { message?: string } = { wording: { stems: new Set(), slots: [], text: '' }, tokens: [] };
  private readonly turns = new Map<string, Set<string>>();
  private names: Map<string, Set<string>> | undefined;
  private named: ReadonlySet<string> | undefined;
  private joint: Set<string> | undefined;
  private single: Set<string> | undefined;
  private mixed: Set<string> | undefined;
  private family: ReadonlyMap<string, Family> | undefined;
  private proper: Set<string> | undefined;
  private heads: Set<string> | undefined;
  private readonly fronts = new Map<string, Set<string>>();
  private readonly codes = new CodeNouns();
  private readonly senders = new Senders();

  /** To be called with all wordings that are to be learnt from, before any is asked for. */
  learn(message: string): void {
    const tokens = tokensOf(message);
    const mask = maskOf(tokens).split(' ');
    this.learnFront(bare(tokens[0] ?? ''), bare(mask[1] ?? ''), bare(mask[2] ?? ''));
    this.senders.learn(tokens[0] ?? '');
    tokens.forEach((token, at) => {
      this.codes.learn(bare(tokens[at - 2] ?? ''), bare(tokens[at - 1] ?? ''), bare(token));
    });
    if (mask.length > 30 || this.turns.size > 200_000) return;
    for (let at = 0; at < mask.length; at++) {
      const value = turnAt(tokens, at);
      if (value === undefined) continue;
      const key = keyOf(mask, at);
      const values = this.turns.get(key) ?? new Set<string>();
      if (values.size < 200) values.add(value);
      this.turns.set(key, values);
    }
  }

  /** Names of several parts that stand first before the same word, and who it is that sets something. */
  private learnFront(first: string, verb: string, object: string): void {
    const isActing = /^[a-z]{2,20}$/.test(first) && acting.test(verb) && !small.test(object) && object !== '';
    const isComing = personal.test(first) && comes(verb, object) && !naming.test(first.toLowerCase());
    if ((!joined.test(first) && !isActing && !isComing) || this.fronts.size > 20_000) return;
    const values = this.fronts.get(verb) ?? new Set<string>();
    if (values.size < 200) values.add(first);
    this.fronts.set(verb, values);
  }

  /** After all was learnt: a name in one kind of line is a name in others too, however rare they are. */
  private namesBehind(word: string): ReadonlySet<string> {
    if (this.names === undefined) {
      this.names = new Map();
      for (const [key, values] of this.turns) {
        if (values.size < 2) continue;
        const [at = '', text = ''] = key.split('|');
        const previous = wordBefore(key);
        // What takes turns behind any other word is a name only where several do.
        const isMarked = text.split(' ')[Number(at)] === inBrackets;
        const isFew = values.size < (isMarked ? 2 : 3);
        if (!naming.test(previous) && (isFew || !/^[a-z]{2,}$/.test(previous) || doing.test(previous))) continue;
        const known = this.names.get(previous) ?? new Set<string>();
        for (const value of values) if (!isVerb(value)) known.add(value);
        this.names.set(previous, known);
      }
    }
    return this.names.get(word) ?? none;
  }

  /** "Moth > Zed": who takes turns with others in some place, and is no kind of thing. */
  private isProper(word: string): boolean {
    if (this.proper === undefined) {
      this.proper = new Set();
      for (const [key, values] of this.turns) {
        const names = [...values].filter(
          (one) => /^[A-Z][a-z]/.test(one) && !naming.test(one.toLowerCase()) && !isVerb(one),
        );
        if (!key.startsWith('0|') && names.length >= 4) for (const one of names) this.proper.add(one);
      }
    }
    return this.proper.has(word);
  }

  /**
   * Those that take turns behind "on", "by" or their noun, and together in other places as well, are names, wherever
   * they stand: with the noun, or nothing where there is none.
   */
  private familyOf(value: string): Called | undefined {
    this.family ??= familiesOf([...this.turns].filter(([, values]) => values.size >= fewestOfFamily));
    const family = this.family.get(value);
    if (family === undefined || family.places < 2) return undefined;
    const { noun, preposition } = family;
    return noun === '' ? { names: [], name: preposition || 'name' } : { names: [stem(noun)], name: noun };
  }

  /** `graz-2`, `oslo-4` and `lyon-6` take turns: each is a whole name, and "graz" is no kind of thing. */
  private isWholeName(value: string): boolean {
    this.single ??= new Set(
      [...this.turns.values()].flatMap((values) => {
        const names = [...values].filter((one) => this.codes.isOnlyOfPrefix(one));
        return names.length >= 3 && names.length * 2 > values.size ? names : [];
      }),
    );
    return this.single.has(value);
  }

  /** `FV2` and `BT1` take turns, as `fra-2` and `ams-1` do: the prefix says where it is, and not what. */
  private isAmongOthers(value: string): boolean {
    this.mixed ??= new Set(
      [...this.turns.values()].flatMap((values) => {
        const prefixes = new Set([...values].map((one) => (isOfFew.test(one) ? codePrefix(one) : one)));
        const areKinds = [...prefixes].some((one) => one === undefined || naming.test(one.toLowerCase()));
        return prefixes.size >= 2 && !areKinds && [...values].every((one) => isWrittenAsCode.test(one))
          ? [...values]
          : [];
      }),
    );
    return this.mixed.has(value);
  }

  /** "NordBank" takes turns with others somewhere, and is no word that stands anywhere else by chance. */
  private isNameElsewhere(value: string): boolean {
    if (this.joint === undefined) {
      this.joint = new Set();
      for (const values of this.turns.values())
        if (values.size >= 2) for (const one of values) if (ofParts.test(one)) this.joint.add(one);
    }
    return this.joint.has(value);
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
    const joined = glued.exec(value);
    const unit = joined !== null && unitWords.test(joined[2]!) ? joined[2]! : undefined;
    const before = bare(tokens[at - 1] ?? '');
    if (isOfDump(tokens, at) || thrownType.test(value) || thrownType.test(before)) return undefined;
    // "Finished #70132 of web-ui".
    const isUncalled = before === '' || small.test(before) || isVerb(before.toLowerCase()) || !/^[a-z]+$/i.test(before);
    if (isUncalled && /^#\d{3,}[,.:;]?$/.test(tokens[at]!))
      return { names: ['id', 'number'].map(stem), name: 'id', at, isNumber: true, isNumbering: true };
    const isHash = this.codes.isHash(before, value);
    if (!isHash && (plainNumber.test(value) || unit !== undefined))
      return numberSlot(tokens, at, value, unit, {
        before: (isTime) => this.wordsBefore(tokens, mask, at, isTime ? 'time' : 'number'),
        isAlone: (word) => this.codes.numbers(word),
      });
    if (systemdUnit.test(value)) return { names: ['unit', 'service'].map(stem), name: 'unit', at, isNumber: false };
    if (at === 0 && this.senders.has(value))
      return { names: ['host', 'machine', 'device', 'server', 'station'].map(stem), name: 'host', at, isNumber: false };
    if (identifier.test(value) && value.length <= 80)
      return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
    if (!isNameAt(tokens, at)) return undefined;
    if (value.includes(inner)) return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
    if (at === 0) return this.leading(mask, value);
    const state = statedBehind(tokens, at);
    if (state !== undefined) return { names: [stem(state)], name: state, at, isNumber: false };
    // "Charger offline", "charger registered": what it is, and no name of it.
    if (conditions.has(value.toLowerCase()) && !/^["'([]/.test(tokens[at]!)) return undefined;
    const others = this.turns.get(keyOf(mask, at));
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    if (
      previous === 'for' &&
      /^(?:password|publickey)$/i.test(bare(tokens[at - 2] ?? '')) &&
      !/^(?:invalid|illegal|user|unknown)$/.test(value)
    )
      return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
    const isKnown =
      this.namesBehind(previous).has(value) ||
      (isPlainName(value) && this.familyOf(value) !== undefined) ||
      (/^[a-zA-Z]{2,}$/.test(previous) && areSiblings(others)) ||
      (((/^[a-z]{3,}$/.test(previous) && !doing.test(previous)) || identifier.test(previous)) &&
        this.isNameElsewhere(value));
    if (!isKnown && (others === undefined || others.size < 2)) return undefined;
    const isCalled = naming.test(previous) || /^["'([]/.test(tokens[at]!) || areCapitals(others, previous);
    // "Job started", where other lines say that a job finished: what it did is no name of it.
    if (at === 1 && tokens.length === 2 && isVerb(value) && isTurned(value)) return undefined;
    // "Station dark", "station reporting", "booking ticketed": all that is said of it.
    const mostStates = naming.test(previous) ? 3 : 8;
    if (at === 1 && tokens.length === 2 && /^[a-z-]+$/.test(value) && others !== undefined && others.size <= mostStates)
      return undefined;
    // "Group billing" is a name behind its noun, whatever its ending.
    const isNamed = naming.test(previous) && !/^(?:is|was|now|to|by|for|from|on)$/.test(previous);
    const isBeforeNoun = /^(?:the|a|an)$/.test(previous) && naming.test(bare(tokens[at + 1] ?? '').toLowerCase());
    if ((isVerb(value) && !isBeforeNoun && !isNamed) || (!isKnown && !isCalled && (others?.size ?? 0) < 3))
      return undefined;
    return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
  }

  /** "dock-cam went offline": a name of several parts that others take turns with, at the front of a message. */
  private leading(mask: readonly string[], value: string): Slot | undefined {
    if (this.heads === undefined) {
      this.heads = new Set();
      for (const [verb, values] of this.fronts)
        if (values.size >= (isOfComing.test(verb) ? 3 : 2)) for (const one of values) this.heads.add(one);
    }
    const family = mask.length > 1 && isPlainName(value) ? this.familyOf(value) : undefined;
    if (family !== undefined) return { ...family, at: 0, isNumber: false };
    const noun = bare(mask[1] ?? '').toLowerCase();
    const others = this.turns.get(keyOf(mask, 0));
    // "Active queue holds 217", "deferred queue holds 4".
    if (
      naming.test(noun) &&
      !small.test(noun) &&
      /^[a-z]{4,}$/.test(value) &&
      (others?.size ?? 0) > 1 &&
      /^[a-z]{3,}s$/.test(bare(mask[2] ?? ''))
    )
      return { names: [stem(noun)], name: noun, at: 0, isNumber: false };
    if (mask.length < 2 || !this.heads.has(value)) return undefined;
    const verb = bare(mask[1] ?? '');
    const isPerson = acting.test(verb) || comes(verb, bare(mask[2] ?? ''));
    if (isPerson && !/[-_\d]/.test(value)) return { names: ['user'], name: 'user', at: 0, isNumber: false };
    if (!joined.test(value)) return undefined;
    return { names: value.split(/[-_.]/).map(stem), name: 'name', at: 0, isNumber: false };
  }

  /** `worker-3` is called worker; "node gw-3" also node. */
  private namesOf(tokens: readonly string[], mask: readonly string[], at: number, value: string): Called {
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(value)) {
      const called = /^[a-z]{4,}$/.test(previous) && !small.test(previous) && !isVerb(previous) ? [previous] : [];
      return { names: ['address', 'ip', ...called].map(stem), name: 'address' };
    }
    if (macAddress.test(value))
      return { names: ['mac', 'address', 'client', 'device', 'station'].map(stem), name: 'mac' };
    const isWhole = this.isWholeName(value) || this.isAmongOthers(value);
    const kin = /^[A-Z]{2,}$/.test(bare(tokens[at - 1] ?? '')) ? kindOf(this.turns.get(keyOf(mask, at))) : undefined;
    const prefix = previous === cellEdge || isWhole ? undefined : (codePrefix(value) ?? kin);
    const own = prefix !== undefined && this.codes.isNounOf(bare(tokens[at - 1] ?? ''), prefix) ? undefined : prefix;
    const words = this.wordsBefore(tokens, mask, at, 'name');
    if (
      words.some((word) => /^(?:password|publickey|login|logon|sudo|signin|user)$/i.test(word)) &&
      !/^(?:port|address)$/i.test(words.at(-1)!)
    )
      return { names: ['user'], name: 'user' };
    // Who a message is from is no message.
    const isSender = /^(?:from|by|via)$/.test(previous);
    const nouns = isSender ? [] : words.filter((word) => !isVerb(word) && !isTurned(word));
    // "Account Name: Helga" is the name of an account.
    const told = ofAnother.test(nouns.at(-1) ?? '') ? nouns.join(' ') : nouns.at(-1);
    // "Tray of MS-2 is full": whose it is has a name, and is no tray.
    const before = previous === 'of' ? undefined : told;
    if (
      /^(?:for|by|as)$/.test(previous) &&
      /^(?:password|publickey|session|login|logon|sudo|signed|logged)$/i.test(before ?? '')
    )
      return { names: ['user'], name: 'user' };
    const next = bare(tokens[at + 1] ?? '').toLowerCase();
    // "The catalog service stopped".
    // "W105 valve roses open": the noun has a name of its own.
    const isOfNext = leadingCode.test(value) && at === 0 && tokens.length > 2 && this.isName(tokens, mask, 2);
    const isBeforeNoun = /^(?:the|a|an|this)?$/.test(previous) && naming.test(next) && !small.test(next) && !isOfNext;
    const called = isBeforeNoun
      ? next
      : (before ?? (/^(?!of$)[a-z]{2,}$/.test(previous) && !turning.has(previous) ? previous : undefined));
    // "Task send_invoice [9013]": the id of a task.
    const isOfName = called === undefined && /^\[/.test(tokens[at]!) && isNameAt(tokens, at - 1);
    const thing = isOfName ? bare(tokens[at - 2] ?? '').toLowerCase() : '';
    if (naming.test(thing)) return { names: [thing, 'id'].map(stem), name: `${thing} id` };
    // "Pass of NOAA-19", where others are of AQUA and TERRA: the name has no class of its own.
    const isNamed = told !== undefined || /^(?:for|from|by|on|to|via)$/.test(previous);
    const isAmongWords = isNamed && kin === undefined && this.hasOthersAt(mask, at, own);
    const names = [
      ...(called === undefined ? [] : called.split(' ').map(stem)),
      ...(own === undefined ? [] : [stem(own)]),
    ];
    const other = hexadecimalId.test(value) || (at === 0 && leadingCode.test(value)) ? 'id' : 'name';
    const kind = uuid.test(value) ? 'id' : kindOfId.exec(value)?.[1];
    const isUncalled = called === undefined || small.test(called);
    const family = isUncalled && own === undefined ? this.familyOf(value) : undefined;
    return family ?? { names, name: ((isAmongWords ? undefined : own) ?? called ?? kind ?? other).toLowerCase() };
  }

  /** Names without a digit take turns in the place, or a few of other prefixes: the "av1-1080" and "hevc-2160" of presets. */
  private hasOthersAt(mask: readonly string[], at: number, prefix: string | undefined): boolean {
    const values = this.turns.get(keyOf(mask, at)) ?? none;
    const isOfFew = values.size <= mostOfKind;
    return [...values].some((value) => !/\d/.test(value) || (isOfFew && codePrefix(value) !== prefix));
  }

  /** The one or two plain words that a number or name stands behind. */
  private wordsBefore(
    tokens: readonly string[],
    mask: readonly string[],
    at: number,
    of: 'name' | 'number' | 'time',
  ): string[] {
    const found: string[] = [];
    const isTime = of === 'time';
    let isPlaced = false;
    let least = at - 5;
    for (let index = at - 1; index >= Math.max(0, least) && found.length < 2; index--) {
      const window = found.length === 0 ? windowBehind(tokens, index) : undefined;
      if (window !== undefined) {
        least -= index - window + 1;
        index = window;
        continue;
      }
      // What stands in brackets, or before a comma, is named by what stands there with it.
      if (/^[([{]/.test(tokens[index + 1] ?? '') || (/[,;)\]}]$/.test(tokens[index]!) && found.length > 0)) break;
      // "Wash W041, van-xl, 206 l": a name in a list says nothing of what comes after it.
      if (/[)\]}][,;]$/.test(tokens[index]!) || /\d[\w-]{0,20}[,;]$/.test(tokens[index]!)) break;
      const word = bare(tokens[index]!).replace(/(?<![=:])[=:]+$/, '');
      if (small.test(word) && found.length === 0) {
        if (/^took$/i.test(word)) return ['took'];
        // "Failed after 12 s", "left the queue after 12 s".
        const done =
          isTime && /^after$/i.test(word) ? tokens.slice(0, index).findLast((one) => over.test(bare(one))) : undefined;
        if (done !== undefined) return leaving.test(bare(done)) ? ['session', 'time'] : ['took'];
        // "IN: handle h4a10 after 3m40s".
        const isOfOne = isTime && /^after$/i.test(word) && identifier.test(bare(tokens[index - 1] ?? ''));
        if (isOfOne && !tokens.slice(0, index).some((one) => ofWaiting.test(one))) return ['took'];
        // "Returned 200 in 45ms": how long it took.
        if (
          isTime &&
          /^in$/i.test(word) &&
          !/^(?:retry\w*|again|expir\w*|next|reconnect\w*|start\w*|wait\w*|due)$/i.test(bare(tokens[index - 1] ?? ''))
        )
          return ['took'];
        isPlaced ||= of === 'name' && placing.test(word);
        continue;
      }
      // "23.1 C humidity 40 %": the unit of the number before.
      const isUnit = index > 0 && unitWords.test(word) && plainNumber.test(bare(tokens[index - 1]!));
      if (word.includes('/') || word === cellEdge || isUnit) break;
      if (
        !/^[A-Za-z][A-Za-z_-]*$/.test(word) ||
        small.test(word) ||
        this.isProper(word) ||
        // Who did it is no noun for where: "printed by ada on lp-3".
        (of === 'name' && /^by$/i.test(bare(tokens[index - 1] ?? ''))) ||
        (index > 0 ? this.isName(tokens, mask, index) : this.leading(mask, word) !== undefined)
      ) {
        // "Evicted pod shop-17 on node-d2", "run 17 pos_sales": the noun has a name of its own; so it has in "aisle A3 at
        // 475 mm/s".
        const isNumberAt = of === 'number' && bare(tokens[at - 1] ?? '') === 'at' && index === at - 2;
        if (found.length > 0 || isPlaced || ((of === 'name' || isNumberAt) && isNamedBy(tokens, index))) break;
        continue;
      }
      found.unshift(word);
    }
    return found;
  }

  /** Somewhere it stands behind a noun for what has names: "node oslo". */
  private isNamed(value: string): boolean {
    this.namesBehind('');
    this.named ??= new Set(
      [...(this.names ?? [])].flatMap(([noun, values]) => (naming.test(noun) && !small.test(noun) ? [...values] : [])),
    );
    return this.named.has(value);
  }

  private isName(tokens: readonly string[], mask: readonly string[], at: number): boolean {
    const word = bare(tokens[at]!);
    if (isPlainName(word) && this.familyOf(word) !== undefined) return true;
    const others = isNameAt(tokens, at) ? this.turns.get(keyOf(mask, at)) : undefined;
    if (others === undefined || others.size < 2 || isVerb(word)) return false;
    if (areSiblings(others) || [...others].some((one) => this.isNamed(one))) return true;
    const previous = bare(tokens[at - 1] ?? '');
    return others.size >= 3 || naming.test(previous.toLowerCase()) || areCapitals(others, previous);
  }
}

/** Names of things of one kind. */
interface Family {
  /** Stands before them somewhere, and nowhere else on lines about them: of "heartbeat a-1 ok" and "a-1 lost: no heartbeat" nothing. */
  noun: string;
  /** "on" or "by", where they are told behind it. */
  preposition: string;
  /** In so many kinds of lines they take turns. */
  places: number;
}

const fewestOfFamily = 3;

/** Places whose names are mostly those of another place have things of the same kind. */
function familiesOf(places: readonly (readonly [key: string, names: ReadonlySet<string>])[]): Map<string, Family> {
  const known = new Map<string, Family>();
  const told = places.map(([key, names]) => {
    const before = wordBefore(key);
    const isNamed = ofNames.test(before) || isNounFirst(key, names) || isOfNumbered(key);
    const [noun, preposition] = small.test(before) ? ['', before.replace(/^of$/, '')] : [before, ''];
    return { key, names, noun, preposition, rank: isNamed ? (small.test(before) ? 1 : 2) : 0 };
  });
  for (const { key, names, noun, preposition, rank } of told.sort(
    (a, b) => b.rank - a.rank || b.names.size - a.names.size,
  )) {
    const own = Map.groupBy(names, (one) => known.get(one));
    const strangers = own.get(undefined) ?? [];
    let isOfKnown = false;
    for (const [family, some] of own) {
      if (family === undefined || some.length < fewestOfFamily) continue;
      family.places++;
      if (some.length * 2 <= names.size) continue;
      isOfKnown = true;
      if (family.noun !== '' && family.noun !== noun && placeIn(key).words.map(plainOf).includes(family.noun))
        family.noun = '';
      for (const one of strangers) known.set(one, family);
    }
    if (isOfKnown || rank === 0) continue;
    const family = { noun, preposition, places: 1 };
    for (const one of strangers) known.set(one, family);
  }
  return known;
}

/** "prio STAT", where others are "prio ROUT": a word of small letters, and what it is told to be. */
const areCapitals = (values: ReadonlySet<string> | undefined, before: string): boolean =>
  values !== undefined &&
  /^[a-z]{3,}$/.test(before) &&
  !doing.test(before) &&
  [...values].every((one) => /^[A-Z][A-Z_]+$/.test(one));

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
const inBrackets = '[*]';
const none: ReadonlySet<string> = new Set();
const acting = /^(?:set|changed|updated|modified|renamed|edited|approved)$/i;
/** Those who come and go are users: "karl connected from ...", "Steve left the game". */
const { begins, ends } = states.find(({ state }) => state === 'connected')!;
const coming = new RegExp(`^(?:${[...begins, ...ends].join('|')})$`, 'i');
const isOfComing = new RegExp(`^(?:${[...begins, ...ends].map((one) => one.split(' ')[0]).join('|')})$`, 'i');
/** "Logged in" is of two words. */
const comes = (verb: string, next: string): boolean => coming.test(verb) || coming.test(`${verb} ${next}`);
const leaving = new RegExp(`^(?:${ends.join('|')})$`, 'i');
const ofWaiting = /^(?:re-?\w+|again|wait\w*|expir\w*|next|due|will)$/i;
const over = /(?:ed|up|complete|done)$/i;
const personal = /^[A-Za-z][\w.]{1,30}$/;
/** "jenkins.service: Failed with result 'exit-code'." */
const systemdUnit = /^[\w@.\\-]{1,100}\.(?:service|socket|timer|mount|automount|target|slice|scope)$/;
const macAddress = /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i;
const hexadecimalId = /^(?=[a-f]*\d)(?=\d*[a-f])[a-f\d]{6,40}$/i;
/** What stands behind them is another than what stands before. */
const placing = /^(?:on|from|to|via|by|at|for)$/i;
const joined = /^[A-Za-z]+[-_.][A-Za-z][\w.-]*$/;
/** Of "Started cron" and "Stopped cron" the verb names no kind of thing. */
const turning = new Set(states.flatMap(({ begins, ends }) => [...begins, ...ends]));

/** "Oven amber-deck stopped": a noun that begins the message, whatever it is, before names of several parts. */
function isNounFirst(key: string, values: ReadonlySet<string>): boolean {
  const noun = wordBefore(key);
  const isNoun = key.startsWith('1|') && /^[a-z]{3,20}$/.test(noun) && !isVerb(noun) && !turning.has(noun);
  return isNoun && !small.test(noun) && [...values].every((one) => joined.test(one));
}

/** "Backup #4711 of hermes": what the numbered things are of. */
function isOfNumbered(key: string): boolean {
  const { at, words } = placeIn(key);
  const [noun = '', number, of] = at < 3 ? [] : words.slice(at - 3, at).map(plainOf);
  // Without its sign nothing is left of a masked number.
  return of === 'of' && number === '' && /^[a-z]{3,20}$/.test(noun) && !small.test(noun);
}

/** Of the key of a place. */
function wordBefore(key: string): string {
  const { at, words } = placeIn(key);
  return plainOf(words[at - 1] ?? '');
}

function placeIn(key: string): { at: number; words: string[] } {
  const end = key.indexOf('|');
  return { at: Number(key.slice(0, end)), words: key.slice(end + 1).split(' ') };
}

const plainOf = (word: string): string => bare(word).toLowerCase();

/** Behind the others of these stand states as well. */
const ofNames = new RegExp(
  `(?!(?:to|is|was|now|state|status|mode|phase|stage|step|version|flag|method|model)$)${naming.source}`,
);

const conditions = new Set(states.flatMap(({ state, begins, ends }) => (state === 'down' ? [...begins, ...ends] : [])));

/** `NordBank`, `pos_sales`. */
const ofParts = /^(?:(?=[A-Za-z]{2,60}$)[A-Za-z]{0,58}?[a-z][A-Z]|[a-z]{1,40}(?:_[a-z]{1,40}){1,6}$)/;
const ofAnother = /^(?:name|id|code|number)$/i;

/** "run 0402-00": a noun stands right before the name of one. */
const isNamedBy = (tokens: readonly string[], at: number): boolean =>
  identifier.test(bare(tokens[at]!)) && /^[A-Za-z][a-z]+$/.test(tokens[at - 1] ?? '') && !small.test(tokens[at - 1]!);

/** `ns-a` and `ns-b`, `HL7-in` and `HL7-out`, `fax-host` and `scan-host`: names of one kind, however few they are. */
function areSiblings(values: ReadonlySet<string> | undefined): boolean {
  const parts = [...(values ?? [])].map((one) => one.split(/[-_]/));
  const [first, second] = parts;
  if (first === undefined || second === undefined || first.length < 2) return false;
  const areAlike = (at: number) => parts.filter((one) => one.length === first.length && one.at(at) === first.at(at));
  return [0, -1].some((at) => areAlike(at).length > parts.length / 2 && areAlike(at).length > 1);
}

/** "Car" of `car-A`, `car-B` and the `goods-lift` beside them. */
function kindOf(values: ReadonlySet<string> | undefined): string | undefined {
  const kinds = Map.groupBy([...(values ?? [])], (one) => /^[A-Za-z]{3,}(?=[-_])/.exec(one)?.[0] ?? '');
  const [kind = '', own = []] = [...kinds].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return kind !== '' && own.length > 1 && own.length * 2 > (values?.size ?? 0) ? kind : undefined;
}

/** What a line that begins with it is about. */
const leadingCode = /^[A-Z]{1,4}[-_]?\d{3,}$/;

const isPlainName = (word: string): boolean =>
  /^[A-Za-z][\w.-]{2,}$/.test(word) && !isVerb(word) && !small.test(word) && !naming.test(word.toLowerCase());

const isTurned = (word: string): boolean => turning.has(word.toLowerCase()) && isVerb(word.toLowerCase());

const isNameLike = (token: string): boolean =>
  /^["'([<]?[A-Za-z][\w.@:/\u2060-]{0,60}["')\]>]?[.,;:]?$/.test(token) && !/\d/.test(token) && !small.test(token);

/** "Device: /dev/sdf": a path is a name only where it is called one. */
const isNameAt = (tokens: readonly string[], at: number): boolean => {
  const token = tokens[at] ?? '';
  return isNameLike(token.startsWith('/') && tokens[at - 1]?.endsWith(':') === true ? token.slice(1) : token);
};

/** What takes turns with others in a place; "branch release/2.1" shows that "branch main" is of a name too. */
function turnAt(tokens: readonly string[], at: number): string | undefined {
  const value = bare(tokens[at] ?? '');
  if (isNameAt(tokens, at)) return value;
  const isBehindWord = at === 0 ? isWrittenAsCode.test(value) : /^[a-z]{2,}$/.test(tokens[at - 1] ?? '');
  return identifier.test(value) && isBehindWord ? value : undefined;
}

/** "STATE RUN", "STATE STOP (jam)": a word that ends what is said, or stands before brackets, behind what it is a value of. */
function statedBehind(tokens: readonly string[], at: number): string | undefined {
  const [before = '', token = '', next = '('] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isLast = /^\(/.test(next) || /[.,;]$/.test(token);
  const noun = /^(?:state|status|mode|phase)[:=]?$/i.test(before)
    ? before.replace(/[:=]$/, '').toLowerCase()
    : undefined;
  return isLast && /^[A-Za-z][\w-]{1,20}[.,;]?$/.test(token) ? noun : undefined;
}

/** Whatever the fields beside it are set to. */
function keyOf(mask: readonly string[], at: number): string {
  const value = bare(mask[at] ?? '');
  const others = mask.map((token, index) => {
    if (index === at) return token.startsWith('[') ? inBrackets : '*';
    const named = token.replace(valueOfPair, '=');
    return named.includes('/') ? withoutValue(named, value) : named;
  });
  return `${at}|${others.join(' ')}`;
}
/** "from attic topic home/attic/climate" names attic twice. */
const withoutValue = (path: string, value: string): string =>
  path
    .split('/')
    .map((part) => (part === value ? '*' : part))
    .join('/');
const valueOfPair = /(?<=^[A-Za-z_][\w.-]{0,40})=.+/;
