import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Condition, Query } from '../query/query.ts';
import { columnsCalled } from './columns-called.ts';

/** How anything comes to a good end, whatever it is. */
const success = /^(?:finished|completed?|done|ended|succeeded|passed)$/i;

/**
 * "Batches that were finished", where lines say "finished" of some and have other words for the rest that came out well:
 * all that did are meant. Undefined where the word tells them from others.
 */
export function byOutcome(query: Query, schema: Schema): Query | undefined {
  const { operation } = schema;
  const outcome = columnNamed(schema, 'outcome');
  const said = query.where.find((one) => one.field === 'words' && one.is === 'has' && one.or === undefined);
  if (operation === undefined || outcome === undefined || said === undefined) return undefined;
  if (query.where.some(({ field }) => field === 'outcome')) return undefined;
  const words = said.value.split(' ');
  const done = words.filter((word) => success.test(word));
  const isNoun = (word: string) => columnsCalled(schema, [word])[0] === operation;
  const isOfThem = words.some(isNoun) || query.where.some(({ field }) => field === operation.name);
  if (done.length === 0 || !isOfThem || !words.every((word) => success.test(word) || isNoun(word))) return undefined;
  if (!areSomeOfGood(done.map(stem), schema)) return undefined;
  const others = query.where.filter((one) => one !== said && one.field !== operation.name);
  const meant: Condition[] = [
    { field: operation.name, is: 'has', value: '*' },
    { field: 'outcome', is: '=', value: 'ok' },
  ];
  return { ...query, where: [...others, ...meant] };
}

/** Of what came out well some lines have the words and others have not, and of what failed none has. */
function areSomeOfGood(stems: readonly string[], schema: Schema): boolean {
  const outcome = columnNamed(schema, 'outcome');
  let [withWords, without] = [0, 0];
  for (const record of schema.sample) {
    if (schema.operation?.read(record) === undefined) continue;
    const own = schema.said(record).stems();
    const isSaid = stems.every((one) => own.has(one));
    const came = outcome?.read(record);
    if (isSaid && came !== 'ok') return false;
    if (came !== 'ok') continue;
    if (isSaid) withWords++;
    else without++;
  }
  return withWords > 0 && without > 0;
}
