import { type Outcome, outcomeOf } from './outcome-counts.ts';

/** A question about a run as a whole. */
export interface EndAsked {
  wants: 'outcome' | 'counts' | 'length';
  outcomes: Outcome[];
  /** As the question names them. */
  said: Map<Outcome, string>;
  /** What ran, singular: `test`. */
  noun?: string;
  /** It asks whether something failed, not whether all went well. */
  isOfFailing: boolean;
}

const it = String.raw`(?:it|this|that|everything|all(?: of it)?|anything|any(?:thing)?|(?:(?:the|this|that|our|any|all|every|all the|each)(?: of the)? )?(?:\w+ )?(?:run|build|tests?|test run|test suite|suite|specs?|checks?|backup|restore|install(?:ation)?|request|job|script|command|pipeline|compilation|sync|transfer|upgrade|migration|deploy(?:ment)?|import|export|scan|verification))`;
const asksLength = new RegExp(
  String.raw`^(?:so )?how (?:long|much time) (?:did|does|has|was|is) ${it} (?:take|taken?|run(?:ning)?|last(?:ed)?|need(?:ed)?|go on)(?: (?:in total|altogether|overall|to (?:finish|complete|run)))?\W*$|^how long was ${it}\W*$|^what was the (?:total )?(?:duration|run ?time)\W*$`,
  'i',
);
const asksOutcome = new RegExp(
  String.raw`^(?:did|does|do|has|have|was|were|is|are) ${it} (?:(?:all|really|ever|any) )?(succeed(?:ed)?|successful|successfully|pass(?:ed)?|fail(?:ed|ing|s)?|work(?:ed)?|complete[d]?|finish(?:ed)?|ok|okay|green|go (?:well|through)|went (?:well|through)|broken?|end(?:ed)? well|through)(?: (?:ok|okay|well|successfully|without (?:any )?(?:errors?|problems?)))?\W*$|^(?:were|was|are|is) (?:there )?(?:any )?(errors?|problems?|failures?) (?:were )?found(?: by .{3,20})?\W*$`,
  'i',
);
const asksCounts = /^how many (.{3,80}?)\W*$/i;
const countVerbs =
  /^(?:of|the|them|they|have|has|had|were|was|are|is|been|and|or|did|not|got|there|in|all|total|altogether|overall|,)$/i;
const nouns = /^(?:tests?|specs?|checks?|cases|examples|scenarios|suites?)$/i;

/** Undefined: the question asks for something else. */
export function endAsked(text: string): EndAsked | undefined {
  const question = text.trim();
  if (question.length > 120) return undefined;
  const none = { outcomes: [], said: new Map<Outcome, string>(), isOfFailing: false };
  if (asksLength.test(question)) return { ...none, wants: 'length' };
  const outcome = asksOutcome.exec(question);
  if (outcome !== null) {
    const noun = /\b(test|spec|check)s?\b/i.exec(question)?.[1]?.toLowerCase();
    const isOfFailing = /^(?:fail|brok|err|problem)/i.test(outcome[1] ?? outcome[2] ?? '');
    return { ...none, wants: 'outcome', isOfFailing, ...(noun === undefined ? {} : { noun }) };
  }
  const counted = asksCounts.exec(question)?.[1];
  return counted === undefined ? undefined : countsAsked(counted);
}

/** Only the words of outcomes and of what ran: "how many sessions were skipped" is told by other lines. */
function countsAsked(counted: string): EndAsked | undefined {
  const said = new Map<Outcome, string>();
  let noun: string | undefined;
  for (const word of counted.toLowerCase().split(/[\s,]+/)) {
    if (nouns.test(word)) noun ??= word.replace(/s$/, '');
    else if (countVerbs.test(word)) continue;
    else {
      const outcome = outcomeOf(word);
      if (outcome === undefined) return undefined;
      if (!said.has(outcome)) said.set(outcome, word);
    }
  }
  if (said.size === 0 && noun !== undefined) said.set('total', 'in all');
  if (said.size === 0) return undefined;
  return {
    wants: 'counts',
    outcomes: [...said.keys()],
    said,
    isOfFailing: false,
    ...(noun === undefined ? {} : { noun }),
  };
}
