import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { newValue, oldValue } from '../../facts/turns.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { anyChange } from '../lines-meant.ts';
import { kindOn } from '../said-in-forms.ts';
import { isFunctionWord } from '../unnamed-noun.ts';
import { isOfQuestions } from '../words.ts';
import { ofDoing } from './rows/stated.ts';
import { tellsStates } from './states-said.ts';
import type { Told } from './told.ts';

const ofChanges =
  /\b(?:(?:state|status|mode|type|value)s? )?(?:changes?|changed|transitions?|switch(?:ed|es)?|flips?)\b/i;
/** "Transitions into offline". */
const intoValue = /\b(?:(?:in)?to|become|became|entered?|turned) (\S+)$/i;
const ofState = /\b(?:states?|status|mode|position|type|doing)\b/i;

/** What things changed to, one after another: a state, a mode, which link is in use. */
export function ofStates(phrase: string, told: Told, schema: Schema): Query | undefined {
  return ofTurns(phrase, told, schema) ?? ofFields(phrase, told, schema);
}

/** "Status of pump-2 at 7:36", "which version was live at 8:47": what a field last said by then. */
function ofFields(phrase: string, { cues, names, isAt }: Told, schema: Schema): Query | undefined {
  const { asks, edges, order, stat, which = '' } = cues;
  if (order !== undefined || stat !== undefined || edges.has('first') || asks.has('count') || asks.has('when'))
    return undefined;
  if (!isAt && !asks.has('open') && !edges.has('last')) return undefined;
  const said = `${which} ${phrase}`.trim();
  const things = names([]);
  const isTold = ({ read }: Column) =>
    schema.sample.some((record) => read(record) !== undefined && compile(things, schema)(record));
  const isVersion = ofVersion.test(said);
  const isDoing = ofDoing.test(said);
  if (!isVersion && !((ofState.test(said) || isDoing) && things.length > 0)) return undefined;
  const rest = said
    .replace(isVersion ? ofVersion : isDoing ? ofDoing : ofState, ' ')
    .replace(inForce, ' ')
    .trim();
  const columns = isVersion
    ? [
        ...columnsCalled(schema, ['version']),
        ...(rest === '' ? [] : columnsCalled(schema, rest.split(' '))).filter(holdsVersions),
      ]
    : schema.columns.filter((one) => tellsStates(one, schema));
  const column = columns.find((one) => !one.isNumber && isTold(one));
  const others = rest
    .split(' ')
    .filter((word) => word !== '' && !columnsCalled(schema, [word]).some((one) => one === column));
  return column === undefined || others.length > 0 ? undefined : { take: 'last', by: column.name, where: things };
}
const ofVersion = /\b(?:version|release|build|revision)s?\b/i;
const inForce =
  /\b(?:in (?:force|effect|use|place)|live|active|effective|valid|deployed|installed|running|used|current(?:ly)?|the|of|on|was|is|in|it)\b/gi;
const holdsVersions = ({ values }: Column): boolean =>
  values.size > 0 && [...values.keys()].every((one) => /^v?\d+(?:\.\d+)+/.test(one));

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
  const { asks, edges, order, which, stat } = cues;
  const said = into.values.get(intoValue.exec(phrase)?.[1]?.toLowerCase() ?? '');
  if (said !== undefined && values.length === 0) values.push({ field: newValue, is: '=', value: said.shown });
  const [value, second] = values.map((one): Condition => ({ field: newValue, is: '=', value: one.value }));
  if (second !== undefined) return fromTo(phrase, cues, things, values);
  const noun = which ?? (asks.has('who') ? 'who' : undefined);
  const isOfWhich =
    ofState.test(which ?? '') || (which === undefined && ofState.test(phrase) && !ofChanges.test(phrase));
  // More words than a state, its name and what is in it say something else.
  if (value !== undefined && phrase.split(' ').length > 4) return undefined;
  if (value !== undefined) {
    const by = noun === undefined ? undefined : kindOn(noun, schema, (record) => into.read(record) !== undefined);
    if (noun !== undefined && by === undefined) return undefined;
    if (asks.has('long')) {
      const held = { state: value.value.toLowerCase(), where: things, ...(by === undefined ? {} : { by: by.name }) };
      if (stat?.take === 'max' || stat?.take === 'min') return { take: 'longest', ...held, order: order ?? 'most' };
      return stat === undefined || stat.take === 'sum' ? { take: 'duration', ...held } : undefined;
    }
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
    const by = noun === undefined ? undefined : kindOn(noun, schema, (record) => into.read(record) !== undefined);
    if (by !== undefined && order !== undefined) return { take: 'count', by: by.name, order, where: [anyChange] };
    if (!asks.has('count') || noun !== undefined) return undefined;
    const beside = saidBeside(phrase);
    const said: Condition = { field: 'words', is: 'has', value: beside };
    const isOfSome = beside !== '' && changed.some(compile([said], schema)) && !changed.every(compile([said], schema));
    return { take: 'count', where: [...things, ...(isOfSome ? [said] : []), anyChange] };
  }
  if (!isOfWhich || things.length === 0) return undefined;
  if (order !== undefined && asks.has('long')) return { take: 'duration', by: newValue, order, where: things };
  if (isAt || asks.has('open') || edges.has('last')) return { take: 'last', by: newValue, where: things };
  return undefined;
}

/** "State changes of the flap": what changed, where no column has it. */
const saidBeside = (phrase: string): string =>
  phrase
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !ofChanges.test(word) && !ofState.test(word) && !isFunctionWord(word) && !isOfQuestions(word))
    .join(' ');

/** "Transitions from WARM to HOT". */
function fromTo(
  phrase: string,
  { asks }: Told['cues'],
  things: readonly Condition[],
  [from, to, more]: readonly Condition[],
): Query | undefined {
  if (from === undefined || to === undefined || more !== undefined || !ofChanges.test(phrase)) return undefined;
  if (!asks.has('count')) return undefined;
  const turned: Condition[] = [
    { field: oldValue, is: '=', value: from.value },
    { field: newValue, is: '=', value: to.value },
  ];
  return { take: 'count', where: [...things, ...turned] };
}
