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
const second = new RegExp(
  String.raw`(?:\s*[,;:?–]|\.(?=\s)|\s+(?:-|plus|and|\+|&))\s+(?:and |also |then |if so,? |give me |tell me |plus ){0,2}(?<also>(?:${amount}|(?:at |in |on |for |from |by )?(?:what|which|when|whose|who|whom|where)|(?:its|the|their) (?=[\w-]+(?: (?:id|name|number|time|address|it|that|of it))?[?!.\s]*$))\b[^,;:]{0,80}|[\w-]+(?: id)?(?: (?:and|&|\+) [\w-]+(?: id)?){0,2})[?!.\s]*$`,
  'i',
);
/** What an answer tells anyway: how much it is, and when it was. */
const isToldAnyway = new RegExp(
  String.raw`^(?:${amount}|(?:at )?what (?:time|size|value)|when|(?:its|the|their) (?:size|time|value|number|count|duration|length))\b|^(?:size|time|value|count|duration|how)\b`,
  'i',
);
const asking =
  /\b(?:which|what|whats|who|when|how|where|most|least|fewest|\w{3,}est|max|min|peak|average|avg|mean|total|sum|share|percent\w*|first|last|top|number|count|any|did|was|were|is)\b/i;

/** The question in fewer words, for where the whole means nothing: the more is kept the earlier. */
export function shorterWordings(asked: string): Shorter[] {
  const question = withoutPoliteness(asked);
  const remarks = [...question.matchAll(remark)].map(([, inner = '']) => inner);
  const without = question.replace(remark, '');
  const isRemarked = remarks.length > 0 && asking.test(without);
  return [
    ...(isRemarked ? [{ text: without, left: remarks, also: '' }] : []),
    ...withoutSecond(question, []),
    ...(isRemarked ? withoutSecond(without, remarks) : []),
  ];
}

function withoutSecond(question: string, left: readonly string[]): Shorter[] {
  const found = second.exec(question);
  const text = question.slice(0, found?.index);
  const also = found?.groups?.also?.trim() ?? '';
  if (also === '' || !asking.test(text) || !/\S\s+\S/.test(text)) return [];
  return [{ text, left: isToldAnyway.test(also) ? [...left] : [...left, also], also }];
}
