import { columnNamed, type Schema } from '../../facts/schema.ts';
import { newValue, oldValue } from '../../facts/turns.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { anyChange } from '../lines-meant.ts';
import { kindOn } from '../said-in-forms.ts';
import { tellsStates } from './states-said.ts';
import type { Told } from './told.ts';

const ofChanges =
  /\b(?:(?:state|status|mode|type|value)s? )?(?:changes?|changed|transitions?|switch(?:ed|es)?|flips?)\b/i;
/** "Transitions into offline". */
const intoValue = /\b(?:(?:in)?to|become|became|entered?|turned) (\S+)$/i;
const ofState = /\b(?:states?|status|mode|position|type|doing)\b/i;

/** What things turned into, one after another. */
function ofTurns(phrase: string, { cues, names, isAt }: Told, schema: Schema): Query | undefined {
  const into = columnNamed(schema, newValue);
  if (into === undefined || into.isNumber) return undefined;
  const changed = schema.sample.filter((record) => into.read(record) !== undefined);
  const all = names([anyChange]);
  const values = all.filter(({ field }) => field === newValue || field === oldValue);
  const isOnChanges = (one: Condition) => {
    const column = columnNamed(schema, one.field);
    return changed.some((record) => column?.read(record)?.toLowerCase() === one.value.toLowerCase());
  };
  const things = all
    .filter((one) => !values.includes(one))
    .map((one): Condition => (isOnChanges(one) ? one : { field: 'words', is: 'has', value: one.value }));
  if (!things.every((one) => changed.some(compile([one], schema)))) return undefined;
  const { asks, edges, order, which } = cues;
  const said = into.values.get(intoValue.exec(phrase)?.[1]?.toLowerCase() ?? '');
  if (said !== undefined && values.length === 0) values.push({ field: newValue, is: '=', value: said.shown });
  const [value, second] = values.map((one): Condition => ({ field: newValue, is: '=', value: one.value }));
  if (second !== undefined) return undefined;
  const noun = which ?? (asks.has('who') ? 'who' : undefined);
  const isOfWhich =
    ofState.test(which ?? '') || (which === undefined && ofState.test(phrase) && !ofChanges.test(phrase));
  // More words than a state, its name and what is in it say something else.
  if (value !== undefined && phrase.split(' ').length > 4) return undefined;
  if (value !== undefined) {
    const by = noun === undefined ? undefined : kindOn(noun, schema, (record) => into.read(record) !== undefined);
    if (noun !== undefined && by === undefined) return undefined;
    if (by !== undefined)
      return order === undefined
        ? { take: 'values', of: by.name, where: [value] }
        : { take: 'count', by: by.name, order, where: [value] };
    if (asks.has('count')) return { take: 'count', where: [...things, value] };
    if (asks.has('exists') && /^(?:become|enter)\b/i.test(phrase)) return { take: 'exists', where: [...things, value] };
    if (edges.size === 1 || asks.has('when'))
      return {
        take: edges.has('last') ? 'last' : 'first',
        where: [...things, value],
        ...(cues.nth === undefined ? {} : { nth: cues.nth }),
      };
    return undefined;
  }
  if (ofChanges.test(phrase) || ofChanges.test(which ?? '')) {
    return asks.has('count') && noun === undefined ? { take: 'count', where: [...things, anyChange] } : undefined;
  }
  if (!isOfWhich || things.length === 0) return undefined;
  if (isAt || asks.has('open') || edges.has('last')) return { take: 'last', by: newValue, where: things };
  return undefined;
}

const ofVersion = /\b(?:version|release|build|revision)s?\b/i;
const inForce =
  /\b(?:in (?:force|effect|use)|live|active|deployed|running|used|current(?:ly)?|the|of|on|was|is|in)\b/gi;

/** "Status of pump-2 at 7:36", "which version was live at 8:47": what a field last said by then. */
function ofFields(phrase: string, { cues, names, isAt }: Told, schema: Schema): Query | undefined {
  const { asks, edges, order, stat, which = '' } = cues;
  if (order !== undefined || stat !== undefined || edges.has('first') || asks.has('count') || asks.has('when'))
    return undefined;
  if (!isAt && !asks.has('open') && !edges.has('last')) return undefined;
  const where = names([]);
  const said = `${which} ${phrase}`;
  const kind = ofVersion.test(said) ? ofVersion : where.length > 0 && ofState.test(said) ? ofState : undefined;
  if (kind === undefined) return undefined;
  const isMeant = compile(where, schema);
  const columns =
    kind === ofVersion ? columnsCalled(schema, ['version']) : schema.columns.filter((one) => tellsStates(one, schema));
  const column = columns.find(
    ({ isNumber, read }) => !isNumber && schema.sample.some((record) => read(record) !== undefined && isMeant(record)),
  );
  const rest = said.replace(kind, ' ').replace(inForce, ' ').split(' ');
  const isOther = rest.some((word) => word !== '' && !columnsCalled(schema, [word]).some((one) => one === column));
  return column === undefined || isOther ? undefined : { take: 'last', by: column.name, where };
}

/** What things changed to, one after another: a state, a mode, which link is in use. */
export const ofStates = (phrase: string, told: Told, schema: Schema): Query | undefined =>
  ofTurns(phrase, told, schema) ?? ofFields(phrase, told, schema);
