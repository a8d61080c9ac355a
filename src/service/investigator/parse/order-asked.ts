/** Two things that happened, and which of them is asked to have come first. */
interface OrderAsked {
  one: string;
  other: string;
  /** Of the first of them; undefined: which came first is asked. */
  expects?: 'before' | 'after';
}

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
const bareAsked = new RegExp(`^(?<one>.+?) ${how} (?<other>.+)$`, 'i');
const choice =
  /^(?:what|which) (?:.{1,30} )?(?:came|happened|occurred|was|started|appeared|is) (?:the )?(?:first|earlier|last|later|second)[:,]? (?<one>.+?),? or (?<other>.+)$/i;
/** What is asked with "what happened" is which of two came first. */
export const asksWhichFirst = (question: string): boolean => choice.test(question);
const inWords =
  /^(?:how|what|which|who|whose|whom|when|where|why|list|show|count|number|is|are|was|were|did|does|do|has|have|had)\b/i;
/** Of any there is asked whether it came at all, and that others came before says nothing of it. */
const ofAny = /^(?:there|any\w*|some\w*|an?|more|another|[a-z]+s)\b|\b(?:again|still|ever)\b/i;
const firstTime =
  /\b(?:for the (?:very )?first time|the first time|(?:the )?(?:very )?first|already|the moment(?: when| that)?)\b/gi;

/** `isAsked`: it ends with a question mark. */
export function orderAsked(question: string, isAsked: boolean): OrderAsked | undefined {
  const found =
    choice.exec(question) ??
    asked.exec(question) ??
    (inWords.test(question) || !isAsked ? null : ofOne(bareAsked.exec(question)));
  const { one = '', other = '', how: said } = found?.groups ?? {};
  if (one === '' || other === '' || /\b(?:last|latest)\b/i.test(`${one} ${other}`)) return undefined;
  const isAfter = said !== undefined && /^(?:after|later)/i.test(said);
  if (said !== undefined && /^after$/i.test(said) && ofAny.test(one)) return undefined;
  const sides = { one: plain(one), other: plain(other) };
  return said === undefined ? sides : { ...sides, expects: isAfter ? 'after' : 'before' };
}

/** "Errors before the restart?" asks how many there were, and "value before the change?" for that. */
const ofOne = (found: RegExpExecArray | null): RegExpExecArray | null =>
  found !== null && (/\bfirst\b/i.test(found.groups?.one ?? '') || !/[a-z]s$|\bvalue\b/i.test(found.groups?.one ?? ''))
    ? found
    : null;

const plain = (text: string): string => text.replace(firstTime, ' ').replace(/\s+/g, ' ').trim();
