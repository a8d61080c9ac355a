import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { changedBy, newValue, oldValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';

const changed = '(?:changed|set|switched|moved|put|raised|lowered|updated)';
const over = '(?:over|above|more than|greater than|higher than|beyond|past)';
const under = '(?:under|below|less than|lower than)';

/** Lines that tell of a change of a setting, to a value where one is named. */
function changesOf(setting: string, { columns }: Schema, to?: string): Condition[] {
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
  !isNumber && /(?:^|[._-])(?:key|setting|param(?:eter)?|option|property|tunable)$/i.test(name);

/** A query about the changes of a setting, where the file tells of any. */
const ofChanges =
  (query: Pick<Query, 'take' | 'by'>, isAt = false): Frame['plain'] =>
  ({ S = '', X, T }, _, schema): QueryAt | undefined =>
    columnNamed(schema, newValue) === undefined
      ? undefined
      : { query: { ...query, where: changesOf(S, schema, X) }, ...(isAt && T !== undefined ? { at: T } : {}) };
const valueBefore = ofChanges({ take: 'first', by: oldValue });
const valueThen = ofChanges({ take: 'last', by: newValue }, true);
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
/** "44 MB/s" where lines state a bare number. */
const boundOf = (bound: string, gauge: string, schema: Schema): string => {
  const column = columnNamed(schema, gauge) ?? columnNamed(schema, gauge.replaceAll('_', ' '));
  return column?.unit.name === '' ? bound.replace(/ ?[a-z%°/]+$/i, '') : bound;
};
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
