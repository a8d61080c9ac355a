import { changeVerbs, doerClause } from './doers.ts';
import { unitWords } from './tokens.ts';

/** What a line says something turned into, and what it was before. */
export interface Turned {
  from: string | undefined;
  to: string;
  /** What changed, where its name stands right before: "version changed from 1.9 to 2.0". */
  what?: string | undefined;
}

/** A number may have its unit behind a blank. */
const value = String.raw`["'\x60[]?(?<NAME>[\w][\w.:/%-]{0,40}?)["'\x60\]]?(?<NAMEUnit>(?<=(?:^|[\s"'\x60[(:=>])[-+]?\d[\d.,]{0,20}["'\x60\]]?) [A-Za-z%°µ]{1,8}(?:/[a-z]{1,6})?(?=[\s,;)\].]|$))?`;
const called = (name: string) => value.replaceAll('NAME', name);
const measured = (found: Record<string, string | undefined>, name: string): string | undefined => {
  const [shown, unit = ''] = [found[name], found[`${name}Unit`]];
  return shown !== undefined && /^-?[\d.,]+$/.test(shown) && unitWords.test(unit.trim()) ? `${shown}${unit}` : shown;
};
const end = String.raw`(?=[\s,;)\]]|[.]?$)`;
const change = String.raw`\b(?:${changeVerbs}|state|status)\b`;
const forms: readonly RegExp[] = [
  new RegExp(
    `(?:\\b(?<what>[a-z]\\w{2,30}) (?:was |is |has )?)?${change}.{0,60}?\\bfrom (?:(?<noun>[a-z]{3,20}) (?=\\S*\\d))?${called('from')} to (?:\\k<noun> )?${called('to')}${end}`,
    'i',
  ),
  new RegExp(
    `(?<=^|[\\s:\\](])(?:(?<what>[a-z][\\w.-]{1,60}?)(?:(?: ?[:=])? |[[(]))?${called('from')} ?(?:->|=>|→|>>|(?<=[A-Z]{2})>(?=[A-Z]{2})) ?${called('to')}${end}`,
    'i',
  ),
  // "Operating state RUN > PAUSE", "ada adjusted qc_interval: 30 > 120", "points W11 moved: left to right".
  new RegExp(
    `${change}(?:[^:]{0,40}:)?(?: ${called('from')} > |: ${called('from').replaceAll('<from', '<from2')} to )${called('to')}${end}`,
    'i',
  ),
  new RegExp(`\\bchanged (?=["'])${called('from')} to (?=["'])${called('to')}${end}`, 'i'),
  // "Old size: 2; new size: 3".
  new RegExp(
    `\\b(?:old|prev(?:ious)?|from(?==)|before(?==))(?: [a-z_]{2,20})?[ =:]+${called('from')}[,;]? (?:new|current|now|to(?==)|after(?==))(?: [a-z_]{2,20})?[ =:]+${called('to')}${end}`,
    'i',
  ),
  new RegExp(
    `\\b(?:(?:chang|switch|transition|turn)\\w* (?:(?:its |the )?(?:state|status|mode|phase|role) )?(?:in)?to|(?:is|are) now|became|^now|enter(?:ed|ing)(?: the| an?)?) ${called('to')}(?: state)?${end}`,
    'i',
  ),
  // "Conveyor CV3 now REVERSING", "cell: SUSPENDED to SCANNING": what is written large is a state.
  /(?:^|\s)now (?<to>[A-Z][A-Z_-]{1,30}|[A-Z][a-z]{2,30})\.?$/,
  /(?:^|\s)(?<what>[A-Za-z][\w-]{1,60}): (?<from>[A-Z][A-Z_-]{1,30}) to (?<to>[A-Z][A-Z_-]{1,30})\.?$/,
  // "North-2 availability: Inoperative".
  /(?<=[\d-][\w.-]{0,20} )(?:availability|state|status|mode|phase):? (?<to>[A-Z][A-Za-z_-]{1,30})$/,
  // "Pad pad-2: heating, then taken".
  new RegExp(`: ${called('from')}, then ${called('to')}${end}`, 'i'),
  // "StatusNotification connector P3-07/1: Faulted".
  /\b(?:\w{0,20}Status\w{0,20}|STATUS|status|state) [a-z]{3,20} \S{0,40}\d\S{0,20}: (?<to>[A-Z][A-Za-z]{2,30})$/,
  // "Order from ops-desk: curtail_kw 3450 to 2500".
  new RegExp(`\\b(?<what>[a-z]+(?:[_.][a-z]+)+) ${called('from')} to ${called('to')}${end}`, 'i'),
  // "Picking again": it is so once more.
  new RegExp(`^${called('to')} again${end}`, 'i'),
];
/** Each finds `from` and `to` in a sentence. */
const readers = [turnedBefore, ...forms.map((form) => (text: string) => form.exec(text)?.groups)];
/** What fields of a change are called, whatever stands before or behind: `config.old`, `new_state`, `prev` beside `now`. */
const later = ['new', 'current', 'now', 'to', 'after'];
const earlier = /(?<![a-z])(?:old|previous|prev|from|before)(?![a-z])/;
const inParts = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** The two values of a change that fields state. */
function pairIn(values: ReadonlyMap<string, string | number>): (Turned & { from: string }) | undefined {
  for (const [name, value] of values) {
    const low = inParts(name);
    if (!earlier.test(low)) continue;
    const others = later.map((word) => low.replace(earlier, word));
    const next = [...values].find(([one]) => others.includes(inParts(one)))?.[1];
    if (next !== undefined) return { from: String(value), to: String(next) };
  }
  // `leader=node-2 was=node-1`.
  const pairs = [...values];
  const at = pairs.findIndex(([name]) => /^(?:was|previously|formerly)$/i.test(name));
  const [before, now] = [pairs[at], pairs[at - 1]];
  if (before === undefined || now === undefined) return undefined;
  return { from: String(before[1]), to: String(now[1]), what: now[0].toLowerCase() };
}
const small = /^(?:a|an|the|it|now|not|be|in|on|at|to|for|from)$/i;
const ofPlace = /^(?:file|config|configuration|env|environment|defaults?|disk|cli|command-?line|settings?)$/i;
const isSerialCode = /^[A-Za-z]{0,4}[-_]?\d{4,}$/;
const isSwitchedOff = /^(?:off|none|never|unlimited|disabled|auto|default)$/i;
const isName = /^[a-z][\w-]*[._][a-z][\w.-]*$/i;
const isAddress = /^(?:\d{1,3}\.){3}\d{1,3}|^\/|[a-z.-]\S{0,40}:\d+$/i;

