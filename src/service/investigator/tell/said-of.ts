import type { Condition, Query } from '../query/query.ts';
import { join, say, type Text, words } from '../wording/say.ts';
import { countedOf } from './figure-words.ts';

/** "line with level error" or "lines with level error". */
export const linesSaid = (query: Pick<Query, 'where' | 'through'>, count: number): Text =>
  saidOf(query, '', count === 1 ? 'line' : 'lines');

/** "lines with level error and `disk full`": what was counted. Empty with a `lead` where nothing narrows it. */
export function saidOf({ where, through }: Pick<Query, 'where' | 'through'>, lead: string, noun = 'lines'): Text {
  if (where.length === 0) return lead === '' ? words(noun) : words('');
  const all = where.map(saidCondition);
  const said = all.length === 1 ? all[0]! : say`${join(all.slice(0, -1), ', ')} and ${all.at(-1)!}`;
  if (noun === '') return say`${words(lead)}${said}`;
  const of = through === undefined ? '' : ` of ${through.replace(/[^\w .-]/g, '')}s`;
  return say`${words(lead)}${words(noun)}${words(of)} with ${said}`;
}

/** "3 payments with outcome failed": that each has a payment goes without saying. */
export function countedSaid(query: Query, count: number): Text {
  const where = query.where.filter(({ field, is, value }) => field !== query.of || is !== 'has' || value !== '*');
  return saidOf({ ...query, where }, '', countedOf(query, count));
}

/** "More than 42min". */
export const boundSaid = ({ is, value }: Pick<Condition, 'is' | 'value'>): Text =>
  say`${words(bounds[is] ?? '')}${value}`;

const bounds: Partial<Record<Condition['is'], string>> = {
  '>': 'more than ',
  '>=': 'at least ',
  '<': 'less than ',
  '<=': 'at most ',
};

const relations: Partial<Record<Condition['is'], string>> = {
  '!=': 'other than ',
  '>': 'above ',
  '>=': 'of at least ',
  '<': 'below ',
  '<=': 'of at most ',
};

function saidCondition({ field, is, value: first, or = [] }: Condition): Text {
  const value = join([first, ...or], is === '!=' ? ' and ' : ' or ');
  if (field === 'words' || field === 'text' || field === 'form') return is === '!=' ? say`no ${value}` : value;
  const name = words(field.replace(/[^\w .-]/g, ''));
  if (is === 'has') return say`${words(/^[aeiou]/i.test(field) ? 'an' : 'a')} ${name}`;
  return say`${name} ${words(relations[is] ?? '')}${value}`;
}
