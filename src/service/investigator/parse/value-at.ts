import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { numberIn } from './named-columns.ts';
import type { Groups } from './reading.ts';

/** A number that something has or is at, and none that it does: "how many keys were evicted" adds up. */
const forms: readonly RegExp[] = [
  /^what (?:is|was|were) (?:the )?(?:current |actual )?(?<of>.+)$/i,
  /^how (?:much|high|low|big|large|full|long|hot) (?:is|was|were|are) (?:the )?(?<of>.+)$/i,
];
const ofMany =
  /\b(?:total|sum|average|avg|mean|median|share|percentage|number of|count of|first|last|next|\w{3,}est|most|least|max(?:imum)?|min(?:imum)?|peak|top|set to|setting|limit|state|status|doing|reason|happen\w*)\b/i;

/** What a number was at a moment: what the last line before it states. */
export function valueAt(question: string, schema: Schema): { query: Pick<Query, 'take'>; groups: Groups }[] {
  if (ofMany.test(question)) return [];
  return forms.flatMap((form) => {
    const { of = '', where } = form.exec(question)?.groups ?? {};
    const number = numberIn(of, schema)?.column;
    if (number === undefined || number.isLabel === true || number.isSerial === true) return [];
    return [{ query: { take: 'last' as const }, groups: { of, where } }];
  });
}
