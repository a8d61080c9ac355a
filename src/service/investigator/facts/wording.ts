import { unitNamed } from './amount.ts';
import { CodeNouns, codePrefix } from './code-nouns.ts';
import { states } from './lexicon.ts';
import { stem } from './stem.ts';

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

const small =
  /^(?:in|at|of|to|is|was|are|were|by|for|from|with|on|the|a|an|after|over|than|and|or|as|has|now|about|its|only|via|took|took:|where|when|if|because|while|until|but|that|which|then|select)$/i;
export const unitWords =
  /^(?:ns|us|µs|ms|msecs?|millis|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|b|bytes?|kb|mb|gb|tb|kib|mib|gib|tib|%|percent|pct|c|f|v|a|w|kw|hz|khz|mhz|ghz|rpm|bar|psi|kg|g|mm|cm|km|dbm?|mv|ma|°c|[kmg]?bps|iops|[rqtpf]ps|(?:[kmgt]i?b|b|bytes?|[kmg]?bits?|req|requests?|msgs?|messages?|rows?|records?|packets?|ops?|events?)\/(?:s|sec|second|min|minute|h|hour)|eur|usd|gbp|chf|jpy|cny|inr|sek|nok|dkk|pln|czk|huf|ron|aud|cad|nzd|brl|mxn|zar|krw|sgd|hkd)$/i;
/** `S:` and `M` alone are names of something else. */
const isUnit = (word: string): boolean => unitWords.test(word) && !/^[SMHBG]$/.test(word);
const glued = /^(-?\d[\d,]*(?:\.\d+)?)([A-Za-zµ%°]{1,6})$/;
const plainNumber = /^[+-]?\d[\d,]{0,16}(?:\.\d+)?$/;
/** "3B C9 FF": bytes as they are dumped. */
const hexPair = /^(?=\d?[A-F])[\dA-F]{2}$|^\d\d$/;
const isOfDump = (tokens: readonly string[], at: number): boolean =>
  [at, at - 1, at + 1].filter((one) => hexPair.test(bare(tokens[one] ?? ''))).length > 1 &&
  hexPair.test(bare(tokens[at] ?? ''));
const identifier = /^(?=\D*\d)[\w@.:/-]+$/;
const bare = (token: string): string => token.replace(/^[("'[{<#]+|(?<![)"'\]}>.,;:!?])[)"'\]}>.,;:!?]+$/g, '');

export const tokensOf = (message: string): string[] =>
  withWholeDurations(message.slice(0, 1200))
    .replace(named, '$1 $2')
    .replace(braced, '$& ')
    .trim()
    .split(/\s+/)
    .slice(0, 60);

