import { variableToken } from './template-tokens.ts';

/** Messages of one wording, variable words as `<*>`. */
export interface WordedForm {
  tokens: readonly string[];
}

/**
 * Joins forms that differ in one word into a template where that word varies enough to be a value. A word is judged
 * by what it looks like: flags and states stay, names and identifiers vary early, plain words only when there are many.
 * Gives for each form the number of its template, and the templates.
 */
export function groupForms(forms: readonly WordedForm[]): { templateOf: Int32Array; templates: string[][] } {
  const templates: { tokens: string[]; members: number[] }[] = forms.map((form, index) => ({
    tokens: [...form.tokens],
    members: [index],
  }));
  let live = templates;
  // Words that turned out to be values somewhere: where several of them take turns, they are values there too.
  const values = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const joined = joinOnce(live, values);
    if (joined.length === live.length) break;
    live = absorb(joined);
  }
  const templateOf = new Int32Array(forms.length);
  live.forEach((template, index) => {
    for (const member of template.members) templateOf[member] = index;
  });
  return { templateOf, templates: live.map((template) => template.tokens) };
}

interface Template {
  tokens: string[];
  members: number[];
}

function joinOnce(templates: Template[], known: Set<string>): Template[] {
  const candidates: { column: number; members: number[] }[] = [];
  for (const { column, members } of neighbours(templates)) {
    if (isVariable(templates, members, column, known)) candidates.push({ column, members });
  }
  candidates.sort((a, b) => b.members.length - a.members.length || a.members[0]! - b.members[0]!);
  const isTaken = new Uint8Array(templates.length);
  const result: Template[] = [];
  for (const { column, members } of candidates) {
    if (members.some((index) => isTaken[index] === 1)) continue;
    for (const index of members) isTaken[index] = 1;
    const tokens = [...templates[members[0]!]!.tokens];
    for (const index of members) known.add(bareWord(templates[index]!.tokens[column]!));
    tokens[column] = commonShape(members.map((index) => templates[index]!.tokens[column]!));
    result.push({ tokens, members: members.flatMap((index) => templates[index]!.members) });
  }
  templates.forEach((template, index) => {
    if (isTaken[index] === 0) result.push(template);
  });
  return mergeEqual(result).sort((a, b) => a.members[0]! - b.members[0]!);
}

/**
 * Templates whose every word fits a joined one join it too, though they differ from its members in several words; so do
 * two that differ only in values of the same keys.
 */
function absorb(templates: Template[]): Template[] {
  const byLength = new Map<number, Template[]>();
  for (const template of templates) {
    const list = byLength.get(template.tokens.length);
    if (!list) byLength.set(template.tokens.length, [template]);
    else if (list.length < maxGeneral || template.members.length > 1) list.push(template);
  }
  for (const list of byLength.values()) {
    list.sort((a, b) => b.members.length - a.members.length);
    list.length = Math.min(list.length, maxGeneral);
  }
  const absorbed = new Set<Template>();
  for (const template of templates) {
    if (template.members.length > 1) continue;
    const general = byLength
      .get(template.tokens.length)
      ?.find((one) => one !== template && !absorbed.has(one) && fits(one, template.tokens));
    if (!general) continue;
    general.tokens = general.tokens.map((word, i) =>
      isEitherAbsent(word, template.tokens[i]!) ? commonShape([word, template.tokens[i]!]) : word,
    );
    general.members.push(...template.members);
    absorbed.add(template);
  }
  return templates.filter((template) => !absorbed.has(template));
}

const maxGeneral = 300;

function fits(general: Template, tokens: readonly string[]): boolean {
  const isJoined = general.members.length > 1;
  let constants = 0;
  for (let i = 0; i < tokens.length; i++) {
    const word = general.tokens[i]!;
    const token = tokens[i]!;
    if (word === token) {
      if (/[A-Za-z]{2}/.test(word)) constants++;
      continue;
    }
    if (isEitherAbsent(word, token)) continue;
    const at = word.indexOf(variableToken);
    if (at < 0 || i === 0 || (!isJoined && !shareKey([word, token]))) return false;
    if (!token.startsWith(word.slice(0, at)) || !token.endsWith(word.slice(word.lastIndexOf('>') + 1))) return false;
    if (flags.has(bareWord(token).toLowerCase())) return false;
  }
  return constants >= 1;
}

