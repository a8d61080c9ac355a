import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { nounOf } from './named-columns.ts';
import type { Around, Understanding } from './parsed.ts';
import { saidOfThings } from './trouble-meant.ts';
import { windowOf } from './window.ts';

const be = '(?:is|are|was|were|looks?|seems?|got|gets?)';
const noun = '(?<noun>[a-z][a-z-]*(?: [a-z-]+)?)';
/** "Which valve is the bad one", "which racks are affected by the leak". */
const forms = [
  new RegExp(
    `^(?:which|what)(?: of (?:the|our))? ${noun} ${be} (?:hit|affected|impacted|hurt|bitten) by (?:the |an? |this )?(?<by>.+)$`,
    'i',
  ),
  new RegExp(`^(?:which|what)(?: of (?:the|our))? ${noun} ${be} (?:the |an? )?(?<what>.+?)(?: ones?)?$`, 'i'),
  new RegExp(`^(?:which|what) ${noun} (?<what>(?:has|have|had|makes?|gives?) (?:problems|trouble|issues))$`, 'i'),
];

/** Of which things lines tell of trouble, the one with the most of it first; or of what is said to have hit them. */
export function worstAsked(question: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  for (const form of forms) {
    const { noun: called = '', what = '', by } = form.exec(question)?.groups ?? {};
    const named = called === '' ? undefined : nounOf(called, schema);
    // "Which image tag" is not asked of pods.
    if (named === undefined || named.rest.split(' ').includes(called.split(' ').at(-1) ?? '')) continue;
    const { column } = named;
    const said = saidOfThings(by ?? what, column, schema, quotes, by === undefined);
    if (said === undefined) continue;
    // Of those that are affected each is asked for.
    const isOfAll = by !== undefined || /^(?:affected|impacted|hit)$/i.test(what);
    const query: Query = { take: 'count', where: [...said.where], by: column.name, ...windowOf(times) };
    return {
      query: isOfAll ? query : { ...query, order: 'most' },
      unread: [],
      absent: [],
      isInferred: said.isInferred || by === undefined || named.rest !== '',
    };
  }
  return undefined;
}
