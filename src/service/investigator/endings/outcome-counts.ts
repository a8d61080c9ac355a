export type Outcome = 'total' | 'passed' | 'failed' | 'errors' | 'skipped';

const outcomes: readonly [Outcome, RegExp][] = [
  ['passed', /^(?:pass(?:ed|es|ing)?|succe(?:eded|ss(?:es|ful)?)|ok)$/i],
  ['failed', /^(?:fail(?:ed|s|ures?|ing)?)$/i],
  ['errors', /^(?:errors?|errored|broken)$/i],
  ['skipped', /^(?:skip(?:ped|s)?|ignored?|pending|disabled|deselected)$/i],
  ['total', /^(?:tests?(?: run)?|ran|run|total|specs?|examples|cases|checks?|scenarios)$/i],
];

/** The outcome a word names; undefined for others. */
export function outcomeOf(word: string): Outcome | undefined {
  return outcomes.find(([, names]) => names.test(word))?.[0];
}

const before =
  /(?<![\w.:/-])(\d{1,9}) (pass(?:ed|ing)?|fail(?:ed|ures?|ing)?|errors?|skipped|ignored|pending|deselected|succeeded|successful|ok)\b(?!-)/gi;
const behind =
  /(?:^\W{0,12}|[,;(] ?)(tests run|tests|total|pass(?:ed)?|fail(?:ed|ures?)?|errors?|skipped|ignored)\s?[:= ]\s{0,8}(\d{1,9})(?![\w.:/-])(?! ?(?:%|pass|fail|skip|error|ignor|of\b))/gi;
const ran = /^\W{0,3}(?:ran|executed|running) (\d{1,9}) (?:tests?|specs?|cases|checks|of\b)/i;
const inBrackets = /^\W{0,12}(?:test files|tests|specs|checks)\s.*\((\d{1,9})\)\W*$/i;
const ofAll = /\b(\d{1,9})\/(\d{1,9}) (?:tests|checks|specs|cases)\b/i;

/** The counts a line of a summary holds: "2 failed, 4 passed", "# pass 3", "Ran 7 tests", "failures=1". */
export function countsIn(text: string): { outcome: Outcome; number: number }[] {
  const found: { outcome: Outcome; number: number }[] = [];
  const take = (word: string, digits: string) => {
    const outcome = outcomeOf(word);
    if (outcome !== undefined && !found.some((one) => one.outcome === outcome))
      found.push({ outcome, number: Number(digits) });
  };
  for (const [, digits, word] of text.matchAll(before)) take(word!, digits!);
  if (found.length === 0) for (const [, word, digits] of text.matchAll(behind)) take(word!, digits!);
  const total = ran.exec(text)?.[1] ?? inBrackets.exec(text)?.[1];
  if (total !== undefined) take('total', total);
  const [, part, whole] = ofAll.exec(text) ?? [];
  if (part !== undefined && found.length === 0) {
    take('passed', part);
    take('total', whole!);
  }
  return found;
}