/** "…, was 45 s", "… (before: 45)", "…; it was fresh", "…, old value 26": what it was, told behind what it is. */
const before = new RegExp(
  String.raw`(?:[,;]\s?|\s(?=[([]))[([]?(?:it )?(?:was|previous(?:ly)?|prev|formerly|before|old(?: value)?|from)[:=]? ${called('from')}[)\]]?(?=[\s,;.]|$)`,
  'i',
);
/** What it is, at the end of what is left: behind a word for a change or a state, or behind the name of a setting. */
const after = new RegExp(
  String.raw`(?:\b(?:to|now|is|became|mode|state|status|role|phase)|[=:]|\b[A-Z][A-Z\d_]{3,}|${change}(?: .{1,60}?(?= ))?) ?${called('to')}[.,;]?$`,
);

/** "Night mode set to quiet by ada, was full". */
function turnedBefore(text: string): Record<string, string | undefined> | undefined {
  const old = before.exec(text);
  if (old === null) return undefined;
  const rest = `${text.slice(0, old.index)}${text.slice(old.index + old[0].length)}`.replace(doerClause, '').trim();
  const found = after.exec(rest)?.groups;
  return found && { ...old.groups, ...found };
}

/** Of a record's message and fields; undefined where it tells of no change. */
export function turnIn(message: string, values: ReadonlyMap<string, string | number>): Turned | undefined {
  const pair = pairIn(values);
  if (pair !== undefined && !isAddress.test(pair.to)) return pair;
  // `cfgattr="idle-timeout[300->900]"`.
  const field = [...values.values()].find((value) => typeof value === 'string' && /->|=>|→/.test(value));
  const text = `${message.slice(0, 400)}${field === undefined ? '' : `; ${String(field).slice(0, 200)}`}`;
  for (const read of readers) {
    const found = read(text);
    const to = found === undefined ? undefined : measured(found, 'to');
    if (found === undefined || to === undefined || small.test(to) || isAddress.test(to)) continue;
    const from = measured(found, 'from') ?? measured(found, 'from2');
    // "Authorize -> Invalid": what came of what was asked for.
    if (found.what === undefined && from !== undefined && /^[A-Z][a-z]+$/.test(from) && text.startsWith(from)) continue;
    // "300 (from file)": where it was read.
    if (from !== undefined && ofPlace.test(from)) continue;
    // "retention.ms -> 86400000": what changed, and no value of it.
    if (from !== undefined && isName.test(from) && /^\d/.test(to))
      return { from: undefined, to, what: from.toLowerCase() };
    // "snr 4.2 dB -> lost lock": what came of it, and no other value of the same.
    if (from?.includes(' ') && !/^-?\d/.test(to)) continue;
    // "Mission x20814 -> dock-3": which of them it was, and where it went.
    const isOther = from?.replace(/\d.*/, '') !== to.replace(/\d.*/, '');
    if (from !== undefined && isSerialCode.test(from) && isOther && !isSwitchedOff.test(to)) continue;
    return { from, to, what: found.what?.toLowerCase() };
  }
  return undefined;
}

/** Columns of what lines say has changed, and of who did it. */
export const newValue = 'new value';
export const oldValue = 'old value';
export const changedBy = 'changed by';
