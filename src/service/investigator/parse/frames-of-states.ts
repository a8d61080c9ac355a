import { columnNamed, type Schema } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Condition } from '../query/query.ts';
import { type Frame, forms } from './frame.ts';
import { linesMeant } from './lines-meant.ts';
import { type Asked, noun, type Slots } from './operation-meant.ts';
import { kindOn } from './said-in-forms.ts';

type Record = Schema['sample'][number];

/** The thing by its name, in a column of lines that tell of a change. */
function thingIn(name: string, { columns, sample }: Schema): Condition | undefined {
  const low = name.toLowerCase();
  const changed = sample.filter((record) => isChange(record, columns));
  const own = columns.find(
    (one) =>
      !one.isNumber &&
      ![newValue, oldValue].includes(one.name) &&
      one.values.has(low) &&
      changed.some((record) => one.read(record)?.toLowerCase() === low),
  );
  return own && { field: own.name, is: '=', value: own.values.get(low)?.shown ?? name };
}

const isChange = (record: Record, columns: Schema['columns']): boolean =>
  columnNamed({ columns }, newValue)?.read(record) !== undefined;

/** A state as lines write it that tell of a change into it or out of it. */
function stateIn(said: string, schema: Schema, name = newValue): string | undefined {
  const plain = said.replace(/^["'“]|["'”]$|^the (?:state|mode) | (?:state|mode)$/gi, '').toLowerCase();
  return columnNamed(schema, name)?.values.get(plain)?.shown;
}

/** A query about the states of one thing, or of all that have them. */
const ofStates =
  (query: (state: string, slots: Slots, schema: Schema) => Asked | undefined): Frame['plain'] =>
  (slots, _, schema) => {
    const { V, State = '', T } = slots;
    const thing = V === undefined ? undefined : thingIn(V, schema);
    const state = stateIn(State, schema);
    if ((V !== undefined && thing === undefined) || state === undefined) return undefined;
    const asked = query(state, slots, schema);
    if (asked === undefined) return undefined;
    const where = [...(thing === undefined ? [] : [thing]), ...(asked.where ?? [])];
    return { query: { ...asked, where }, at: T?.trim() ?? '', isSure: true };
  };

const into = (state: string): Condition => ({ field: newValue, is: '=', value: state });

const longestIn = ofStates((state, { V }) =>
  V === undefined ? undefined : { take: 'longest', state: state.toLowerCase(), order: 'most' },
);
const totalIn = ofStates((state, { V }) =>
  V === undefined ? undefined : { take: 'duration', state: state.toLowerCase() },
);
const turned = ofStates((state) => ({ take: 'count', where: [into(state)] }));
const firstInto = ofStates((state) => ({ take: 'first', where: [into(state)] }));
const lastInto = ofStates((state) => ({ take: 'last', where: [into(state)] }));
/** From one state straight into another. */
const fromTo = ofStates((state, { From = '' }, schema) => {
  const from = stateIn(From, schema, oldValue);
  return from === undefined
    ? undefined
    : { take: 'count', where: [{ field: oldValue, is: '=', value: from }, into(state)] };
});
const whoMost = ofStates((state, { Noun = '' }, schema) => {
  const by = kindOn(Noun, schema, (record) => isChange(record, schema.columns));
  return by && { take: 'count', by: by.name, order: 'most', where: [into(state)] };
});

/** Which state it was in: what it turned into last. */
const which =
  (isAt: boolean): Frame['plain'] =>
  ({ V = '', T = '' }, _, schema) => {
    const thing = thingIn(V, schema);
    if (thing === undefined || (isAt && !/\d/.test(T))) return undefined;
    return { query: { take: 'last', by: newValue, where: [thing] }, at: isAt ? T : '', isSure: true };
  };
/** "Pump state changes" of all that have states. */
const changes: Frame['plain'] = ({ V = '', Lines = '' }, _, schema) => {
  const [thing, lines] = [thingIn(V, schema), linesMeant(Lines, schema)];
  return thing && lines && { query: { take: 'count', where: [...lines.where, thing] }, isSure: lines.isSure };
};

const thing = '(?:the )?(?:[a-z]+ ){0,2}{V}';
const state = '(?:the )?(?:state )?(?<State>["\'“]?[A-Za-z][\\w-]*(?: [A-Za-z][\\w-]*)?["\'”]?)';
const from = '(?:the )?(?:state )?(?<From>["\'“]?[A-Za-z][\\w-]*(?: [A-Za-z][\\w-]*)?["\'”]?)';
const count = '(?:how many|number of|count(?: of)?(?: the)?)';
const turn = '(?:go(?:es)?|went|switch(?:es|ed)?|chang(?:e|es|ed)|turn(?:s|ed)?|move[sd]?|transition(?:s|ed)?|get|got)';

/** Forms that ask for the states that lines tell by their names: "signal HS-11 STOP -> CLEAR". */
export const framesOfStates: readonly Frame[] = (
  [
    [
      `(?:what (?:is|was) )?(?:the )?(?:last|final|latest|current)(?: known)? (?:state|status|mode) of ${thing}`,
      which(false),
    ],
    [
      `in (?:which|what) (?:state|status|mode) (?:does|did|is|was) ${thing} (?:end(?: up)?|at the end.*|finish)`,
      which(false),
    ],
    [`(?:what|which) (?:state|status|mode) (?:was|is) ${thing} in at {T}`, which(true)],
    [`(?:what was )?(?:the )?(?:state|status|mode) of ${thing} at {T}`, which(true)],
    [
      `(?:what is |what was |how long was )?(?:the )?longest(?: completed| single)? (?:stay|time|stretch|period|spell) (?:of|that) ${thing} (?:was )?in ${state}(?: \\(.*\\))?`,
      longestIn,
    ],
    [`how long was ${thing} in ${state} at most(?: before .*)?`, longestIn],
    [`how long did ${thing} (?:stay|remain) in ${state} at most`, longestIn],
    [`how long was ${thing} in ${state}(?: in total| altogether| overall| in all)?`, totalIn],
    [
      `${count} (?:the )?(?:transitions|changes|switches) from ${from} (?:straight |directly )?(?:in)?to ${state}(?: in total| overall| altogether| are there)?`,
      fromTo,
    ],
    [
      `how (?:often|many times) did (?:an? |any |some )?(?:[a-z]+ ){1,3}${turn} from ${from} (?:straight |directly )?(?:in)?to ${state}`,
      fromTo,
    ],
    [`how (?:often|many times) did ${thing} ${turn} from ${from} (?:straight |directly )?(?:in)?to ${state}`, fromTo],
    [`how (?:often|many times) did ${thing} ${turn} (?:in)?to ${state}`, turned],
    [`${count} (?:transitions|changes|switches) of ${thing} (?:in)?to ${state}`, turned],
    [`(?:when|at what time) did ${thing} (?:first|for the first time) ${turn} (?:in)?to ${state}`, firstInto],
    [`(?:when|at what time) did ${thing} (?:last|for the last time) ${turn} (?:in)?to ${state}`, lastInto],
    [`(?:which|what) ${noun} ${turn} (?:in)?to ${state} (?:the )?most(?: often)?`, whoMost],
    [`(?:which )?${noun} with (?:the )?most (?:transitions|changes|switches) (?:in)?to ${state}`, whoMost],
    [`${count} (?<Lines>(?:[a-z]+ ){0,2}(?:state|status|mode) changes) (?:of|at|on|in|for) ${thing}`, changes],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
