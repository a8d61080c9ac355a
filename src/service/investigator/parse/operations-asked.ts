import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { hasMeaning } from './told-words.ts';

/** How people say that something failed, where lines have other words for it, or none. */
const failing = [
  'did not (?:go|come|get|make)(?: through| out| it| over)?',
  'did not (?:succeed|work|pass)',
  'never (?:came out|went through|got through|made it)',
  '(?:were|was|got|are|is) (?:turned (?:down|away)|broken off|thrown out|kicked out|cut short|interrupted|rejected|refused|declined|denied|aborted|cancelled|abandoned|not delivered)',
  'went wrong',
  'end(?:ed|ing) (?:up )?(?:in|with) (?:an? )?(?:error|failure)',
  'broke(?: off)?',
  'gave up',
];
const succeeding = [
  'went (?:well|through|fine)',
  '(?:finished|ended|completed) (?:normally|fine|well|ok|cleanly)',
  '(?:were|was|got) (?:approved|accepted|delivered|completed|finished|committed|successful)',
  'came out (?:well|fine)',
  '(?:completed|finished|succeeded)(?= *(?:$|[?,.]|(?:on|by|for|in|at|before|after|between|from|to|there|were)\\b))',
];
const failed = new RegExp(String.raw`\b(?:${failing.join('|')})\b`, 'gi');
const succeeded = new RegExp(String.raw`\b(?:${succeeding.join('|')})\b`, 'gi');
/** Before what it is said of. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:aborted|rejected|refused|declined|denied|cancelled|abandoned|broken|interrupted|bad)$/i, 'failed'],
  [/^(?:completed|finished|approved|accepted|successful|good|delivered|committed)$/i, 'successful'],
];

/** "How many were printed", where lines say only of some that the program "could not print" them. */
export function isDenied(word: string, { kinds }: Schema): boolean {
  const one = stem(word);
  const own = kinds.filter(({ stems }) => stems.has(one));
  return (
    own.length > 0 &&
    own.every(({ example }) => denial.test(example) && !new RegExp(`\\b${word}\\b`, 'i').test(example))
  );
}
const denial = /\b(?:could not|can ?not|can't|couldn't|failed to|unable to|did not|was not able to) [a-z]/i;

const small =
  'that|which|who|on|of|in|at|by|for|from|to|with|were|was|are|is|did|and|or|had|has|have|per|between|before|after|over|there|first|last|most|least|all|each|every|any|how|what|many|count|rate|time|times|share|reason|reasons|consecutive|number';
/** One to three words for what failed or came out well. */
const noun = String.raw`(?<nouns>(?:(?!(?:${small})\b)[a-z]+ ){0,2}(?!(?:${small})\b)[a-z]+)`;
const before = new RegExp(
  String.raw`(?<lead>\b(?:how many|number of|all|of|the|which) )${noun}(?<tail> (?:that |which )?(?:have |had )?(?:failed|succeeded|completed|finished))\b`,
  'gi',
);

/** No line has it, and no name is called so. */
export const isStrange = (word: string, schema: Schema): boolean =>
  /^[a-z]{3,}$/i.test(word) && !hasMeaning(word, schema);
