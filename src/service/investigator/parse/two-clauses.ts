import type { Query } from '../query/query.ts';
import type { Groups } from './reading.ts';

const aux = '(?:did|does|do|was|were|is|are|has|have|had)';
const having = '(?:have|has|had|log|logged|see|get|got|produced?|written|write|cause|send|receive|show|report)';
const coming = '(?:happen(?:ed)?|occur(?:red)?|come|came|start(?:ed)?|begin|appear(?:ed)?|take place|logged|seen)';

/** Two clauses beside each other, each with words of its own; what follows of the words between them. */
const forms: readonly (readonly [RegExp, Query['take'], (how: string) => Query['expects']])[] = [
  [
    /^how (?:long|much time)\b(?<of>.{0,40}?) (?:between|from) (?<where>.+?) (?:and|to|until) (?<against>.+?)(?: (?:pass|elapse|take))?$/i,
    'gap',
    () => undefined,
  ],
  [
    new RegExp(
      `^${aux} (?<where>.+?)(?: ${coming})?(?: first)? (?<how>before|after|earlier than|later than|prior to) (?<against>.+?)(?: (?:${aux}|happened|occurred))?$`,
      'i',
    ),
    'order',
    (how) => (/after|later/i.test(how) ? 'after' : 'before'),
  ],
  [
    /^(?:what|which) (?:.{1,30} )?(?:came|happened|occurred|was|started|appeared|is) (?:the )?(?:first|earlier|last|later|second)[:,]? (?<where>.+?),? or (?<against>.+)$/i,
    'order',
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
  [
    new RegExp(
      `^how many (?:more|fewer|less) (?<of>.+?) (?:did|does|do|has|have|had|are there (?:for|from|in)) (?<where>.+?) (?:${having} )?than (?<against>.+)$`,
      'i',
    ),
    'compare',
    () => undefined,
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

const verb =
  '(?:(?:go(?:ing|es)?|went|trend(?:ing)?|mov(?:e|ing|ed)) (?:up|down|upwards?|downwards?)|ris(?:e|es|ing|en)|rose|grow(?:ing|s|n)?|grew|increas(?:e|es|ed|ing)|climb(?:s|ing|ed)?|fall(?:s|ing|en)?|fell|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|shrink(?:s|ing)?|(?:get(?:ting|s)?|got|becom(?:e|es|ing)|became) (?:worse|better|slower|faster|higher|lower|hotter|warmer|colder|cooler|bigger|larger|smaller|longer|shorter|deeper|more frequent)|chang(?:e|es|ed|ing)|develop(?:s|ed|ing)?|evolved?|improv(?:e|ed|ing)|worsen(?:ed|ing)?|sink(?:ing)?|up(?= or down))';
const overTime =
  '(?: (?:(?:over|during|in|throughout) the (?:day|night|evening|morning|run|shift|period|time|course)|over time|as (?:the )?(?:day|time|night|log) (?:goes|went) on|with time|throughout|in the course of the (?:log|file)|(?:during|over) the (?:log|file)|overall|towards the end|at all|steadily|continuously|constantly|slowly))*';
const trends: readonly RegExp[] = [
  new RegExp(
    `^${aux} (?:the )?(?<where>.+?)(?: (?:been|ever|keep|keeps|steadily|generally))* (?<way>${verb})(?<or> or (?:${verb}|down|fewer|less))?${overTime}$`,
    'i',
  ),
  new RegExp(`^how ${aux} (?<where>.+?) (?<way>${verb})${overTime}$`, 'i'),
  /^(?:what (?:is|was) the )?(?:trend|development|course) (?:of|in|for) (?<where>.+)$/i,
  /^(?<where>.+?) (?:trend|development)(?: (?:of|in|for|on) (?<where2>.+))?$/i,
  /^(?:is|are|was|were) there (?<way>more|fewer|less) (?<where>.+?)(?: than (?:before|after)(?: it| that)?)?$/i,
];

/** "Is the depth growing": which way something goes over time; with a moment beside it, what changed there. */
export function trendsIn(question: string): { query: Pick<Query, 'take' | 'expects'>; groups: Groups }[] {
  return trends.flatMap((pattern) => {
    const found = pattern.exec(question)?.groups;
    if (found === undefined) return [];
    const { way = '', or, where, where2 } = found;
    const isOpen =
      or !== undefined || way === '' || /^(?:how|chang|trend|develop|evolve)/i.test(way) || /^how/i.test(question);
    const isDown =
      /fall|fell|drop|decreas|declin|down|lower|less|fewer|shrink|improv|faster|better|sink|colder|cooler|smaller|shorter/i.test(
        way,
      );
    const isOfCount = /^there$/i.test(where ?? '');
    if (isOfCount) return [];
    return [
      {
        query: { take: 'trend' as const, ...(isOpen ? {} : { expects: isDown ? ('down' as const) : ('up' as const) }) },
        groups: { where, where2 },
      },
    ];
  });
}
