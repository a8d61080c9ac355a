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
/** Verbs that say that something was changed, in all their forms. */
export const changeVerbs = String.raw`(?:chang\w+|switch\w*|transition\w*|went|go(?:es)?|mov\w+|turn\w*|updat\w+|modif\w+|adjust\w*|set|put|rais\w+|lower\w*|(?:re-?)?(?:scal|siz)\w+|grew|grow\w*|shr[aiu]nk\w*|increas\w+|decreas\w+|reduc\w+|bump\w*|promot\w+|demot\w+|(?:up|down)grad\w+|migrat\w+|deploy\w*|roll\w* back|failover)`;
const change = String.raw`\b(?:${changeVerbs}|state|status)\b`;
const forms: readonly RegExp[] = [
  new RegExp(
    `(?:\\b(?<what>[a-z]\\w{2,30}) (?:was |is |has )?)?${change}.{0,60}?\\bfrom (?:(?<noun>[a-z]{3,20}) (?=\\S*\\d))?${called('from')} to (?:\\k<noun> )?${called('to')}${end}`,
    'i',
  ),
  new RegExp(
    `(?<=^|[\\s:\\](])(?:(?<what>[a-z][\\w.-]{1,60}?)(?:(?: ?[:=])? |[[(]))?${called('from')} ?(?:->|=>|→) ?${called('to')}${end}`,
    'i',
  ),
  new RegExp(
    `(?:\\bto|\\bnow|[:=]|${change}.{0,60}?(?= )) ?${called('to')}(?: by [\\w.@-]{1,40})? \\((?:was|previously|before|old|formerly|from):? ${called('from')}\\)`,
    'i',
  ),
  // "Operating state RUN > PAUSE", "points W11 moved: left to right".
  new RegExp(
    `${change}(?: ${called('from')} > |: ${called('from').replaceAll('<from', '<from2')} to )${called('to')}${end}`,
    'i',
  ),
  // "Put dry_time to 75 s, was 45 s".
  new RegExp(`${change}.{0,60}?\\bto ${called('to')}, (?:was|previously|before|formerly) ${called('from')}${end}`, 'i'),
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
  // "Picking again": it is so once more.
  new RegExp(`^${called('to')} again${end}`, 'i'),
];
/** What fields of a change are called, whatever stands before or behind: `config.old`, `new_state`, `prev` beside `now`. */
const later = ['new', 'current', 'now', 'to', 'after'];
const sides: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![a-z])(?:old|previous|prev|from|before)(?![a-z])/, later],
];

/** The two values of a change that fields state. */
function pairIn(values: ReadonlyMap<string, string | number>): { from: string; to: string } | undefined {
  for (const [name, value] of values) {
    const low = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    for (const [side, others] of sides) {
      if (!side.test(low)) continue;
      for (const other of others) {
        const isOther = (one: string) =>
          one.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase() === low.replace(side, other);
        const next = [...values].find(([one]) => isOther(one))?.[1];
        if (next !== undefined) return { from: String(value), to: String(next) };
      }
    }
  }
  return undefined;
}
const small = /^(?:a|an|the|it|now|not|be|in|on|at|to|for|from)$/i;
const ofPlace = /^(?:file|config|configuration|env|environment|defaults?|disk|cli|command-?line|settings?)$/i;
const isSerialCode = /^[A-Za-z]{0,4}[-_]?\d{4,}$/;
const isSwitchedOff = /^(?:off|none|never|unlimited|disabled|auto|default)$/i;
const isName = /^[a-z][\w-]*[._][a-z][\w.-]*$/i;
const isAddress = /^(?:\d{1,3}\.){3}\d{1,3}|^\/|:\d+$/;

/** Of a record's message and fields; undefined where it tells of no change. */
export function turnIn(message: string, values: ReadonlyMap<string, string | number>): Turned | undefined {
  const pair = pairIn(values);
  if (pair !== undefined && !isAddress.test(pair.to)) return pair;
  // `cfgattr="idle-timeout[300->900]"`.
  const field = [...values.values()].find((value) => typeof value === 'string' && /->|=>|→/.test(value));
  const text = `${message.slice(0, 400)}${field === undefined ? '' : `; ${String(field).slice(0, 200)}`}`;
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    const to = found === undefined ? undefined : measured(found, 'to');
    if (found === undefined || to === undefined || small.test(to) || isAddress.test(to)) continue;
    const from = measured(found, 'from') ?? measured(found, 'from2');
    // "300 (from file)": where it was read.
    if (from !== undefined && ofPlace.test(from)) continue;
    // "retention.ms -> 86400000": what changed, and no value of it.
    if (from !== undefined && isName.test(from) && /^\d/.test(to))
      return { from: undefined, to, what: from.toLowerCase() };
    // "Mission x20814 -> dock-3": which of them it was, and where it went.
    const isOther = from?.replace(/\d.*/, '') !== to.replace(/\d.*/, '');
    if (from !== undefined && isSerialCode.test(from) && isOther && !isSwitchedOff.test(to)) continue;
    // "snr 4.2 dB -> lost lock": what came of it, and no other value of the same.
    if (from?.includes(' ') && !/^-?\d/.test(to)) continue;
    return { from, to, what: found.what?.toLowerCase() };
  }
  return undefined;
}

/** Columns of what lines say has changed, and of who did it. */
export const settingChanged = 'setting';
export const newValue = 'new value';
export const oldValue = 'old value';
export const changedBy = 'changed by';

const doerFields =
  /^(?:(?:changed|set|updated|modified|requested)_?)?(?:by|user|username|actor|operator|author|login)$/i;
const doerAfter =
  /\b(?:by|user|requested by|actor)[ =:]+["']?(?:(?:operator|user|admin|engineer|technician) )?(?<who>\w(?:[\w.@-]{0,58}\w)?)/i;
const doerFirst = new RegExp(
  `^(?<who>\\w(?:[\\w.@-]{0,58}\\w)?) (?:has )?(?=${changeVerbs}\\b(?! (?:from|to)\\b))`,
  'i',
);

/** Who changed something, where a line says so of a change. */
export function doerIn(message: string, values: ReadonlyMap<string, string | number>): string | undefined {
  for (const [field, value] of values) if (doerFields.test(field) && value !== '') return String(value);
  return doerAfter.exec(message)?.groups?.who ?? doerFirst.exec(message)?.groups?.who;
}

/** Which setting a line says was changed: what has states is no setting, and nobody sets it. */
export function settingIn(
  turned: Turned | undefined,
  message: string,
  values: ReadonlyMap<string, string | number>,
): string | undefined {
  if (turned?.what === undefined || turned.from === undefined) return undefined;
  // `LIFT_C` is a thing.
  const isOfSettings = /^[a-z]+(?:[_.][a-z]+)+$/.test(turned.what) && message.includes(turned.what);
  return isOfSettings || doerIn(message, values) !== undefined ? turned.what : undefined;
}
