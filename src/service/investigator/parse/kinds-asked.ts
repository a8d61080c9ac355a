const trouble = '(?<what>errors?|warnings?|faults?|failures?|problems?|issues?|alerts?)(?: messages?| lines?)?';
const asking = '(?:(?:which|what|list|show|show me|give me|name|tell me)(?: (?:is|are|was|were))? )?(?:the )?';
const more = '(?<more>(?: (?:in|on|at|for|from|between|after|before|during|of|with|since|until|till|while) .*)?)$';

type Asked = Record<string, string | undefined>;

const ofRank = ({ what, many, top = many, more = '' }: Asked): string =>
  `which ${top === undefined ? 'message has' : `${top} messages have`} the most ${pluralOf(what)}${more}`;
const ofGroups = ({ what, more = '' }: Asked): string => `${pluralOf(what)} by message${more}`;

/** How kinds of lines are asked for, each with the same in the terms that are read. */
const ways: readonly (readonly [RegExp, (asked: Asked) => string])[] = (
  [
    [
      `(?:which|what)(?: (?:kinds?|types?|sorts?) of)? ${trouble} (?:(?:have |has )?(?:happened|occurred|appeared|come up)|occurs?|happens?|appears?|came up|showed up|(?:was|were|got) (?:logged|reported|seen|raised|thrown|recorded)|do (?:we|you) (?:have|see)|did (?:we|it|they) (?:get|have|see))`,
      ({ what, more = '' }) => `what ${pluralOf(what)} are there${more}`,
    ],
    [
      `how many (?:different|distinct|unique|various) (?:(?:kinds?|types?|sorts?) of )?${trouble}(?: (?:are|were|was|is) there| (?:have |has )?(?:happened|occurred))?`,
      ({ what, more = '' }) => `how many different kinds of ${pluralOf(what)}${more}`,
    ],
    [`${trouble} by (?:count|frequency|number)`, ofGroups],
    [`(?:the )?(?:count|number) of each ${trouble}`, ofGroups],
    [`how (?:often|many times) (?:did|does) each ${trouble} (?:happen|occur|appear|come up)`, ofGroups],
    [
      `${asking}(?:top (?:(?<top>\\d{1,2}|three|five|ten) )?)?(?:(?<many>\\d{1,2}|three|five|ten) )?most (?:common|frequent|often|repeated|seen) ${trouble}`,
      ofRank,
    ],
    [`${asking}top (?:(?<top>\\d{1,2}|three|five|ten) )?${trouble}`, ofRank],
    [
      `(?:which|what) ${trouble} (?:is|was|are|were|happens?|happened|occurs?|occurred|appears?|appeared|comes? up|came up)(?: the)? most(?: (?:often|common|frequent|frequently))?`,
      ofRank,
    ],
  ] satisfies [string, (asked: Asked) => string][]
).map(([pattern, write]) => [new RegExp(`^${pattern}${more}`, 'i'), write]);

/** Which kinds of errors there are, and how often each: by what their lines say, in the terms that are read. */
export function inKinds(question: string): string {
  for (const [pattern, write] of ways) {
    const asked = pattern.exec(question)?.groups;
    if (asked !== undefined) return write(asked);
  }
  return question;
}

const pluralOf = (noun = ''): string => (noun.endsWith('s') ? noun : `${noun}s`);
