import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { changedBy, newValue, oldValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { inUnitOf } from './said-in-forms.ts';

const changed = '(?:changed|set|switched|moved|put|raised|lowered|updated|modified|altered|adjusted)';
const over = '(?:over|above|more than|greater than|higher than|beyond|past)';
const under = '(?:under|below|less than|lower than)';

/** Lines that tell of a change of a setting, to a value where one is named. */
export function changesOf(setting: string, { columns }: Schema, to?: string): Condition[] {
  const name = setting.toLowerCase();
  const column = columns.find((one) => isOfSettings(one) && one.values.has(name));
  const which: Condition =
    column === undefined
      ? { field: 'text', is: 'has', value: setting }
      : { field: column.name, is: '=', value: column.values.get(name)?.shown ?? setting };
  const changes: Condition =
    to === undefined ? { field: newValue, is: 'has', value: '*' } : { field: newValue, is: '=', value: to };
  return [which, changes];
}

/** Holds the names of settings. */
export const isOfSettings = ({ name, isNumber }: Column): boolean =>
  !isNumber && /(?:^|[._-])(?:key|setting|param(?:eter)?|option|property|tunable|control|knob)$/i.test(name);

/** A query about the changes of a setting, where the file tells of any. */
const ofChanges =
  (query: Pick<Query, 'take' | 'by' | 'of'>, isAt = false): Frame['plain'] =>
  ({ S = '', X, T, V }, _, schema): QueryAt | undefined =>
    columnNamed(schema, newValue) === undefined
      ? undefined
      : {
          query: {
            ...query,
            where: [
              ...changesOf(S, schema, X),
              ...(V === undefined ? [] : [{ field: 'text', is: 'has' as const, value: V }]),
            ],
          },
          isSure: true,
          ...(isAt && T !== undefined ? { at: T } : {}),
        };
/** One that no line names. */
const unknownSetting: Frame['plain'] = ({ Name = '' }, _, schema) =>
  columnNamed(schema, newValue) === undefined || schema.sample.some(({ text }) => text.toLowerCase().includes(Name))
    ? undefined
    : { query: { take: 'unknown', where: [], unread: [Name] } };
const valueBefore = ofChanges({ take: 'first', by: oldValue });
const valueThen = ofChanges({ take: 'last', by: newValue }, true);
const valueLast = ofChanges({ take: 'last', by: newValue });
const changers = ofChanges({ take: 'values', of: changedBy });
const everChanged = ofChanges({ take: 'exists' });
const whoAt: Frame['plain'] = ({ Which = '', ...slots }, events, schema) =>
  ofChanges({ take: /^(?:first|initial)/i.test(Which) ? 'first' : 'last', by: changedBy })(slots, events, schema);
/** Of all that it was changed to, where those are numbers. */
const extremeOf: Frame['plain'] = ({ End = '', ...slots }, events, schema) =>
  columnNamed(schema, newValue)?.isNumber === true
    ? ofChanges({ take: /^(?:low|small|min|least)/i.test(End) ? 'min' : 'max', of: newValue })(slots, events, schema)
    : undefined;
/** Which settings were changed: in a column of their names. */
const settings: Frame['plain'] = (_, __, schema) => {
  const changes = columnNamed(schema, newValue);
  const changed = changes === undefined ? [] : schema.sample.filter((record) => changes.read(record) !== undefined);
  const of = schema.columns.find(
    (one) => (isOfSettings(one) || one.name === 'name') && changed.some((record) => one.read(record) !== undefined),
  );
  return of && { query: { take: 'values', of: of.name, where: [{ field: newValue, is: 'has', value: '*' }] } };
};
const whoChanged = ofChanges({ take: 'first', by: changedBy });
const whenChanged = ofChanges({ take: 'first' });

const ofThing = (name = ''): string => (name === '' ? '' : ` of ${name}`);
const readings =
  (sign: string): Frame['plain'] =>
  ({ G = '', V, X = '' }, _, schema) =>
    `how many lines with ${G} ${sign} ${boundOf(X, G, schema)}${ofThing(V)}`;
const ever =
  (sign: string): Frame['plain'] =>
  ({ G = '', V, X = '' }, _, schema) =>
    `was there any line with ${G} ${sign} ${boundOf(X, G, schema)}${ofThing(V)}`;
const boundOf = (bound: string, gauge: string, schema: Schema): string =>
  inUnitOf(columnNamed(schema, gauge) ?? columnNamed(schema, gauge.replaceAll('_', ' ')), bound);
const extreme =
  (end: string): Frame['plain'] =>
  ({ G, V }) =>
    `what is the ${end} ${G}${ofThing(V)}`;

const whose = ' of (?:the )?(?:[a-z]+ )??{V}';
/** Each form once for one thing and once for all of them. */
const both = (text: string, plain: Frame['plain']): (readonly [string, Frame['plain']])[] => [
  [text.replace('{of}', whose), plain],
  [text.replace('{of}', ''), plain],
];

/** Forms that ask for what was set, and for what is read again and again. */
export const framesOfValues: readonly Frame[] = (
  [
    [`{S} (?:was |got )?${changed} to {X},? from (?:what|which)(?: value)?`, valueBefore],
    [`(?:what (?:is|was) )?(?:the )?(?:old|previous) value of {S} before {X}`, valueBefore],
    [`what was {S}(?: set to)? before (?:it was |it got )?${changed} to {X}`, valueBefore],
    [`from what was {S} ${changed} to {X}`, valueBefore],
    [`what was {S} ${changed} to (?:at|on) {T}`, valueThen],
    [`{S} (?:was |got )?${changed} (?:at|on) {T},? to what(?: value)?`, valueThen],
    [`(?:what (?:is|was) )?(?:the )?new value of {S} (?:at|on|from) {T}`, valueThen],
    [
      `{S} (?:went|was ${changed}|got ${changed}|${changed}) to {X}[,:;]? (?:who did (?:that|it)|who|by whom)`,
      whoChanged,
    ],
    [`who (?:${changed}|changes|sets|switches) {S} to {X}`, whoChanged],
    [`when (?:was|did|has) {S} (?:been )?(?:${changed}|change|switch|go|move) to {X}`, whenChanged],
    [`what was {S}(?: set to)? before the first change`, valueBefore],
    [`(?:what (?:is|was) )?(?:the )?(?:original|initial|first) value of {S}`, valueBefore],
    [`(?:what (?:is|was) )?(?:the )?(?:final|last|current|latest) value of {S}`, valueLast],
    [`what (?:is|was) {S}(?: set to)? at the (?:very )?end(?: of the (?:log|file))?`, valueLast],
    [`what (?:is|was) (?:the )?(?<Name>[a-z][a-z_. -]{1,40}) set to(?: at .*)?`, unknownSetting],
    [`(?:which|what) {S} was in effect at {T}`, valueThen],
    [`what was the value of {S} at {T}`, valueThen],
    [`who ${changed} {S} (?<Which>first|last)`, whoAt],
    [`who (?:was the (?<Which>first|last) to|made the (?<Which>first|last)) (?:change|set) (?:to |of |in )?{S}`, whoAt],
    [`(?:who|which (?:user|person|admin|operator|engineer)s?)(?: all)? ${changed} {S}`, changers],
    [`(?:who|which (?:user|person|admin|operator|engineer)s?) ${changed} {S} (?:for|of|on) (?:[a-z]+ )?{V}`, changers],
    [`by whom (?:was|were|has|have) {S} (?:been )?${changed}`, changers],
    [`(?:was|were|has) {S} (?:been )?ever ${changed} to {X}`, everChanged],
    [`did (?:anybody|anyone|somebody|someone) (?:ever )?(?:set|change|switch|put|raise|lower) {S} to {X}`, everChanged],
    [
      `(?:what (?:is|was) )?(?:the )?(?<End>highest|largest|biggest|max(?:imum)?|lowest|smallest|min(?:imum)?) (?:new )?value (?:of )?{S}(?: was)?(?: ever)?(?: ${changed} to)?`,
      extremeOf,
    ],
    [
      `(?:which|what|list (?:every|all|the)?) ?(?:settings?/parameters?|settings?|parameters?|options?)(?: that)? (?:were|was|got|have been|had been) ${changed}.*`,
      settings,
    ],
    ...both(
      `how (?:many times|often) did (?:we|it) (?:read|see|measure) (?:an? )?{G}{of} ${over} {X}`,
      readings('above'),
    ),
    ...both(
      `how (?:many times|often) did (?:we|it) (?:read|see|measure) (?:an? )?{G}{of} ${under} {X}`,
      readings('below'),
    ),
    ...both(`how many {G}{of} readings (?:were|are|is|was) ${over} {X}`, readings('above')),
    ...both(`how many {G}{of} readings (?:were|are|is|was) ${under} {X}`, readings('below')),
    ...both(`how many readings of (?:the )?{G}{of} (?:were|are|is|was) ${over} {X}`, readings('above')),
    ...both(`how many readings of (?:the )?{G}{of} (?:were|are|is|was) ${under} {X}`, readings('below')),
    ...both(
      `did (?:the )?{G}{of} (?:ever )?(?:exceed|pass|go ${over}|rise ${over}|get ${over}) {X}(?: at any (?:time|point))?`,
      ever('above'),
    ),
    ...both(`(?:was|were) (?:the )?{G}{of} ever ${over} {X}`, ever('above')),
    ...both(
      `did (?:the )?{G}{of} (?:ever )?(?:go|fall|drop|get) ${under} {X}(?: at any (?:time|point))?`,
      ever('below'),
    ),
    ...both(`(?:was|were) (?:the )?{G}{of} ever ${under} {X}`, ever('below')),
    ...both(`how (?:high|large|big|hot) did (?:the )?{G}{of} (?:go|get|rise|climb)`, extreme('highest')),
    ...both(`how (?:low|small|cold) did (?:the )?{G}{of} (?:go|get|fall|drop|sink)`, extreme('lowest')),
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
