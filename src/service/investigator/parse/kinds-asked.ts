const trouble = '(?<what>errors?|warnings?|faults?|failures?|problems?|issues?|alerts?)(?: messages?| lines?)?';
const asking = '(?:(?:which|what|list|show|show me|give me|name|tell me)(?: (?:is|are|was|were))? )?(?:the )?';
const more = '(?<more>(?: (?:in|on|at|for|from|between|after|before|during|of|with|since|until|till|while) .*)?)$';

const ranked = [
  `^${asking}(?:top (?:(?<top>\\d{1,2}|three|five|ten) )?)?(?:(?<many>\\d{1,2}|three|five|ten) )?most (?:common|frequent|often|repeated|seen) ${trouble}${more}`,
  `^${asking}top (?:(?<top>\\d{1,2}|three|five|ten) )?${trouble}${more}`,
  `^(?:which|what) ${trouble} (?:is|was|are|were|happens?|happened|occurs?|occurred|appears?|appeared|comes? up|came up)(?: the)? most(?: (?:often|common|frequent|frequently))?${more}`,
].map((pattern) => new RegExp(pattern, 'i'));

const grouped = [
  `^${trouble} by (?:count|frequency|number)${more}`,
  `^(?:the )?(?:count|number) of each ${trouble}${more}`,
  `^how (?:often|many times) (?:did|does) each ${trouble} (?:happen|occur|appear|come up)${more}`,
].map((pattern) => new RegExp(pattern, 'i'));

const listed = new RegExp(
  `^(?:which|what)(?: (?:kinds?|types?|sorts?) of)? ${trouble} (?:(?:have |has )?(?:happened|occurred|appeared|come up)|occurs?|happens?|appears?|came up|showed up|(?:was|were|got) (?:logged|reported|seen|raised|thrown|recorded)|do (?:we|you) (?:have|see)|did (?:we|it|they) (?:get|have|see))${more}`,
  'i',
);

const counted = new RegExp(
  `^how many (?:different|distinct|unique|various) (?:(?:kinds?|types?|sorts?) of )?${trouble}(?: (?:are|were|was|is) there| (?:have |has )?(?:happened|occurred))?${more}`,
  'i',
);

/** Which kinds of errors there are, and how often each: by what their lines say, in the terms that are read. */
export function inKinds(question: string): string {
  const list = listed.exec(question)?.groups;
  if (list !== undefined) return `what ${pluralOf(list.what)} are there${list.more}`;
  const count = counted.exec(question)?.groups;
  if (count !== undefined) return `how many different kinds of ${pluralOf(count.what)}${count.more}`;
  const group = firstOf(grouped, question);
  if (group !== undefined) return `${pluralOf(group.what)} by message${group.more}`;
  const rank = firstOf(ranked, question);
  if (rank === undefined) return question;
  const many = rank.top ?? rank.many;
  return `which ${many === undefined ? 'message has' : `${many} messages have`} the most ${pluralOf(rank.what)}${rank.more}`;
}

function firstOf(patterns: readonly RegExp[], text: string): Record<string, string | undefined> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

const pluralOf = (noun = ''): string => (noun.endsWith('s') ? noun : `${noun}s`);