/** "{esd-4}{8e1b}{10.0.1.14:9300}": each is a name of its own. */
const braced = /(?<=[\w-])\[(?=\{[\w.-])|(?<=\{[\w.:-]{1,80})\}(?=\{)/g;

/** "send_invoice[90135caa-9333]": what it is, and which one of them; "files[2]" is a place in a list. */
const named = /(?<=\s)([A-Za-z_][\w.-]{1,60}[A-Za-z_])(\[[\w-]{0,40}\d[\w-]{3,40}\])(?=[\s:,.;]|$)/g;

const parted =
  /(?<![\w.:-])(?:(?<d>\d{1,4}) ?d(?:ays?)?,? ?)?(?:(?<h>\d{1,4}) ?h(?:(?:ou)?rs?)?,? ?)?(?:(?<m>\d{1,4}) ?m(?:in(?:ute)?s?)?,? ?)?(?<s>\d{1,4}(?:\.\d{1,9})?) ?s(?:ec(?:ond)?s?)?(?![\w-])/gi;

/** "12 min 30 s" and "1h2m3s" are one number each. */
function withWholeDurations(text: string): string {
  if (!/\d ?(?:d|h|m)/i.test(text)) return text;
  return text.replace(parted, (all, ...found) => {
    const { d, h, m, s }: Record<string, string | undefined> = found.at(-1);
    if (d === undefined && h === undefined && m === undefined) return all;
    const seconds = Number(d ?? 0) * 86_400 + Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s);
    return `${Number(seconds.toFixed(3))}s`;
  });
}

export const valueAt = (tokens: readonly string[], at: number): string => {
  const token = tokens[at] ?? '';
  return bare((pair.exec(token) ?? colonPair.exec(token))?.[2] ?? token);
};

const pair = /^[("'[{<]?([A-Za-z_][\w.-]{0,40})=(\S+)$/;

/** `anon-rss:7197575kB`, and no port of a host. */
const colonPair = /^[("'[{<]?([A-Za-z_][A-Za-z_-]{1,40}):(-?\d[\d,]*(?:\.\d+)?(?:kB|[KMGT]i?B|B|ms|us|s|%))[)\]},;]*$/;

/** `depth=46`, where no reader took it for a field. */
function pairAt(token: string, at: number): Slot | undefined {
  const found = pair.exec(token) ?? colonPair.exec(token);
  if (found === null) return undefined;
  const value = bare(found[2]!);
  const unit = glued.exec(value)?.[2];
  const isUnit = unit !== undefined && unitWords.test(unit);
  return {
    names: found[1]!.split(/[_.-]/).map(stem),
    name: found[1]!,
    at,
    isNumber: plainNumber.test(value) || isUnit,
    ...(isUnit ? { unit } : {}),
  };
}

/** A whole word of hexadecimal digits, or the digits of any other. */
const hexadecimal = /\b0x[\da-f]+|(?<![A-Za-z\d])[a-f]*\d[\da-f]*(?![A-Za-z\d])|\d+/gi;
const numberParts = /-?#(?:[.,:-]+#)*/g;

export function maskOf(tokens: readonly string[]): string {
  return tokens
    .map((token) => (/\d/.test(token) ? token.replace(hexadecimal, '#').replace(numberParts, '#') : token))
    .join(' ');
}

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
  private heads: Set<string> | undefined;
  private readonly fronts = new Map<string, Set<string>>();
  private readonly codes = new CodeNouns();

  /** To be called with all wordings that are to be learnt from, before any is asked for. */
  learn(message: string): void {
    const tokens = tokensOf(message);
    const mask = maskOf(tokens).split(' ');
    this.learnFront(bare(tokens[0] ?? ''), bare(mask[1] ?? ''), bare(mask[2] ?? ''));
    tokens.forEach((token, at) => {
      this.codes.learn(bare(tokens[at - 2] ?? ''), bare(tokens[at - 1] ?? ''), bare(token));
    });
    if (mask.length > 30 || this.turns.size > 200_000) return;
    for (let at = 0; at < mask.length; at++) {
      if (!isNameAt(tokens, at)) continue;
      const key = keyOf(mask, at);
      const values = this.turns.get(key) ?? new Set<string>();
      if (values.size < 200) values.add(bare(tokens[at]!));
      this.turns.set(key, values);
    }
  }

  /** Names of several parts that stand first before the same word, and who it is that sets something. */
  private learnFront(first: string, verb: string, object: string): void {
    const isActing = /^[a-z]{2,20}$/.test(first) && acting.test(verb) && !small.test(object) && object !== '';
    if ((!joined.test(first) && !isActing) || this.fronts.size > 20_000) return;
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
        const previous = bare(text.split(' ')[Number(at) - 1] ?? '').toLowerCase();
        // What takes turns behind any other word is a name only where several do.
        if (!naming.test(previous) && (values.size < 3 || !/^[a-z]{2,}$/.test(previous) || doing.test(previous)))
          continue;
        const known = this.names.get(previous) ?? new Set<string>();
        for (const value of values) if (!isVerb(value)) known.add(value);
        this.names.set(previous, known);
      }
    }
    return this.names.get(word) ?? none;
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
      const slot = token.includes('=') || colonPair.test(token) ? pairAt(token, at) : this.slotAt(tokens, mask, at);
      if (slot !== undefined) slots.push(slot);
      if (slot !== undefined && !slot.isNumber) return;
      for (const word of token.match(/\p{L}[\p{L}\d']*/gu) ?? [])
        for (const part of [word, ...word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)]) stems.add(stem(part));
    });
    // "Pressure at P-40: 8.1 bar": the word is the number's, not the name's.
    const measured = new Set(slots.filter(({ isNumber }) => isNumber).map(({ name }) => name));
    const told = slots.map((slot) =>
      slot.isNumber || !measured.has(slot.name) ? slot : { ...slot, names: [], name: 'name' },
    );
    return { stems, slots: latestOf(told, tokens), text };
  }

  private slotAt(tokens: readonly string[], mask: readonly string[], at: number): Slot | undefined {
    const value = bare(tokens[at]!);
    const joined = glued.exec(value);
    const unit = joined !== null && unitWords.test(joined[2]!) ? joined[2]! : undefined;
    if (isOfDump(tokens, at)) return undefined;
    if (plainNumber.test(value) || unit !== undefined) {
      const next = bare(tokens[at + 1] ?? '');
      const nextUnit = unit ?? (isUnit(next) ? next : undefined);
      const isTime = nextUnit !== undefined && unitNamed(nextUnit)?.dimension === 'time';
      const before = this.wordsBefore(tokens, mask, at, isTime);
      const previous = bare(tokens[at - 1] ?? '');
      // "Job 12 started" numbers a job, "deleted 12 files" counts files.
      const isNumbered =
        /^[a-z][a-z_-]+$/i.test(previous) &&
        !/[,;)\]]$/.test(tokens[at - 1] ?? '') &&
        !small.test(previous) &&
        !doing.test(previous);
      const isCounted =
        unit === undefined &&
        nextUnit === undefined &&
        !/[.,;:]$/.test(tokens[at]!) &&
        /^[a-z]{3,}$/i.test(next) &&
        !small.test(next);
      const noun = isCounted && !isNumbered ? next : undefined;
      const isNumber = true;
      const isAlone = isNumbered && this.codes.numbers(previous);
      const name =
        noun ??
        before
          .filter((word, index) => index === before.length - 1 || (!isAlone && !isVerb(word) && !/s$/.test(word)))
          .join(' ');
      if (name === '')
        return nextUnit === undefined ? undefined : { names: [], name: nextUnit, at, isNumber, unit: nextUnit };
      const names = [...(noun === undefined ? [] : [stem(noun)]), ...before.map(stem).reverse()];
      const isNumbering = isNumbered && nextUnit === undefined && /^\d+$/.test(value);
      return {
        names,
        name: name.toLowerCase(),
        at,
        isNumber,
        ...(isNumbering ? { isNumbering } : {}),
        ...(nextUnit === undefined ? {} : { unit: nextUnit }),
      };
    }
    if (identifier.test(value) && value.length <= 80)
      return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
    if (!isNameAt(tokens, at)) return undefined;
    if (at === 0) return this.leading(mask, value);
    const others = this.turns.get(keyOf(mask, at));
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    if (
      previous === 'for' &&
      /^(?:password|publickey)$/i.test(bare(tokens[at - 2] ?? '')) &&
      !/^(?:invalid|illegal|user|unknown)$/.test(value)
    )
      return { ...this.namesOf(tokens, mask, at, value), at, isNumber: false };
    const isKnown = this.namesBehind(previous).has(value);
    if (!isKnown && (others === undefined || others.size < 2)) return undefined;
    const isCalled = naming.test(previous) || /^["'([]/.test(tokens[at]!);
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
      for (const values of this.fronts.values()) if (values.size >= 2) for (const one of values) this.heads.add(one);
    }
    if (mask.length < 2 || !this.heads.has(value)) return undefined;
    const names = joined.test(value) ? value.split(/[-_.]/).map(stem) : ['user'];
    const isActing = acting.test(bare(mask[1] ?? ''));
    if (!joined.test(value) && !isActing) return undefined;
    return { names, name: joined.test(value) ? 'name' : 'user', at: 0, isNumber: false };
  }

  /** `worker-3` is called worker; "node gw-3" also node. */
  private namesOf(
    tokens: readonly string[],
    mask: readonly string[],
    at: number,
    value: string,
  ): Pick<Slot, 'names' | 'name'> {
    if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(value))
      return { names: ['address', 'ip'].map(stem), name: 'address' };
    const prefix = codePrefix(value);
    const own = prefix !== undefined && this.codes.isNounOf(bare(tokens[at - 1] ?? ''), prefix) ? undefined : prefix;
    const words = this.wordsBefore(tokens, mask, at);
    if (
      words.some((word) => /^(?:password|publickey|login|logon|sudo|signin|user)$/i.test(word)) &&
      !/^(?:port|address)$/i.test(words.at(-1)!)
    )
      return { names: ['user'], name: 'user' };
    const before = words.filter((word) => !isVerb(word)).at(-1);
    const previous = bare(tokens[at - 1] ?? '').toLowerCase();
    if (
      /^(?:for|by|as)$/.test(previous) &&
      /^(?:password|publickey|session|login|logon|sudo|signed|logged)$/i.test(before ?? '')
    )
      return { names: ['user'], name: 'user' };
    const next = bare(tokens[at + 1] ?? '').toLowerCase();
    // "The catalog service stopped".
    const isBeforeNoun = /^(?:the|a|an|this)?$/.test(previous) && naming.test(next) && !small.test(next);
    const called = isBeforeNoun
      ? next
      : (before ?? (/^[a-z]{2,}$/.test(previous) && !turning.has(previous) ? previous : undefined));
    // "Task send_invoice [9013]": the id of a task.
    const isOfName = called === undefined && /^\[/.test(tokens[at]!) && isNameAt(tokens, at - 1);
    const thing = isOfName ? bare(tokens[at - 2] ?? '').toLowerCase() : '';
    if (naming.test(thing)) return { names: [thing, 'id'].map(stem), name: `${thing} id` };
    const names = [...(called === undefined ? [] : [stem(called)]), ...(own === undefined ? [] : [stem(own)])];
    return { names, name: (own ?? called ?? 'name').toLowerCase() };
  }

  /** The one or two plain words that a number or name stands behind. */
  private wordsBefore(tokens: readonly string[], mask: readonly string[], at: number, isTime = false): string[] {
    const found: string[] = [];
    for (let index = at - 1; index >= Math.max(0, at - 5) && found.length < 2; index--) {
      // What stands in brackets, or before a comma, is named by what stands there with it.
      if (/^[([{]/.test(tokens[index + 1] ?? '') || (/[,;)\]}]$/.test(tokens[index]!) && found.length > 0)) break;
      if (/[)\]}][,;]$/.test(tokens[index]!)) break;
      const word = bare(tokens[index]!).replace(/(?<![=:])[=:]+$/, '');
      if (small.test(word) && found.length === 0) {
        if (/^took$/i.test(word)) return ['took'];
        // "Failed after 12 s", "left the queue after 12 s".
        if (
          isTime &&
          /^after$/i.test(word) &&
          tokens.slice(0, index).some((one) => /(?:ed|up|complete|done)$/i.test(bare(one)))
        )
          return ['took'];
        // "Returned 200 in 45ms": how long it took.
        if (
          isTime &&
          /^in$/i.test(word) &&
          !/^(?:retry\w*|again|expir\w*|next|reconnect\w*|start\w*|wait\w*|due)$/i.test(bare(tokens[index - 1] ?? ''))
        )
          return ['took'];
        continue;
      }
      // "23.1 C humidity 40 %": the unit of the number before.
      const isUnit = index > 0 && unitWords.test(word) && plainNumber.test(bare(tokens[index - 1]!));
      if (word.includes('/') || isUnit) break;
      if (
        !/^[A-Za-z][A-Za-z_-]*$/.test(word) ||
        small.test(word) ||
        (index > 0 ? this.isName(tokens, mask, index) : this.leading(mask, word) !== undefined)
      ) {
        if (found.length > 0) break;
        continue;
      }
      found.unshift(word);
    }
    return found;
  }

  private isName(tokens: readonly string[], mask: readonly string[], at: number): boolean {
    const others = isNameAt(tokens, at) ? this.turns.get(keyOf(mask, at)) : undefined;
    if (others === undefined || others.size < 2 || isVerb(bare(tokens[at]!))) return false;
    return others.size >= 3 || naming.test(bare(tokens[at - 1] ?? '').toLowerCase());
  }
}

