import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { nounOf } from './named-columns.ts';
import type { Groups } from './reading.ts';
import { isNounForLines } from './words.ts';

const noun = '(?:(?:which|what|list|show|all|the) )*(?<noun>[a-z]+s|people)';
const lacks: readonly RegExp[] = [
  new RegExp(
    `^${noun} (?:without|with no|(?:that |which |who )?(?:have|had|has) no) (?:any |an? |single |even one )*(?<where>.+)$`,
    'i',
  ),
];

/** "Hosts without any backup", "people who never badged": the things of a kind that have none of it. */
export function lacksIn(question: string, schema: Schema): { query: Pick<Query, 'take'>; groups: Groups }[] {
  return lacks.flatMap((pattern) => {
    const { noun: said = '', where } = pattern.exec(question)?.groups ?? {};
    const by = /^people$/i.test(said) ? 'who' : said;
    const found = by === '' || isNounForLines(by, schema) ? undefined : nounOf(by, schema, false);
    return found === undefined || found.column.isNumber ? [] : [{ query: { take: 'never' }, groups: { by, where } }];
  });
}
