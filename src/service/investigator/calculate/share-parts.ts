/** "What share of A failed": what is divided, and what makes the part. */
export interface ShareParts {
  whole: string;
  part?: string;
}

const verbs =
  'fail(?:s|ed)?|were|was|are|is|had|have|has|got|gets?|goe?s?|went|comes?|came|return(?:s|ed)?|takes?|took|ended?|results?|resulted|timed|time out|times out|hits?|use[ds]?|answered|exceed(?:s|ed)?|succeed(?:s|ed)?|crash(?:es|ed)?|contain(?:s|ed)?|belong(?:s|ed)?|end(?:s|ed)? up|made|finish(?:es|ed)?|complete[sd]?|logged|threw|throws?|errored|made up|accounts?|need(?:s|ed)?';
const seam = new RegExp(
  `\\s(?:that |which |who |did |do )?(?=(?:${verbs})\\b)|\\s(?=(?:with|slower|faster|longer|over|above|below|under|having|by)\\b)|\\s(?:that|which|who)\\s`,
  'i',
);

/** "Decline rate", "hit ratio": how many of those that could have come to it. */
export const outcomeRate =
  /\b(?:cache |pool |buffer )?(hit|miss|time-?out|reject(?:ion)?|drop|abort|retry|crash|declin(?:e|ed)|denial|refus(?:al|ed)|bounce|cancel(?:l?ation)?|defer(?:ral|red)?|refund|scrap|skip)(?:es|s)?[ -](?:rates?|ratio|percentage|share)\b/i;

export function shareParts(text: string): ShareParts {
  const named = outcomeRate.exec(text);
  if (named !== null)
    return {
      whole: text.replace(named[0], ' '),
      part: named[1]!,
    };
  const ratio = /\bratio (?:of|between) (.{2,80}?) (?:to|and|vs\.?|versus|against|over) (.{2,80})$/i.exec(text.trim());
  if (ratio !== null) return { whole: ratio[2]!, part: ratio[1]! };
  const asked =
    /(?:\b(?:share|percent(?:age|s)?|proportion|fraction|ratio)|%) (?:of|from|for)(?: all| the| our| my| total)* (.+)$/i.exec(
      text.trim(),
    );
  if (asked === null) return { whole: text };
  const rest = ` ${asked[1]!}`;
  // "by endpoint", "per endpoint" divides the table, not the lines.
  const at = seam.exec(rest.replace(/\bby (?=[a-z]+\s*$)/i, 'per '));
  if (at === null || at.index === 0) return { whole: rest };
  return { whole: rest.slice(0, at.index), part: rest.slice(at.index) };
}
