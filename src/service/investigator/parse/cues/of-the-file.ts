import type { Query } from '../../query/query.ts';

const theFile = '(?:the|this) (?:whole )?(?:log|file)s?';

const questions: readonly (readonly [RegExp, Omit<Query, 'where'>])[] = [
  [
    /\bfirst line to (?:the )?last line\b|^(?:how (?:long|much time)|(?:what|which) (?:time ?)?(?:period|range|span)).*\b(?:cover|span)(?:s|ed)?\b/i,
    { take: 'span' },
  ],
  [new RegExp(`^how long (?:is|does|did|do) ${theFile}(?: (?:last|run|go))?$`, 'i'), { take: 'span' }],
  [new RegExp(`^how (?:long|big|large) is ${theFile} in lines$`, 'i'), { take: 'count', of: 'lines' }],
  [new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) ${theFile} (?:start|begin)s?$`, 'i'), { take: 'first' }],
  [new RegExp(`^(?:when|(?:at )?what time) (?:does|did|do) ${theFile} (?:end|stop)s?$`, 'i'), { take: 'last' }],
];

/** Of the file itself, whatever its lines say. */
export function ofTheFile(asked: string): Query | undefined {
  const query = questions.find(([pattern]) => pattern.test(asked))?.[1];
  return query && { where: [], ...query };
}
