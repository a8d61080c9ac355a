import { samesOf } from '../facts/lexicon.ts';
import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { readPhrase } from './read-phrase.ts';

/** Said of what is in trouble, whichever it is. */
const inTrouble =
  /^(?:fail(?:s|ed|ing|ures?)?|affected|impacted|hit|bad|faulty|broken|defective|unhealthy|sick|wrong|(?:in|having|giving|causing|making|has|had|have)(?: any)? (?:trouble|problems?|issues?|errors?|failures?)|(?:not|un)(?: |-)?(?:ok|okay|well|healthy)|misbehaving|acting up|going wrong|went wrong|to blame|at fault|(?:the )?(?:culprit|problem|offender|troublemaker))$/i;

/** How lines tell of trouble: that something failed; where none says so, an error, or else a warning or a refused request. */
function signsIn({ columns }: Schema): Condition[] {
  const told = columns.find(({ name }) => name === 'level')?.values;
  const levels = ['critical', 'error', 'warning'].filter((one) => told?.has(one));
  const upTo = (count: number): Condition[] => {
    const [value, ...or] = levels.slice(0, count);
    return value === undefined ? [] : [{ field: 'level', is: '=', value, ...(or.length > 0 && { or }) }];
  };
  const status = columns.find((one) => isStatus(one))?.name;
  const answered = status === undefined ? [] : ['500', '400'];
  return [
    { field: 'outcome', is: '=', value: 'failed' },
    ...upTo(levels.includes('warning') ? levels.length - 1 : levels.length),
    ...upTo(levels.length),
    ...answered.map((value): Condition => ({ field: status ?? '', is: '>=', value })),
  ];
}

/** The plainest sign of it that lines give which tell one thing from another. */
export function troubleOn(column: Column, schema: Schema): Condition | undefined {
  return signsIn(schema).find((sign) => {
    const held = schema.sample.filter(compile([sign], schema));
    const named = held.filter((record) => column.read(record) !== undefined);
    return named.length > 0 && named.length * 2 >= held.length;
  });
}

/** What is said of things, as lines tell it: of trouble in whichever words they have for it, and of no else where `isTrouble`. */
export function saidOfThings(
  said: string,
  column: Column,
  schema: Schema,
  quotes: readonly string[],
  isTrouble = false,
): { where: readonly Condition[]; isInferred: boolean } | undefined {
  if (inTrouble.test(said)) {
    const sign = troubleOn(column, schema);
    return sign && { where: [sign], isInferred: sign.field !== 'outcome' || !/^fail/i.test(said) };
  }
  if (isTrouble) return undefined;
  // "A full disk", where lines say that no space is left.
  for (const same of [said, ...samesOf(said), ...samesOf(said.split(' ').toReversed().join(' '))]) {
    const { where, unread, absent, isInferred } = readPhrase(same, schema, quotes);
    if (where.length > 0 && unread.length + absent.length === 0)
      return { where, isInferred: isInferred || same !== said };
  }
  return undefined;
}
