import { entityOf, singular } from '../calculate/columns.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import { unitSpelling } from '../units/unit-spelling.ts';
import { afterOf, beforeOf, behindWord, subjectOf } from './beside-verb.ts';
import type { MembersAsked } from './members-asked.ts';
import { namesOf } from './other-names.ts';
import { isNameLike, plainWord, type Seen, type Token } from './tokens.ts';

/** A place in lines where what was asked for may stand. */
export interface Slot {
  key: string;
  /** How well the place fits the noun, before its values are looked at. */
  fit: number;
  /** A line may hold several of it. */
  read(seen: Seen): string | undefined;
}

export interface SlotOptions {
  asked: MembersAsked;
  /** Whether a word is one of what is said of the members. */
  isPredicate(word: string): boolean;
}

const shapes: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:address|addresse|ip|source|attacker|client)$/, /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])/],
  [/^(?:recipient|sender|mail|email|mailbox|address|addresse)$/, /([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/],
  [/^(?:dtc|fault|code)$/, /(?<![\w-])([PCBU][0-3][0-9A-F]{3}(?:-[0-9A-F]{2})?)(?![\w-])/],
  [
    /^(?:version|firmware|release|build|bootloader|kernel)$/,
    /(?<![\w.:])(?:v|\d:)?(\d{1,4}\.\d{1,5}(?:\.\d{1,6}){0,2}(?:-(?:rc|beta|alpha|b|p)\.?\d+|[-+]\d[\w.+~]{0,40})?)(?![\w.]*\d)/,
  ],
  [/^mac$/, /(?<![\w:])([0-9a-f]{2}(?:[:-][0-9a-f]{2}){5})(?![\w:])/i],
  [/^(?:file|path)$/, /((?:\/[\w.+-]{1,100}){2,12})/],
];

/** All places in which the lines may name it. */
export function slotsFor(lines: readonly Seen[], { asked, isPredicate }: SlotOptions): Slot[] {
  // "Access point" is AP, "base station" BS.
  const initials = [...asked.qualifiers.slice(-1), asked.noun]
    .map((word) => word.charAt(0))
    .join('')
    .toLowerCase();
  const names = asked.noun === 'who' ? [] : [...namesOf(asked.noun), ...(initials.length === 2 ? [initials] : [])];
  return [
    ...fieldSlots(lines, asked, names),
    ...entitySlots(asked),
    ...(asked.noun === 'who' ? whoSlots(asked, isPredicate) : [...nounSlots(asked, names), ...unitSlots(lines, asked)]),
    ...shapeSlots(asked),
    ...besideSlots(asked, isPredicate),
  ];
}

const agents = [
  'user',
  'username',
  'user_name',
  'actor',
  'agent',
  'operator',
  'principal',
  'by',
  'author',
  'admin',
  'account',
  'login',
  'who',
  'owner',
  'changed_by',
  'approved_by',
  'requested_by',
  'performed_by',
  'person',
  'employee',
  'player',
  'member',
  'customer',
  'email',
];

function fieldSlots(lines: readonly Seen[], asked: MembersAsked, names: readonly string[]): Slot[] {
  const wanted = asked.noun === 'who' ? agents : [...names, ...(entityOf(asked.noun)?.fields ?? [])];
  const seen = new Set(lines.slice(0, 400).flatMap(({ row }) => [...row.values.keys()]));
  const slots: Slot[] = [];
  for (const field of seen) {
    if (
      field === 'source' &&
      !/^(?:service|component|module|process|program|daemon|app|logger|container|pod)$/.test(asked.noun)
    )
      continue;
    const parts = wordsOfName(field).map(singular);
    const at = wanted.findIndex(
      (name) =>
        parts.join('_') === name ||
        parts.join('') === name ||
        parts.at(-1) === name ||
        (parts[0] === name && /^(?:id|name|no|number|addr|eui)$/.test(parts.at(-1) ?? '')),
    );
    if (at < 0) continue;
    slots.push({
      key: `field ${field}`,
      fit: at === 0 ? 9 : at < names.length ? 7.5 : 6.5,
      read: ({ row }) => clean(row.values.get(field)),
    });
  }
  return slots;
}

/** The host and the program that syslog names in front of each line. */
function entitySlots({ noun }: MembersAsked): Slot[] {
  const entity = noun === 'who' ? undefined : entityOf(noun);
  const { inText } = entity ?? {};
  return inText !== undefined && /^(?:host|service)$/.test(entity!.kind)
    ? [{ key: 'entity', fit: entity!.kind === 'host' ? 7 : 9.5, read: ({ row }) => inText(row.text) }]
    : [];
}

function clean(value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value).replace(/^["'<([]+|["'>)\].:,;!]+$/g, '');
  return text === '' || text === '-' || text.length > 200 ? undefined : text;
}

/** "Partition events-5", "node/worker-4", "step_8000", "B07 well". */
function nounSlots({ noun }: MembersAsked, names: readonly string[]): Slot[] {
  // Lines of several kinds may call it by several names.
  const any = {
    key: 'behind any',
    fit: 6.5,
    read: ({ tokens }: Seen) => names.map((name) => behindNoun(tokens, name)).find((value) => value !== undefined),
  };
  const each = names.map((name, index) => ({
    key: `behind ${name}`,
    fit: index === 0 ? 8 : name === noun ? 8 : 6,
    read: ({ tokens }: Seen) => behindNoun(tokens, name),
  }));
  return names.length > 1 ? [any, ...each] : each;
}

/** `[rank5]`, `disk[4]`, CAR2: word and number as the file joins them. */
function unitSlots(lines: readonly Seen[], { noun }: MembersAsked): Slot[] {
  const unit = unitSpelling(
    noun,
    lines.slice(0, 2000).map(({ row }) => row.text),
    1,
  );
  return unit === undefined ? [] : [{ key: 'unit', fit: 6.5, read: ({ row }) => unit.read(row.text) }];
}

export function behindNoun(tokens: readonly Token[], name: string): string | undefined {
  let near: string | undefined;
  for (const [at, token] of tokens.entries()) {
    const low = token.text.toLowerCase();
    const joined = low.startsWith(name) ? /^[/:#_-]([\w.:/@-]+)$/.exec(token.text.slice(name.length))?.[1] : undefined;
    if (joined !== undefined && /\d/.test(joined))
      return /[_-]/.test(token.text.charAt(name.length)) ? token.text : joined;
    if (singular(low) !== name) continue;
    for (let next = at + 1; next < tokens.length && next <= at + 4; next++) {
      const one = tokens[next]!;
      const named = tokens[next + 1];
      // "process 8506 (imgproc)": the name and not the number it had that time.
      if (next === at + 1 && /^\d+$/.test(one.text) && named?.isMarked === true && /^\p{L}/u.test(named.text))
        return named.text;
      if (isNameLike(one) || (next === at + 1 && /^[+-]?\d/.test(one.text))) return withUnit(tokens, next);
      if (next === at + 2 && /^[+-]?\d/.test(one.text) && plainWord.test(tokens[at + 1]!.text))
        return withUnit(tokens, next);
      if (next === at + 1 && !plainWord.test(one.text) && !/(?:ed|ing)$/i.test(one.text)) {
        near ??= one.text;
        break;
      }
    }
  }
  return near;
}

const unit =
  /^(?:°?[CFK]|[mkM]?[VAW]|[kMG]?Hz|rpm|bar|h?Pa|psi|%|[mµnu]?s|sec|min|h|[KMGT]i?B|bytes?|[KMGT]b(?:it)?\/s|[KMGT]bps|dBm?|ppm|mm|cm|m|km\/h|kmh|Nm|l\/min|ohm)$/i;

/** A number with the unit behind it. */
function withUnit(tokens: readonly Token[], at: number): string {
  const text = tokens[at]!.text;
  const next = tokens[at + 1]?.text;
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) && next !== undefined && unit.test(next) ? `${text} ${next}` : text;
}

function shapeSlots({ noun }: MembersAsked): Slot[] {
  const slots = shapes
    .filter(([asked]) => asked.test(noun))
    .map(([, shape], index) => ({
      key: `shape ${index}`,
      fit: 6,
      read: ({ row }: Seen) => shape.exec(row.message)?.[1],
    }));
  if (/^[a-z]{2,4}$/.test(noun)) {
    const ending = new RegExp(`(?<![\\w.])([\\w.-]{1,80}\\.${noun})(?![\\w.])`, 'i');
    slots.push({ key: `ending ${noun}`, fit: 8, read: ({ row }) => ending.exec(row.message)?.[1] });
  }
  return slots;
}

/** Beside what is said of them: before it, or behind it, or behind "from" and its like. */
function besideSlots(asked: MembersAsked, isPredicate: (word: string) => boolean): Slot[] {
  const { preposition } = asked;
  const slots: Slot[] = [];
  if (asked.noun !== 'who') {
    slots.push({ key: 'before', fit: asked.isPassive ? 3.5 : 3, read: ({ tokens }) => beforeOf(tokens, isPredicate) });
    slots.push({ key: 'after', fit: 2.5, read: ({ tokens }) => afterOf(tokens, isPredicate) });
  }
  if (preposition !== undefined && /^(?:from|to|by|on|at|in|via)$/.test(preposition))
    slots.push({
      key: preposition,
      fit: 5,
      read: ({ tokens }) => behindWord(tokens, preposition, hostNouns.test(asked.noun) ? hostLike : undefined),
    });
  return slots;
}

function whoSlots(asked: MembersAsked, isPredicate: (word: string) => boolean): Slot[] {
  const behind = (name: string) => ({
    key: `behind ${name}`,
    fit: 7,
    read: ({ tokens }: Seen) => behindNoun(tokens, name),
  });
  const named = ['user', 'account', 'player', 'operator', 'admin', 'customer', 'member', 'login'].map(behind);
  if (asked.isPassive)
    return [
      { key: 'before', fit: 7.5, read: ({ tokens }) => beforeOf(tokens, isPredicate) },
      { key: 'after', fit: 4, read: ({ tokens }) => afterOf(tokens, isPredicate) },
      ...named,
    ];
  return [
    { key: 'by', fit: 8, read: ({ tokens }) => behindWord(tokens, 'by') },
    ...named,
    // "Bob deleted the volume".
    { key: 'before', fit: 4.5, read: ({ tokens }) => subjectOf(tokens, isPredicate) },
  ];
}

const hostNouns = /^(?:node|host|server|machine|broker|worker|instance)$/;
/** `es-data-2`, `db.prod.local`. */
const hostLike = /^[a-z][a-z\d]*(?:[-.][a-z\d]+)+$/;

/** Beside a verb any word may stand: there only what is written like a name is one. */
const isNamingSlot = ({ key, fit }: Slot): boolean => fit >= 5 || (key === 'before' && fit === 4.5);

/** The place whose values are most likely what was asked for. */
export function chooseSlot(
  lines: readonly Seen[],
  slots: readonly Slot[],
  isAllowed: (value: string) => boolean,
  isPlural = false,
): Slot | undefined {
  const scored = slots.map((slot) => {
    const values = lines
      .slice(0, 2000)
      .map((seen) => slot.read(seen))
      .filter((value) => value !== undefined && isAllowed(value)) as string[];
    if (values.length === 0) return { slot, score: 0 };
    const distinct = new Set(values);
    const share = values.length / Math.min(2000, lines.length);
    const likeNames = [...distinct].filter((text) => isNameLike({ text, isMarked: false })).length / distinct.size;
    const isDrawn = distinct.size > 40 && distinct.size > values.length * 0.9 ? 3 : 0;
    if (slot.fit < 5 && likeNames < 0.5 && !isNamingSlot(slot)) return { slot, score: 0 };
    // Asked for several, a place that names but one is hardly meant.
    const variety = distinct.size > 1 ? 2 : isPlural ? -2 : 0;
    return { slot, score: slot.fit + 4 * share + variety + 1.5 * likeNames - isDrawn };
  });
  const [best] = scored
    .filter(({ score }) => score >= 6)
    .sort((a, b) => b.score - a.score || (a.slot.key < b.slot.key ? -1 : 1));
  return best?.slot;
}
