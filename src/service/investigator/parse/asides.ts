import type { Query } from '../query/query.ts';
import { withoutPoliteness } from './politeness.ts';

/** A question without what was said beside it. */
export interface Shorter {
  text: string;
  /** What was left out and an answer to the rest does not tell. */
  left: string[];
  /** What is asked about the same line: "and which client got it". */
  also: string;
}

const remark = /\s?\(([^()]{1,200})\)/g;
const amount = 'how (?:many|much|often|long|big|large|heavy|high|low|far|fast|slow)';
const figures =
  '(?:the |both |their |its )?(?:(?:average|mean|median|total|overall|exact) )?(?:numbers?|counts?|values?|figures?|amounts?|averages?|totals?|ids?|names?|times?|durations?|dates?)(?: (?:of|for|on|in|from) [\\w -]{1,40})?';
const second = new RegExp(
  String.raw`(?:\s*[,;:?–]|\.(?=\s)|\s+(?:-|plus|and|please|\+|&))\s+(?:and |\+ |& |also |then |if so,? |please |with |say |(?:give|tell|show) (?:me |us )?|(?:i|we) (?:need|want) |list |plus ){0,3}(?<also>(?:${amount}|(?:at |in |on |for |from |by )?(?:what|which|when|whose|who|whom|where)|(?:its|the|their) (?=[\w-]+(?: (?:id|name|number|time|address|it|that|of it))?[?!.\s]*$))\b[^,;:]{0,80}|${figures}|[\w-]+(?: id)?(?: (?:and|&|\+) [\w-]+(?: id)?){0,2})[?!.\s]*$`,
  'i',
);
/** Whom or what for a question is asked: "incident review question:", "rateLimitPerMinute: what was it". */
const lead =
  /^(?<lead>[\w .-]{2,40}): (?=(?:how|what|which|who|whose|when|where|did|does|do|was|were|is|are|has|have|had|at|in)\b)/i;
/** What an answer tells anyway: how much it is, and when it was; how long only where it tells a time. */
const ofFigure = new RegExp(
  String.raw`^(?:${amount}|(?:at )?what (?:time|size|value)|when|(?:its|the|their) (?:size|time|value|number|count|duration|length))\b|^(?:size|time|value|count|duration|how)\b`,
  'i',
);
/** Of each name that was asked for. */
export const asksHowOften = (also: string): boolean => /^how (?:many|many times|often)(?: each)?[?.!]*$/i.test(also);
const ofLength = /^(?:for )?how (?:long|much time)\b.*\b(?:is|was|were|did|does|has)\b/i;
/** Takes that tell no time, and no figure at all. */
const ofNoTime = /^(?:values|list|exists|state|first|last|count|distinct)$/;
const ofNames = /^(?:values|state)$/;
export const isToldAnyway = (also: string, take: Query['take']): boolean =>
  ofFigure.test(also) &&
  !(ofLength.test(also) && ofNoTime.test(take)) &&
  !(/^(?:for )?how /i.test(also) && ofNames.test(take));
const asking =
  /\b(?:which|what|whats|who|when|how|where|most|least|fewest|\w{3,}est|max|min|peak|average|avg|mean|total|sum|share|percent\w*|first|last|top|number|count|any|did|does|do|was|were|is|are|has|have|had|compare)\b/i;

/** The question in fewer words, for where the whole means nothing: the more is kept the earlier. */
export function shorterWordings(asked: string): Shorter[] {
  const polite = withoutPoliteness(asked);
  const { lead: said = '' } = lead.exec(polite)?.groups ?? {};
  const question = polite.slice(said === '' ? 0 : said.length + 2);
  const ofTopic =
    said !== '' && topic.test(question) ? [{ text: question.replace(topic, said), left: [], also: '' }] : [];
  const own = said === '' ? [] : [said];
  const remarks = [...own, ...[...question.matchAll(remark)].map(([, inner = '']) => inner)];
  const without = question.replace(remark, '');
  const isRemarked = without !== question && asking.test(without);
  return [
    ...ofTopic,
    ...ofTopic.flatMap(({ text }) => withoutSeconds(text, [])),
    ...(said === '' ? [] : [{ text: question, left: own, also: '' }]),
    ...(isRemarked ? [{ text: without, left: remarks, also: '' }] : []),
    ...withoutSeconds(question, own),
    ...(isRemarked ? withoutSeconds(without, remarks) : []),
  ];
}

/** "While the volume was full, which uploads were lost": what stands first is no question. */
const subordinate =
  /^(?:while|when(?! (?:did|does|do|was|were|is|are|has|have|had)\b)|whenever|after|before|since(?! when)|once|if|during|as|because|although|though)\b(?!.*\?)/i;

const topic = /\b(?:it|they|that one)\b/i;
const mostSeconds = 3;

/** Without the last of what is asked as well, and the one before. */
function withoutSeconds(question: string, left: readonly string[]): Shorter[] {
  const found: Shorter[] = [];
  let rest: Shorter = { text: question, left: [...left], also: '' };
  for (let at = 0; at < mostSeconds; at++) {
    const [next] = withoutSecond(rest.text, rest.left);
    if (next === undefined) break;
    rest = next;
    found.push(next);
  }
  return found;
}

function withoutSecond(question: string, left: readonly string[]): Shorter[] {
  const found = second.exec(question);
  const text = question.slice(0, found?.index);
  const also = found?.groups?.also?.trim() ?? '';
  if (also === '' || subordinate.test(text) || !asking.test(text) || !/\S\s+\S/.test(text)) return [];
  return [{ text, left: [...left, also], also }];
}
