/**
 * A few words that ask for rows of a table, or for things that lack something, though no word of them is a question's:
 * "errors by user", "hosts without any backup", "failure rate of thread 4".
 */
export const asksForRows = (text: string): boolean =>
  /^[^\n,;:!]{3,100}$/.test(text.trim()) && patterns.some((pattern) => pattern.test(text.trim()));

const patterns: readonly RegExp[] = [
  /^\S.* (?:by|per|for each|for every) [a-z][\w-]*(?: [a-z]+)?\W*$/i,
  /^(?:the |all )?(?:[a-z]+s|people) (?:(?:without|with no) |(?:that|who|which) (?:(?:was|were|has|have|had|did) )?(?:never|not) )/i,
  /^(?:the )?(?:failure|error|success|abort|approval|decline|rejection|timeout) rate\b/i,
];
