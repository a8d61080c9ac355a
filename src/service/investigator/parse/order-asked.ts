const aux = '(?:did|does|do|was|were|is|are|has|have|had)';
const coming =
  '(?:happen(?:ed)?|occur(?:red)?|come|came|start(?:ed)?|begin|appear(?:ed)?|take place|took place|logged|seen|done)';
const how =
  '(?<how>before or after|after or before|before|after|earlier than|later than|sooner than|prior to|ahead of)';
/** A yes is asked for. */
const asked = new RegExp(
  `^${aux} (?:it )?(?:already )?(?<one>.+?)(?: ${coming})?(?: (?:already|first|even))* ${how} (?<other>.+?)(?: (?:${aux}|happened|occurred))?$`,
  'i',
);
/** "Was the deploy already done when the outage began". */
const already = new RegExp(
  `^${aux} (?:there )?(?=.*\\balready\\b)(?<one>.+?) (?<how>when|by the time|as) (?:the )?(?<other>.+)$`,
  'i',
);
const choice =
  /^(?:what|which) (?:.{1,30} )?(?:came|happened|occurred|was|started|appeared|is) (?:the )?(?:first|earlier|last|later|second)[:,]? (?<one>.+?),? or (?<other>.+)$/i;
/** What is asked with "what happened" is which of two came first. */
export const asksWhichFirst = (question: string): boolean => choice.test(question);
