import type { Query } from '../query/query.ts';
import type { Groups } from './reading.ts';

const between =
  /^(?<head>.*?\b(?:how long|how much time|times?|duration|delay|longest|shortest|fastest|quickest|slowest|took|takes?)\b.*?),? (?:from|between) (?<where>.+?) (?:to|until|till|and) (?<against>.+?)(?: (?:take|pass|elapse|last))?$/i;
const noun = /\b(?:which|what) (?<by>[\w-]+)\b(?! (?:is|was|were|are)\b)/i;
const shortest = /\b(?:shortest|fastest|quickest|least)\b/i;
const longest = /\b(?:longest|slowest|most)\b/i;
/** What the head says beside what is asked of the time. */
const asking =
  /\b(?:how long|how much time|what|which|is|was|were|are|did|does|do|the|a|an|it|time|times|duration|delay|take|takes|took|taken|passed|elapsed|on|average|mean|median|typical(?:ly)?|usual(?:ly)?|longest|slowest|shortest|fastest|quickest|most|least|total|in|of|for)\b/gi;

/** "From an alarm being raised to its being acknowledged". */
const becoming = / (?:(?:it|its|them|their) )?(?:being|getting)(?: (?:was|been))? /gi;

/** How long things took from one kind of line to another: of each, on average, the longest. */
export function timesBetween(question: string): { query: Pick<Query, 'take' | 'order'>; groups: Groups }[] {
  const { head, where, against } = between.exec(question.replace(becoming, ' '))?.groups ?? {};
  if (head === undefined || where === undefined || against === undefined || /^[\d.:]+\S*$/.test(where)) return [];
  const by = noun.exec(head)?.groups?.by;
  const isNoun = by !== undefined && !/^(?:time|duration|delay|amount)$/i.test(by);
  const rest = head.replace(noun, ' ').replace(asking, ' ').trim();
  const groups: Groups = { where: `${rest} ${where}`.trim(), against, ...(isNoun ? { by } : {}) };
  return [{ query: takeOf(head), groups }];
}

function takeOf(head: string): Pick<Query, 'take' | 'order'> {
  if (/\b(?:average|mean|typical\w*|usual\w*)\b/i.test(head)) return { take: 'mean' };
  if (/\bmedian\b/i.test(head)) return { take: 'median' };
  if (/\b(?:total|altogether)\b/i.test(head)) return { take: 'sum' };
  if (shortest.test(head)) return { take: 'longest', order: 'least' };
  return longest.test(head) || /\bwhich\b/i.test(head) ? { take: 'longest', order: 'most' } : { take: 'duration' };
}
