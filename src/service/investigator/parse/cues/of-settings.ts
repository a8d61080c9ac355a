import { changeVerbs } from '../../facts/doers.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { settingChanged } from '../../facts/settings-told.ts';
import { changedBy, newValue, oldValue } from '../../facts/turns.ts';
import { type Condition, hasAny, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { anyChange } from '../lines-meant.ts';
import { settingColumns } from '../names-settings.ts';
import { readPhrase } from '../read-phrase.ts';
import { isToldOf } from '../told-words.ts';
import type { Told } from './told.ts';

/** What goes down or on turns into a state. */
const ofChanges = new RegExp(
  `\\b(?!(?:go|goes|went|turn\\w*|switch\\w*)\\b(?! to\\b))(?:${changeVerbs}|touch\\w*)\\b|->|=>|→`,
  'i',
);
/** "Changed to 5", "put at 5", "-> 5". */
const toValue = /(?:\b(?:to|at)|->|=>|→) ?(\d[\w.%]*)/i;
/** "Changed to", "set to at the end". */
const intoNew = /\bto(?: what)?[?. ]*$|^to what\b|\b(?:set|changed) to\b|\b(?:new|current|final)\b/i;
const ofOld = /\b(?:before|original|previous|old|initial|to begin with|start)\b/i;
/** "What was it doing", "what did it report": nothing that is set. */
const ofDeeds = /\b(?:doing|busy|(?:did|does) [^?]*(?:report|say|write|log|do)$)/i;
const ofSides = /^(?:open|running|old|both|count)$/;

/** What a setting that the question names is set to, was, and who changed it when. */
export function ofSettings(phrase: string, told: Told, schema: Schema): Query | undefined {
  const { cues, isAt, isThen } = told;
  const into = columnNamed(schema, newValue);
  const named = told.names([anyChange]).filter((one) => isOfSetting(one, schema));
  if (named.length === 0 && anySetting.test(phrase)) return ofAny(phrase, told, schema);
  const text = `${cues.rest} ${phrase}`;
  const { asks, edges, nth, stat } = cues;
  if (ofDeeds.test(cues.rest)) return undefined;
  const isOfOld = asks.has('old') || ofOld.test(phrase);
  const isOfSides = isOfOld || asks.has('both') || asks.has('open') || edges.size > 0 || intoNew.test(cues.rest);
  const meant =
    into === undefined || named.length > 1
      ? undefined
      : changesMeant(phrase, { setting: named[0], into, isOfSides }, told, schema);
  if (into === undefined || meant === undefined) return undefined;
  const where = [...meant, valueIn(text, told, into) ?? anyChange];
  const isOfChange = ofChanges.test(text);
  const isOfWho = asks.has('who') || ofPeople.test(cues.which ?? '');
  if (asks.has('count') && (isOfChange || !isOfOld)) return isOfChange ? { take: 'count', where } : undefined;
  if (asks.size === 0 && (stat?.take === 'max' || stat?.take === 'min'))
    return { take: stat.take, of: newValue, where: meant };
  const isLast = edges.has('last');
  if (nth !== undefined && /\bvalue\b/i.test(phrase) && asks.size === 0)
    return { take: 'first', nth, by: isOfOld ? oldValue : newValue, where };
  if (isOfWho) return isOfChange ? { take: isLast || isAt ? 'last' : 'first', by: changedBy, where } : undefined;
  if (asks.has('when'))
    return isOfChange ? { take: isLast ? 'last' : 'first', where, ...(nth === undefined ? {} : { nth }) } : undefined;
  if (asks.has('exists')) return isOfChange ? { take: 'exists', where } : undefined;
  if ([...asks].some((ask) => !ofSides.test(ask)) || stat !== undefined || nth !== undefined) return undefined;
  if (asks.has('both')) return { take: 'last', by: newValue, beside: oldValue, where };
  if (isOfOld || edges.has('first')) return { take: isLast ? 'last' : 'first', by: oldValue, where };
  const isOfNew = isLast || isAt || isThen || asks.has('open') || intoNew.test(cues.rest);
  return isOfNew ? { take: 'last', by: newValue, where } : undefined;
}

/** Which changes are meant: by the name of the setting, by what the change is of, and by the words of its lines. */
function changesMeant(
  phrase: string,
  { setting, into, isOfSides }: { setting: Condition | undefined; into: Column; isOfSides: boolean },
  { cues, names }: Told,
  schema: Schema,
): Condition[] | undefined {
  const beside = names([anyChange]).filter(({ field }) => field !== newValue && field !== oldValue);
  const held = schema.sample.filter(compile([anyChange], schema));
  const own = held.filter(compile(beside, schema));
  const isNoun = (word: string) => columnsCalled(schema, [word]).some((one) => isValueOf(one, own, schema));
  const words = wordsBeside(`${setting === undefined ? (cues.which ?? '') : ''} ${phrase}`);
  const said = words.filter((word) => !into.values.has(word) && (setting !== undefined || !isNoun(word)));
  if (said.length > mostWords || (setting === undefined && words.length === 0)) return undefined;
  // "The state of V-3 before" is none of a setting.
  const isNamed = setting !== undefined || (isOfSides && !ofState.test(words.join(' ')));
  const ways = [inWords(said), ...(setting === undefined ? [inWords(said.filter((word) => !ofState.test(word)))] : [])];
  if (isNamed) ways.push(named(said, schema));
  // "The flow cap parameter": what no line has says no more than the name.
  const known = said.filter((word) => isToldOf(schema, word));
  if (setting !== undefined || (isNamed && known.length === said.length - 1)) ways.push(inWords(known));
  for (const way of ways) {
    const where = [...beside, ...way];
    const meant = held.filter(compile(where, schema));
    if (where.length === 0) continue;
    const isOne = where.some(({ field }) => field !== 'words') ? isNamed : meant.length <= held.length / 2;
    if (meant.length > 0 && isOne) return where;
  }
  return undefined;
}

const inWords = (words: readonly string[]): Condition[] =>
  words.length === 0 ? [] : [{ field: 'words', is: 'has', value: words.join(' ') }];

/** "Picker", where a field of the lines says so. */
function named(words: readonly string[], schema: Schema): Condition[] {
  const { where, unread, absent } = readPhrase(words.join(' '), schema);
  return unread.length + absent.length === 0 ? [...where] : inWords(words);
}
const mostWords = 4;
const ofState = /\b(?:state|status|mode|role|phase)\b/i;

/** "Build", where `build.from` and `build.to` state what it changed from and to. */
const isValueOf = (one: Column, changed: Schema['sample'], schema: Schema): boolean =>
  changed.length > 0 &&
  [oldValue, newValue].some((side) => {
    const column = columnNamed(schema, side);
    return changed.every((record) => one.read(record) !== undefined && one.read(record) === column?.read(record));
  });

/** "Set to 250", where lines set it to 250 l/min. */
function valueIn(text: string, { names }: Told, into: Column): Condition | undefined {
  const named = names([anyChange]).find(({ field }) => field === newValue);
  const said = toValue.exec(text)?.[1]?.toLowerCase() ?? wordsBeside(text).find((word) => into.values.has(word));
  if (named !== undefined || said === undefined) return named;
  const whole = into.values.has(said) ? said : [...into.values.keys()].find((one) => one.startsWith(`${said} `));
  return { field: newValue, is: '=', value: into.values.get(whole ?? '')?.shown ?? said };
}

/** Of all settings, and not of one. */
const anySetting =
  /^(?:(?:made|did|has|have|the|all|of|in|any|different|distinct|changers? of) )*(?:(?:settings?|config(?:uration)?|parameters?|options?)(?: (?:changes?|values?))?|(?:chang\w+|alter\w+|touch\w+|edit\w+|adjust\w+) (?:the )?(?:settings?|config(?:uration)?|parameters?|options?))(?: (?:were|was|got|that|did|do|is|are|been|have|has|(?:chang|alter|touch|edit|adjust)\w+|a new value|new values|in (?:the |this )?log))*$/i;
const ofChanger = /^changers?\b/i;
const ofPeople = /^(?:person|people|users?|admins?|administrators?|operators?|engineers?|colleagues?|changers?)\b/i;

function ofAny(phrase: string, { cues, names }: Pick<Told, 'cues' | 'names'>, schema: Schema): Query | undefined {
  const { asks, order, which = '', per = '', edges, limit, isOfEach } = cues;
  if (columnNamed(schema, settingChanged) === undefined) return undefined;
  const any: Condition = hasAny(settingChanged);
  // That they were changed is what their lines tell.
  const where = [any, ...(asks.has('list') ? [anyChange] : []), ...names([any])];
  const isOfWho = asks.has('who') || ofChanger.test(phrase) || ofPeople.test(which) || ofPeople.test(per);
  const by = isOfWho ? changedBy : settingChanged;
  if (edges.size > 0 || limit !== undefined) return undefined;
  if (asks.has('distinct')) return { take: 'distinct', of: by, where };
  if (order !== undefined) return { take: 'count', by, order, where };
  if (per !== '' || isOfEach === true) return { take: 'count', by, where };
  if (asks.has('count')) return ofChanges.test(phrase) ? { take: 'count', where } : { take: 'distinct', of: by, where };
  return asks.has('list') || isOfWho || which !== '' ? { take: 'values', of: by, where } : undefined;
}

const wordsBeside = (phrase: string): string[] =>
  phrase
    .toLowerCase()
    .replace(around, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** What is said of any setting and of its changes. */
const around = new RegExp(
  `(?:->|=>|→) ?\\S+|\\b(?:(?:to|at) \\d[\\w.%]*|values?|get|got|have|has|had|the|of|to|at|in|on|for|a|an|is|was|were|what|which|it|they|its|being|effect(?:ive)?|force|use|active|configured|original|originally|initial|initially|previous|old|new|before|after|first|last|latest|final|current|currently|settings?|param(?:eter)?s?|option|person|someone|somebody|up|until|did|does|do|touch\\w*|${changeVerbs})\\b`,
  'gi',
);

/** Of a field for settings, or of one whose lines tell of changes alone. */
const isOfSetting = (name: Condition, schema: Schema): boolean => {
  const column = columnNamed(schema, name.field);
  if (column === undefined) return false;
  if (settingColumns(schema).includes(column)) return true;
  const into = columnNamed(schema, newValue);
  const held = schema.sample.filter(compile([name], schema));
  return (
    into !== undefined &&
    column.isPlace === true &&
    held.length > 0 &&
    held.every((record) => into.read(record) !== undefined)
  );
};