/** One of two values of a key is a variable, the other says that there is none: `ws=WorkSource{<*>}`, `ws=null`. */
function isEitherAbsent(a: string, b: string): boolean {
  if (a === b || a.includes(variableToken) === b.includes(variableToken) || !shareKey([a, b])) return false;
  return (a.includes(variableToken) && isAbsent(bareWord(b))) || (b.includes(variableToken) && isAbsent(bareWord(a)));
}

/** Templates that are the same but for the word in one column. Found by a hash of the other words. */
function neighbours(templates: readonly Template[]): { column: number; members: number[] }[] {
  const numbers = new Map<string, number>();
  const slots = new Map<number, number | { column: number; members: number[] }>();
  const found: { column: number; members: number[] }[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size + 1);
    return numbers.size;
  };
  // Values of different keys are different statements.
  const nameOf = (token: string): number => {
    const key = valueKey.exec(token);
    return key ? Math.imul(numberOf(key[0]), 0x9e3779b1) : 0;
  };
  templates.forEach(({ tokens }, index) => {
    if (tokens.length < 2) return;
    const words = tokens.map(numberOf);
    let first = tokens.length;
    let second = tokens.length * 31;
    words.forEach((word, column) => {
      first = (first + Math.imul(word ^ (column * 0x9e3779b1), 0x85ebca6b)) | 0;
      second = (second + Math.imul(word + column * 0x27d4eb2d, 0xc2b2ae35)) | 0;
    });
    for (let column = 0; column < tokens.length; column++) {
      if (!isValue.test(tokens[column]!)) continue;
      const word = words[column]!;
      const low = (first - Math.imul(word ^ (column * 0x9e3779b1), 0x85ebca6b)) ^ Math.imul(column + 1, 0x165667b1);
      const high = second - Math.imul(word + column * 0x27d4eb2d, 0xc2b2ae35);
      const key = ((high ^ nameOf(tokens[column]!)) & 0xfffff) * 4_294_967_296 + (low >>> 0);
      const known = slots.get(key);
      if (known === undefined) slots.set(key, index);
      else if (typeof known !== 'number') known.members.push(index);
      else {
        const slot = { column, members: [known, index] };
        slots.set(key, slot);
        found.push(slot);
      }
    }
  });
  return found;
}

function mergeEqual(templates: Template[]): Template[] {
  const byText = new Map<string, Template>();
  for (const template of templates) {
    const text = template.tokens.join(' ');
    const known = byText.get(text);
    if (known) known.members = [...known.members, ...template.members].sort((a, b) => a - b);
    else byText.set(text, template);
  }
  return [...byText.values()];
}

