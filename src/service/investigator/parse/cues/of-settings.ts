import { columnNamed, type Schema } from '../../facts/schema.ts';
import { changedBy, newValue, oldValue } from '../../facts/turns.ts';
import type { Condition, Query } from '../../query/query.ts';
import { isOfSettings } from '../names-settings.ts';
import type { Told } from './told.ts';

const ofChanges =
  /\b(?:chang\w*|alter\w*|touch\w*|edit\w*|adjust\w*|modif\w*|updat\w*|set|rais\w*|lower\w*|mov\w*|bump\w*)\b/i;
/** "Changed to 5". */
const toValue = /\bto (\d[\w.%]*)/i;
const ofOld = /\b(?:before|original|previous|old|initial|to begin with|start)\b/i;

/** What a setting that the question names is set to, was, and who changed it when. */
export function ofSettings(phrase: string, { cues, names, isAt }: Told, schema: Schema): Query | undefined {
  const [setting, second] = names([]).filter(({ field }) => isOfSetting(field, schema));
  if (setting === undefined || second !== undefined || columnNamed(schema, newValue) === undefined) return undefined;
  const { asks, edges, nth } = cues;
  const to = toValue.exec(`${cues.rest} ${phrase}`)?.[1];
  const where: Condition[] = [
    setting,
    to === undefined ? { field: newValue, is: 'has', value: '*' } : { field: newValue, is: '=', value: to },
  ];
  const isOfChange = ofChanges.test(`${cues.rest} ${phrase}`);
  if (asks.has('count')) return isOfChange ? { take: 'count', where } : undefined;
  const isLast = edges.has('last');
  if (asks.has('who')) return isOfChange ? { take: isLast ? 'last' : 'first', by: changedBy, where } : undefined;
  if (asks.has('when'))
    return isOfChange ? { take: isLast ? 'last' : 'first', where, ...(nth === undefined ? {} : { nth }) } : undefined;
  if (asks.has('exists')) return isOfChange ? { take: 'exists', where } : undefined;
  if (asks.size > (asks.has('open') ? 1 : 0) || cues.stat !== undefined || nth !== undefined) return undefined;
  if (isLast || isAt || asks.has('open')) return { take: 'last', by: newValue, where };
  return edges.has('first') || ofOld.test(phrase) ? { take: 'first', by: oldValue, where } : undefined;
}

const isOfSetting = (field: string, schema: Schema): boolean => {
  const column = columnNamed(schema, field);
  return column !== undefined && isOfSettings(column);
};
