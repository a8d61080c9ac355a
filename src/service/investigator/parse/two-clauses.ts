import type { Query } from '../query/query.ts';
import type { Groups } from './reading.ts';

const aux = '(?:did|does|do|was|were|is|are|has|have|had)';
const having = '(?:have|has|had|log|logged|see|get|got|produced?|written|write|cause|send|receive|show|report)';

/** Two clauses beside each other, each with words of its own; what follows of the words between them. */
const forms: readonly (readonly [RegExp, Query['take'], (how: string) => Query['expects']])[] = [
  [
    /^how (?:long|much time)\b(?<of>.{0,40}?) (?:between|from) (?<where>.+?) (?:and|to|until) (?<against>.+?)(?: (?:pass|elapse|take))?$/i,
    'gap',
    () => undefined,
  ],
  [/^(?:is|are|was|were) there (?<how>more|fewer|less) (?<where>.+?) than (?<against>.+)$/i, 'compare', moreOrFewer],
  [
    new RegExp(
      `^${aux} (?<where>.+?)(?: ${having})? (?<how>more|fewer|less)(?: (?:often|frequently)| (?<of>.+?)) than (?<against>.+?)(?: ${aux})?$`,
      'i',
    ),
    'compare',
    moreOrFewer,
  ],
];

const stretches =
  /^(?:(?:is|are|was|were|did|does|do|has|have|had) )?(?:there )?(?:the )?(?:(?<many>(?:number|count) of) )?(?:(?<how>more|fewer|less) )?(?<where>.+?)(?:,? (?:happen(?:ed)?|occur(?:red)?|come|came|logged))?(?: (?<than>higher|larger|greater|bigger|lower|smaller))?,? than\b(?<rest>.*)$/i;

/** "More requests from 10:00 to 11:00 than from 9:00 to 10:00", which are taken out of the words already. */
export function stretchesIn(question: string): { query: Pick<Query, 'take' | 'expects'>; groups: Groups }[] {
  const { how, than, where, rest = '' } = stretches.exec(question)?.groups ?? {};
  const said = how ?? than;
  if (said === undefined || where === undefined) return [];
  const of = rest.replace(/^[ ,]*(?:in|and|or)?(?: (?:in|terms of))*\b/i, '');
  return [
    {
      query: { take: 'compare', expects: /^(?:more|high|larg|great|big)/i.test(said) ? 'more' : 'fewer' },
      groups: { where: `${where} ${of}` },
    },
  ];
}

function moreOrFewer(how: string): Query['expects'] {
  return /more/i.test(how) ? 'more' : 'fewer';
}

/** What a question says of two clauses: which came first, which is more, how long from one to the other. */
export function clausesIn(question: string): { query: Pick<Query, 'take' | 'expects'>; groups: Groups }[] {
  return forms.flatMap(([pattern, take, expectsOf]) => {
    const found = pattern.exec(question)?.groups;
    if (found === undefined) return [];
    const { how = '', ...groups } = found;
    const expects = expectsOf(how);
    return [{ query: { take, ...(expects === undefined ? {} : { expects }) }, groups }];
  });
}