function isVariable(
  templates: readonly Template[],
  members: readonly number[],
  column: number,
  known: ReadonlySet<string>,
): boolean {
  const values = members.map((index) => templates[index]!.tokens[column]!);
  const context = templates[members[0]!]!.tokens;
  const constants = context.filter(
    (token, index) => index !== column && /[A-Za-z]{2}/.test(token) && !isWild(token),
  ).length;
  if (constants === 0) return false;
  const distinct = values.length;
  if (values.every(isWild)) return false;
  const hasVariable = values.some((value) => value.includes(variableToken));
  const bare = values.filter((value) => !value.includes(variableToken)).map(bareWord);
  const isUnderKey = shareKey(values);
  if (bare.some((word) => flags.has(word.toLowerCase()))) {
    return hasVariable && distinct <= 3 && bare.every(isAbsent) && isUnderKey;
  }
  // Shapes of one value: `10.0.0.1` and `LOCAL(0)`.
  if (bare.length === 0 && values.some(isWild) && constants >= 2) return true;
  if (isUnderKey && hasVariable) return true;
  // A message begins with a constant word, unless a long rest speaks of one service after another.
  const areNames = constants >= 3 && bare.length > 0 && bare.every((word) => packageName.test(word));
  if (context.slice(0, column).every(isWild)) {
    return areNames ? distinct >= 3 : distinct >= (constants >= 4 ? 6 : 12) && constants >= 2;
  }
  if (areNames) return true;
  if (bare.length > 0 && bare.every((word) => /^[A-Z][A-Z0-9_]+$/.test(word)) && !values.every(isEnclosed)) {
    return distinct >= 6;
  }
  const identifiers = bare.filter((word) => /[./@\\$_]/.test(word) || /[a-z][A-Z]/.test(word)).length;
  if (bare.length > 0 && distinct >= 3 && (identifiers * 2 >= bare.length || hasVariable)) return true;
  if (naming.has(bareWord(context[column - 1] ?? '').toLowerCase())) return distinct >= (hasVariable ? 2 : 3);
  if (bare.length > 0 && distinct >= 3 && bare.every((word) => known.has(word))) return true;
  if (values.every(isEnclosed) && hasVariable) return true;
  if (isUnderKey || values.every(isEnclosed)) return distinct >= 4;
  return distinct >= (constants >= 2 ? 5 : 6);
}

const packageName = /^[\w-]+(?:[./]{1,2}[\w-]+){2,}$/;
const flags = new Set([
  'true',
  'false',
  'null',
  'yes',
  'no',
  'on',
  'off',
  'none',
  'enabled',
  'disabled',
  'ok',
  'up',
  'down',
]);
const naming = new Set([
  'user',
  'host',
  'hostname',
  'username',
  'named',
  'called',
  'login',
  'account',
  'domain',
  'package',
  'device',
  'interface',
  'name',
]);

const valueKey = /^["'([{]?[A-Za-z_][\w.-]*=/;
/** Signs alone are no value. */
const isValue = /[A-Za-z\u0080-\uffff]|<\*>/;
const isWild = (token: string): boolean => /^[^\w<]*<\*>\W*$/.test(token);
const isEnclosed = (token: string): boolean => /^(?:"[^"]+"|'[^']+'|\[[^\]]+\])[.,:;]?$/.test(token);
const isAbsent = (word: string): boolean => /^(?:null|none|nil|-)?$/i.test(word);

/** All are values of one key, or arguments of one function: `name=`, `chdir(`. */
function shareKey(values: readonly string[]): boolean {
  const key = /^[^=(]*[\w"\]][=(]/.exec(values[0]!)?.[0];
  return key !== undefined && values.every((value) => value.startsWith(key));
}

/** The value in a token: behind `=` or `:`, without the signs around it. */
function bareWord(token: string): string {
  const value = token.slice(Math.max(token.lastIndexOf('='), token.slice(0, -1).lastIndexOf(':')) + 1);
  return value.replace(/^\W+|\W+$/g, '');
}

/** What the values share at their ends, the rest as a variable: `name=<*>,`. */
function commonShape(values: readonly string[]): string {
  const first = values[0]!;
  let lead = 0;
  while (lead < first.length && values.every((value) => value[lead] === first[lead])) lead++;
  while (lead > 0 && /\w/.test(first[lead - 1]!)) lead--;
  let trail = 0;
  const shortest = Math.min(...values.map((value) => value.length));
  while (trail < shortest - lead && values.every((value) => value.at(-1 - trail) === first.at(-1 - trail))) trail++;
  while (trail > 0 && /[\w<>*]/.test(first.at(-trail)!)) trail--;
  return `${first.slice(0, lead).replace(/(?<!<\*>)(?:<\*>)*(?:<\*?)?$/, '')}${variableToken}${trail > 0 ? first.slice(-trail) : ''}`;
}
