/** What a line says something turned into, and what it was before. */
export interface Turned {
  from: string | undefined;
  to: string;
}

const value = String.raw`["'\x60[]?(?<NAME>[\w][\w.:/%-]{0,40}?)["'\x60\]]?`;
const called = (name: string) => value.replace('NAME', name);
const end = String.raw`(?=[\s,;)\]]|[.]?$)`;
const change = String.raw`\b(?:chang\w+|switch\w*|transition\w*|went|mov\w+|turn\w*|updat\w+|modif\w+|adjust\w*|set|state|status|rais\w+|lower\w*)\b`;
const forms: readonly RegExp[] = [
  new RegExp(`${change}.{0,60}?\\bfrom ${called('from')} to ${called('to')}${end}`, 'i'),
  new RegExp(`(?<=^|[\\s:\\]])${called('from')} ?(?:->|=>|→) ?${called('to')}${end}`, 'i'),
  new RegExp(
    `(?:\\bto|\\bnow|[:=]) ?${called('to')} \\((?:was|previously|before|old|formerly|from):? ${called('from')}\\)`,
    'i',
  ),
  new RegExp(`\\bold(?: value)?[ =:]+${called('from')},? new(?: value)?[ =:]+${called('to')}${end}`, 'i'),
  new RegExp(
    `\\b(?:(?:chang|switch|transition|turn)\\w* (?:in)?to|(?:is|are) now|became|^now|enter(?:ed|ing)) ${called('to')}(?: state)?${end}`,
    'i',
  ),
  // "Picking again": it is so once more.
  new RegExp(`^${called('to')} again${end}`, 'i'),
];
const fieldPairs: readonly (readonly [string, string])[] = [
  ['old', 'new'],
  ['from', 'to'],
  ['previous', 'current'],
  ['before', 'after'],
  ['old_state', 'new_state'],
  ['old_value', 'new_value'],
];
const small = /^(?:a|an|the|it|now|not|be|in|on|at|to|for|from)$/i;
const isAddress = /^(?:\d{1,3}\.){3}\d{1,3}|^\/|:\d+$/;

/** Of a record's message and fields; undefined where it tells of no change. */
export function turnIn(message: string, values: ReadonlyMap<string, string | number>): Turned | undefined {
  for (const [old, next] of fieldPairs) {
    const [from, to] = [values.get(old), values.get(next)];
    if (from !== undefined && to !== undefined && !isAddress.test(String(to)))
      return { from: String(from), to: String(to) };
  }
  const text = message.slice(0, 400);
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    const to = found?.to;
    if (to === undefined || small.test(to) || isAddress.test(to)) continue;
    return { from: found?.from, to };
  }
  return undefined;
}

/** Columns of what lines say has changed. */
export const newValue = 'new value';
export const oldValue = 'old value';
