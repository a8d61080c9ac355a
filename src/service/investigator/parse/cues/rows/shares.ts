import { type Condition, hasAny, isOfAny, saysTheSame } from '../../../query/query.ts';
import { readPhrase } from '../../read-phrase.ts';
import { boundOn } from '../../said-in-forms.ts';
import { rankedBy } from '../cues.ts';
import { namesMarked } from '../names-said.ts';
import { phraseOf } from '../subject.ts';
import type { Rows, Shape } from './rows.ts';

/** What part of the lines is beyond a bound, or says one thing of those that say the rest. */
export const share: Shape = (rows) => {
  const { number, by, things, told } = rows;
  const { cues } = told;
  if (!cues.asks.has('share')) return undefined;
  const numbered = things.find(({ isSerial, name }) => isSerial === true && name !== by);
  const where = numbered === undefined ? rows.where : [...rows.where, hasAny(numbered.name)];
  const of = numbered === undefined ? {} : { of: numbered.name };
  if (cues.bound !== undefined)
    return number && { take: 'share', ...of, where, against: [boundOn(number, cues.bound)] };
  const said = partSaid(rows, where);
  const part = said ?? partLikely(where);
  if (part === undefined || isOfAny(part)) return undefined;
  // "Server errors (5xx)": the level and the status say one thing.
  const level =
    said === undefined && part.field === 'status'
      ? where.find(({ field, is }) => field === 'level' && is === '=')
      : undefined;
  return {
    take: 'share',
    ...of,
    where: wholeOf(part, level, where),
    against: level === undefined ? [part] : [level, part],
    ...(by === undefined ? {} : rankedBy(by, cues)),
  };
};

/** The lines of which it is a part: a field that tells the part from the others is stated by all of them. */
function wholeOf(part: Condition, level: Condition | undefined, where: readonly Condition[]): Condition[] {
  const rest = where.filter((one) => one !== part && one !== level);
  const isOfField = /^!?=$/.test(part.is) && !/^(?:words|text|level)$/.test(part.field);
  const isStated = rest.some((one) => one.field === part.field && isOfAny(one));
  return isOfField && !isStated && level === undefined ? [...rest, hasAny(part.field)] : rest;
}

/** The part that the words of the question show to be one. */
function partSaid(rows: Rows, where: readonly Condition[]): Condition | undefined {
  const [named] = rows.told.cues.isOfName === true ? rows.told.names(where) : [];
  const said = named ?? partBehind(rows);
  return said && where.find((one) => saysTheSame(one, said));
}

/** "What share of the declined payments was card_expired": what stands behind the verb. */
function partBehind({ where, schema, told: { cues, names } }: Rows): Condition | undefined {
  const [, behind = ''] =
    /\S.* (?:was|were|are|is|had|have|has|got|came from|went to|came|ended (?:in|with|up)|returned|failed with|used?|took|belong(?:s|ed)? to) (.+)$/i.exec(
      cues.rest,
    ) ?? [];
  if (behind === '') return undefined;
  const said = [...namesMarked(behind, names(where)), ...readPhrase(phraseOf(behind), schema).where];
  const [found, second] = where.filter((one) => said.some((other) => saysTheSame(one, other)));
  return second === undefined ? found : undefined;
}

const ofSaying = /^(?:outcome|level|words|text)$/;

/** How something came out is a part sooner than whose it was. */
const partLikely = (where: readonly Condition[]): Condition | undefined =>
  where.findLast(({ field }) => /^(?:outcome|status)$/.test(field)) ??
  where.find(({ field }) => ofSaying.test(field)) ??
  where[0];
