import type { Query } from '../query/query.ts';
import { openNoun } from './noun-asked.ts';
import type { Groups } from './reading.ts';

const aux = '(?:was|were|is|are|did|does|do|has|have|had|been|got|get)';
/** "Which orders were paid but never shipped", "who logged in and did not use sudo". */
const butNever = new RegExp(
  String.raw`^(?:(?:which|what|list|show|name)(?: of)?(?: all| the| of the)* (?<noun>[a-z][\w-]*)|who)(?: that| which| who)? (?:${aux} )?(?<has>.{3,80}?),? (?:but|and|yet|though)(?: (?:then|they|it|he|she|who|which|that|still))?(?: ${aux})*(?: (?:never|not|neither|no))(?: ${aux})*(?: (?:ever|once|even))? (?<lacks>.{3,80})$`,
  'i',
);

/** The things of which lines say the one and no line says the other. */
export function butNeverIn(question: string): { query: Pick<Query, 'take'>; groups: Groups }[] {
  const { noun, has, lacks } = butNever.exec(question)?.groups ?? {};
  if (has === undefined || lacks === undefined) return [];
  const by = noun === undefined ? 'who' : noun;
  const groups = { where: lacks.replace(/,? nor (?:was |were |had |has )?/gi, ' or '), against: has };
  return [by, openNoun].map((one) => ({ query: { take: 'never' as const }, groups: { ...groups, by: one } }));
}
