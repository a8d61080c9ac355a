import type { Query } from '../../query/query.ts';

const theFile = '(?:(?:the|this|these) (?:(?:whole|entire) )?(?:log|file|logfile|recording)s?|it)';

const questions: readonly (readonly [RegExp, Omit<Query, 'where'>])[] = [
  [
    /\bfirst (?:line|entry|record|event)?(?: of the (?:log|file))? ?to (?:the )?last (?:line|entry|record|event)\b|\b(?:what(?:'s| is)|how (?:long|big) is)? ?the (?:time ?span|time range|period)(?: covered)?(?: of| by| in) (?:the|this) (?:whole )?(?:log|file)\b|^what(?:'s| is) the (?:whole )?(?:time ?span|time range)(?: covered)?$|^(?:how (?:long|much time)|(?:what|which) (?:time ?)?(?:period|time|range|span)).*\b(?:cover|span)(?:s|ed|ning)?\b/i,
    { take: 'span' },
  ],
  [new RegExp(`^how long (?:is|does|did|do) ${theFile}(?: (?:last|run|go))?$`, 'i'), { take: 'span' }],
  [new RegExp(`^how (?:long|big|large) is ${theFile} in lines$`, 'i'), { take: 'count', of: 'lines' }],
  [
    new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) (?!it)${theFile} (?:start|begin)s?$`, 'i'),
    { take: 'first' },
  ],
  [new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) (?!it)${theFile} (?:end|stop)s?$`, 'i'), { take: 'last' }],
];

/** Of the file itself, whatever its lines say. */
export function ofTheFile(asked: string): Query | undefined {
  const query = questions.find(([pattern]) => pattern.test(asked))?.[1];
  return query && { where: [], ...query };
}
