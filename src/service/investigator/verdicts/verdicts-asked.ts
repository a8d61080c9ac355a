import { type Outcome, outcomeOf } from './verdict-words.ts';

/** A question after the verdicts of tests, parts or runs. */
export interface VerdictsAsked {
  /** All outcomes counted, how many have one, or which. */
  kind: 'totals' | 'count' | 'list';
  /** Undefined: all. */
  outcome?: Outcome;
}

const items =
  '(?:tests?|test ?cases?|cases?|checks?|units?|parts?|duts?|boards?|suites?|specs?|steps?|scenarios?|verdicts?|inspections?|samples?)';
const outcomes =
  '(?:pass(?:e[ds])?|ok|good|succeed(?:ed)?|successful|fail(?:s|ed|ing|ures?)?|ng|nok|ko|bad|skip(?:ped|s)?|ignored|blocked|inconc\\w*|x?fail\\w*|not run|errored|aborted)';
const several = new RegExp(String.raw`\b${outcomes}\b\W{0,4}(?:and |or |vs\.? )?\b${outcomes}\b`, 'i');
const counting = /\b(?:totals?|counts?|numbers?|how many|summary|stat(?:s|istics)?|results?|tally|figures|overview)\b/i;
const ofResults = new RegExp(
  String.raw`\b(?:test|verdict|inspection|run)s? (?:results?|totals?|summary|outcomes?|statistics|stats)\b|\b(?:results?|summary|outcomes?) of (?:the )?(?:\w+ )?${items}\b`,
  'i',
);
const howMany = new RegExp(
  String.raw`\bhow many (?:of the )?(?:\w+ )?${items}\b.{0,30}?\b(${outcomes})\b|\b(?:how many|number of) (${outcomes}) (?:\w+ )?${items}\b`,
  'i',
);
const which = new RegExp(
  String.raw`\b(?:which|what|list|show|name|give me|print|any|all)\b.{0,30}?(?:\b${items}\b.{0,20}?\b(${outcomes})\b|\b(${outcomes}) (?:\w+ )?${items}\b)`,
  'i',
);

/** Undefined where it asks for something else. */
export function verdictsAsked(question: string): VerdictsAsked | undefined {
  const text = question.replace(/\s+/g, ' ').slice(0, 200);
  if (
    /^ ?(?:why|when|where|since)\b|\bwhy\b(?! each)|\b(?:per|rate|ratio|share|percent\w*|yield|compare\w*)\b|%/i.test(
      text.replace(/,? and why\W*$/i, ''),
    )
  )
    return undefined;
  if ((several.test(text) && counting.test(text)) || ofResults.test(text)) return { kind: 'totals' };
  const counted = howMany.exec(text);
  if (counted !== null) return { kind: 'count', ...outcomeIn(counted[1] ?? counted[2]!) };
  const listed = which.exec(text);
  return listed === null ? undefined : { kind: 'list', ...outcomeIn(listed[1] ?? listed[2]!) };
}

function outcomeIn(word: string): { outcome?: Outcome } {
  const outcome = outcomeOf(word.replace(/(?:ing|ures?|s)$/i, '').replace(/^passe$/i, 'pass'));
  return outcome === undefined ? {} : { outcome };
}
