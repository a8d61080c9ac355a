import { columnNamed, type Schema } from '../../facts/schema.ts';
import { settingChanged } from '../../facts/settings-told.ts';
import { changedBy, newValue, oldValue } from '../../facts/turns.ts';
import type { Condition, Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { isOfSettings } from '../names-settings.ts';
import { isToldOf } from '../told-words.ts';
import type { Told } from './told.ts';

const ofChanges =
  /\b(?:chang\w*|alter\w*|touch\w*|edit\w*|adjust\w*|modif\w*|updat\w*|set|rais\w*|lower\w*|mov\w*|bump\w*)\b/i;
/** "Changed to 5". */
const toValue = /\bto (\d[\w.%]*)/i;
const ofValue = /\bvalue\b/i;
/** "Changed to", "set to at the end". */
const intoNew = /\bto(?: what)?[?. ]*$|^to what\b|\b(?:set|changed) to\b|\b(?:new|current|final) value\b/i;
const ofOld = /\b(?:before|original|previous|old|initial|to begin with|start)\b/i;

/** What a setting that the question names is set to, was, and who changed it when. */
export function ofSettings(phrase: string, { cues, names, isAt }: Told, schema: Schema): Query | undefined {
  const [named, second] = names([]).filter((one) => isOfSetting(one, schema));
  if (named === undefined && anySetting.test(phrase)) return ofAny(phrase, { cues, names }, schema);
  const setting = named ?? settingSaid(phrase, schema);
  if (setting === undefined || second !== undefined || columnNamed(schema, newValue) === undefined) return undefined;
  // "Once it was changed, how often was moored logged?"
  if (named !== undefined && wordsBeside(phrase).some((word) => isToldOf(schema, word))) return undefined;
  const { asks, edges, nth } = cues;
  const to = toValue.exec(`${cues.rest} ${phrase}`)?.[1];
  const where: Condition[] = [
    setting,
    to === undefined ? { field: newValue, is: 'has', value: '*' } : { field: newValue, is: '=', value: to },
  ];
  const isOfChange = ofChanges.test(`${cues.rest} ${phrase}`);
  if (asks.has('both') && asks.size === 1) return { take: 'last', by: newValue, beside: oldValue, where };
  if (asks.has('count')) return isOfChange ? { take: 'count', where } : undefined;
  if (asks.size === 0 && (cues.stat?.take === 'max' || cues.stat?.take === 'min'))
    return { take: cues.stat.take, of: newValue, where: [setting] };
  const isLast = edges.has('last');
  if (nth !== undefined && ofValue.test(phrase) && asks.size === 0)
    return { take: 'first', nth, by: ofOld.test(phrase) ? oldValue : newValue, where };
  const take = isLast || isAt ? 'last' : 'first';
  if (asks.has('who')) return isOfChange ? { take, by: changedBy, where } : undefined;
  if (asks.has('when'))
    return isOfChange ? { take: isLast ? 'last' : 'first', where, ...(nth === undefined ? {} : { nth }) } : undefined;
  const beside = names(where).filter(({ field }) => field !== setting.field);
  if (asks.has('exists')) return isOfChange ? { take: 'exists', where: [...where, ...beside] } : undefined;
  if ([...asks].some((ask) => ask !== 'open' && ask !== 'old') || cues.stat !== undefined || nth !== undefined)
    return undefined;
  const isOfOld = edges.has('first') || asks.has('old') || ofOld.test(phrase);
  const isOfNew = isLast || isAt || asks.has('open') || intoNew.test(cues.rest);
  if (isOfNew && !isOfOld) return { take: 'last', by: newValue, where };
  return isOfOld ? { take: 'first', by: oldValue, where } : undefined;
}

/** Of all settings, and not of one. */
const anySetting =
  /^(?:(?:made|did|has|have|the|all|of|in|any|different|distinct|changers? of) )*(?:(?:settings?|config(?:uration)?|parameters?|options?)(?: (?:changes?|values?))?|(?:chang\w+|alter\w+|touch\w+|edit\w+|adjust\w+) (?:the )?(?:settings?|config(?:uration)?|parameters?|options?))(?: (?:were|was|got|that|did|do|is|are|been|have|has|(?:chang|alter|touch|edit|adjust)\w+|a new value|new values|in (?:the |this )?log))*$/i;
const ofChanger = /^changers?\b/i;
const ofPeople = /^(?:person|people|users?|admins?|administrators?|operators?|engineers?|colleagues?|changers?)\b/i;

function ofAny(phrase: string, { cues, names }: Pick<Told, 'cues' | 'names'>, schema: Schema): Query | undefined {
  const { asks, order, which = '', per = '', edges, limit, isOfEach } = cues;
  if (columnNamed(schema, settingChanged) === undefined) return undefined;
  const any: Condition = { field: settingChanged, is: 'has', value: '*' };
  const where = [any, ...names([any])];
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

/** "What is the ack mode set to": by the words that each of its changes has. */
function settingSaid(phrase: string, schema: Schema): Condition | undefined {
  const words = wordsBeside(phrase);
  const into = columnNamed(schema, newValue);
  if (words.length === 0 || words.length > 4 || into === undefined) return undefined;
  const said: Condition = { field: 'words', is: 'has', value: words.join(' ') };
  const isSaid = compile([said], schema);
  const changed = schema.sample.filter((record) => into.read(record) !== undefined);
  const own = changed.filter(isSaid);
  return own.length > 0 && own.length <= changed.length / 2 ? said : undefined;
}
/** What is said of any setting and of its changes. */
const around =
  /\b(?:value|values|set|get|got|have|has|had|the|of|to|in|on|a|an|is|was|what|effect|force|use|original|originally|initial|initially|previous|old|new|before|after|its|first|last|latest|current|currently|change|changes|changed|changing|setting|settings|parameter|param|option|person|someone|somebody|up|until|did|does|do|touch\w*|alter\w*|edit\w*|adjust\w*|modif\w*|updat\w*)\b/gi;

/** Of a field for settings, or of one whose lines tell of changes alone. */
const isOfSetting = (name: Condition, schema: Schema): boolean => {
  const column = columnNamed(schema, name.field);
  if (column === undefined) return false;
  if (isOfSettings(column)) return true;
  const into = columnNamed(schema, newValue);
  const held = schema.sample.filter(compile([name], schema));
  return (
    into !== undefined &&
    column.isPlace === true &&
    held.length > 0 &&
    held.every((record) => into.read(record) !== undefined)
  );
};