/** "From 2985 microseconds to 154789 microseconds", "changed -1 Celsius to 45": what it came to is the number, what it was is none. */
function latestOf(slots: readonly Slot[], tokens: readonly string[]): readonly Slot[] {
  const isLatest = ({ at }: Slot) => /^(?:to|->|=>|→)$/i.test(tokens[at - 1] ?? '');
  const isOld = (slot: Slot, index: number) =>
    slot.isNumber &&
    !isLatest(slot) &&
    slots.slice(index + 1, index + 3).some((next) => next.isNumber && next.name === slot.name && isLatest(next));
  return slots.filter((slot, index) => !isOld(slot, index));
}

const none: ReadonlySet<string> = new Set();
const acting = /^(?:set|changed|updated|modified|renamed|edited|approved)$/i;
const joined = /^[A-Za-z]+[-_.][A-Za-z][\w.-]*$/;
const naming =
  /^(?:user|for|from|to|by|on|host|service|node|job|task|queue|door|valve|pump|line|station|zone|table|topic|channel|tenant|customer|client|device|sensor|camera|printer|train|link|interface|port|server|database|cluster|region|shard|pod|container|room|account|step|stage|phase|mode|state|status|version|process|module|unit|batch|session|order|worker|thread|group|member|backend|peer|partner|cache|index|site|machine|driver|plugin|model|gateway|router|switch|disk|volume|file|robot|agent|method|feature|flag|now|is|was)$/;
