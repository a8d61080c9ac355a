import { changeVerbs } from '../facts/doers.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { changedBy, newValue } from '../facts/turns.ts';
import type { SettingAsked } from './settings-asked.ts';

const person = '(?:who|by whom|which (?:person|user|account|operator|engineer|admin))';
const verb = `(?:${changeVerbs}|alter\\w*|edit\\w*|tweak\\w*|touch\\w*)`;
const name = '(?:the )?(?<name>[a-z][\\w.-]*(?: [a-z][\\w-]*){0,3}?)';
const last = '(?: (?:last|latest|most recently))?';
const value = '(?<value>[\\w.:/%-]+)';

/** Who changed a setting, and how often it was changed, as people ask for it. */
const forms: readonly (readonly [RegExp, 'who' | 'often'])[] = [
  [new RegExp(`^${person} (?:was|is) the (?:last|latest)(?: one| person)? to ${verb} ${name}$`, 'i'), 'who'],
  [new RegExp(`^${person}(?: last)? ${verb} ${name}(?: (?:to|at) ${value})?${last}$`, 'i'), 'who'],
  [new RegExp(`^${person} (?:was|were|is) ${name}${last} ${verb}(?: (?:to|at) ${value})?${last}$`, 'i'), 'who'],
  [new RegExp(`^${name} ?(?:->|=>|→|=|to) ?${value},? (?:by whom|who(?: was it| did it)?)$`, 'i'), 'who'],
  [new RegExp(`^how (?:often|many times) (?:was|were|has|have) ${name} (?:been )?${verb}$`, 'i'), 'often'],
  [
    new RegExp(
      `^how (?:often|many times) did (?:somebody|someone|anybody|anyone|people|we|they) ${verb} ${name}$`,
      'i',
    ),
    'often',
  ],
];

/** The question with the setting's name as the file writes it, in quotes: "the max weight" is `max_weight`. */
export function inChanges(text: string, schema: Schema): string {
  const question = text.replace(/[?.!\s]+$/, '').trim();
  for (const [form, what] of forms) {
    const found = form.exec(question)?.groups;
    const written = found === undefined ? undefined : asWritten(found.name ?? '', schema);
    if (written === undefined) continue;
    const to = found?.value === undefined ? '' : ` to ${withUnit(found.value, schema)}`;
    return what === 'who' ? `who changed "${written}"${to}` : `how often was "${written}" changed`;
  }
  return text;
}

/** Lines set it to "40 min". */
function withUnit(value: string, schema: Schema): string {
  const values = [...(columnNamed(schema, newValue)?.values.values() ?? [])].map(({ shown }) => shown);
  const whole = values.includes(value) ? undefined : values.find((one) => one.startsWith(`${value} `));
  return whole === undefined ? value : `"${whole}"`;
}

/** As the lines write it; undefined where none has such a name, or it is a word of other lines too. */
function asWritten(said: string, schema: Schema): string | undefined {
  const { kinds, columns } = schema;
  const parts = said.trim().split(/[ _.-]+/);
  if (!columns.some((one) => one.name === changedBy)) return undefined;
  if (parts.length < 2) return isOfChangesAlone(said.trim(), schema) ? said.trim() : undefined;
  const written = new RegExp(
    `(?<![\\w.-])${parts.map((part) => part.replace(/\W/g, '')).join('[_.-]?')}(?![\\w-])`,
    'i',
  );
  const values = columns.flatMap(({ isNumber, values: known }) =>
    isNumber ? [] : [...known.values()].map(({ shown }) => shown),
  );
  return [...values, ...kinds.map(({ example }) => example)].map((one) => written.exec(one)?.[0]).find(Boolean);
}

/** One word is the name of a setting where hardly any lines but those of its changes have it. */
function isOfChangesAlone(word: string, schema: Schema): boolean {
  const own = new RegExp(`(?<![\\w.-])${word.replace(/\W/g, '')}(?![\\w-])`, 'i');
  const held = schema.sample.filter(({ text }) => own.test(text));
  const changed = held.filter((record) => columnNamed(schema, newValue)?.read(record) !== undefined);
  return /^[a-z]{4,}$/i.test(word) && changed.length > 0 && changed.length * 2 >= held.length;
}

const asked = /^who changed (?<setting>[\ue000-\ue0ff])(?<to> to (?:[\w.:/%-]+|[\ue000-\ue0ff]))?$/i;
const counted = /^how often was (?<setting>[\ue000-\ue0ff]) changed$/i;

/** What `inChanges` came to. */
export function changesIn(question: string): SettingAsked[] {
  const { setting, to = '' } = asked.exec(question)?.groups ?? {};
  if (setting !== undefined)
    return [{ query: { take: 'last', by: changedBy }, groups: { where: `${setting}${to} changed` }, kind: 'turned' }];
  const often = counted.exec(question)?.groups?.setting;
  return often === undefined
    ? []
    : [{ query: { take: 'count' }, groups: { where: `${often} changed` }, kind: 'turned' }];
}
