import { ordinalIn } from '../question/ordinals.ts';
export interface AttemptsAsked {
  /** Singular: attempt, run, boot. */
  noun: string;
  wants: 'far' | 'outcome' | 'difference' | 'lengths' | 'tails';
  pick?: number | 'last';
  isOfSuccess: boolean;
  /** Between one and the next, from beginning to beginning. */
  isBetween: boolean;
  /** Resets and reboots are the ends of stretches: the last stretch has none. */
  isOfEnds: boolean;
}

const nouns =
  /\b(attempt|tr(?:y|ies)|re-?boot|boot|re-?start|reset|run|cycle|session|shot|job|round|iteration|power[ -]?cycle|flash(?:ing)?|update|upgrade|download|transfer|upload|build|batch|pass)(?:e?s)?\b/i;

/** Undefined: the question asks for nothing that is told of one go after another. */
export function attemptsAsked(question: string): AttemptsAsked | undefined {
  const text = question.replace(/[?.!\s]+$/, '');
  if (text.length > 200 || /\bwhy\b|\bcause[ds]?\b/i.test(text)) return undefined;
  const wants = wantsOf(text);
  if (wants === undefined) return undefined;
  const named = nouns.exec(text)?.[1]?.toLowerCase();
  if (named === undefined && wants !== 'far') return undefined;
  const noun = plainNoun(named);
  const pick = pickOf(text);
  return {
    noun,
    wants,
    isOfSuccess: !/\bfail\w*|\babort\w*|\bdid(?: not|n't)\b|\bbroke\b/i.test(text),
    isBetween: /\bbetween\b|\bapart\b/i.test(text),
    isOfEnds: /^(?:reboot|restart|reset|power cycle)$/.test(noun),
    ...(pick === undefined ? {} : { pick }),
  };
}

function wantsOf(text: string): AttemptsAsked['wants'] | undefined {
  if (
    /\bhow far\b|\b(?:at|up to|until) (?:which|what) (?:percent\w*|%|step|block|stage|phase|point)\b|\blast (?:percent\w*|progress|step|block|stage|phase)\b/i.test(
      text,
    )
  )
    return 'far';
  if (
    /\bwhat(?:'s| is| was| are)? (?:is |was )?(?:the )?(?:different|difference|special)\b|\bhow (?:do|does|did) .{0,60} differ\b|\bwhat differs\b/i.test(
      text,
    ) &&
    /\b(?:fail|bad|broken|abort|unsuccess|good|success)/i.test(text)
  )
    return 'difference';
  if (
    /^(?:which|what) (?:of the )?\w+ (?:\w+ )?(?:succeed\w*|success\w*|fail\w*|passed|worked|completed|finished|abort\w*|went (?:through|well|wrong))/i.test(
      text,
    ) &&
    /\b(?:attempt|tr(?:y|ies)|run|cycle|shot|round|iteration|boot)s?\b/i.test(text)
  )
    return 'outcome';
  if (
    /\b(?:stands?|happens?|is|was|logged|comes?) (?:right |just |immediately |directly |shortly )?before (?:each|every|all|any)\b|\b(?:right|just|immediately|directly|shortly) before (?:each|every|all)\b/i.test(
      text,
    ) &&
    /\b(?:re-?boot|re-?start|reset|power[ -]?cycle)s?\b/i.test(text)
  )
    return 'tails';
  if (
    /\bhow (?:long|much time)\b.{0,60}\b(?:between (?:them|the (?:re-?boots|re-?starts|resets|boots|runs|attempts|cycles))|before (?:each|every) (?:re-?boot|re-?start|reset)|(?:did|does|do|was|is) each (?:boot|run|attempt|cycle|session)|apart)\b/i.test(
      text,
    )
  )
    return 'lengths';
  return undefined;
}

function pickOf(text: string): number | 'last' | undefined {
  const nth = ordinalIn(text);
  if (nth !== undefined) return nth;
  const numbered = /\b(?:attempt|run|cycle|shot|boot|try|round) (?:no\.? ?|number |#)?(\d{1,4})\b/i.exec(text)?.[1];
  if (numbered !== undefined) return Number(numbered);
  return /\b(?:last|final|latest) (?:attempt|run|boot|try|cycle|shot|round|session)\b/i.test(text) ? 'last' : undefined;
}

function plainNoun(found: string | undefined): string {
  if (found === undefined) return 'run';
  if (/^tr(?:y|ies)$/.test(found)) return 'attempt';
  if (/^flash/.test(found)) return 'attempt';
  return found.replace(/^re-/, 're').replace(/^power[ -]?cycle$/, 'power cycle');
}