const doing = /(?:ed|ing)$|^(?:sent|found|got|wrote|read|took|lost|made|with|total|only|sends|has|had|have|got|kept)$/i;
const verbs = /(?:ed|ing)$|^(?:up|down|on|off|ok|start|stop|set|done|true|false|yes|no)$/i;

/** Of "Started cron" and "Stopped cron" the verb names no kind of thing. */
const turning = new Set(states.flatMap(({ begins, ends }) => [...begins, ...ends]));

/** "Zed" is no past tense. */
const isVerb = (word: string): boolean => verbs.test(word) && !/^[A-Z][a-z]/.test(word);

const isNameLike = (token: string): boolean =>
  /^["'([<]?[A-Za-z][\w.@:/-]{0,60}["')\]>]?[.,;:]?$/.test(token) && !/\d/.test(token) && !small.test(token);

/** "Device: /dev/sdf": a path is a name only where it is called one. */
const isNameAt = (tokens: readonly string[], at: number): boolean => {
  const token = tokens[at] ?? '';
  return isNameLike(token.startsWith('/') && tokens[at - 1]?.endsWith(':') === true ? token.slice(1) : token);
};

function keyOf(mask: readonly string[], at: number): string {
  return `${at}|${mask.map((token, index) => (index === at ? '*' : token)).join(' ')}`;
}
