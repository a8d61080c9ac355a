/**
 * One pattern out of several lines of alternatives, for lists too long to be read on one. `before` and `after` are the
 * pattern's source around them, with the brackets of a group where there is one.
 */
export function anyOf(
  alternatives: readonly RegExp[],
  { before = '', after = '', flags = '' }: { before?: string; after?: string; flags?: string } = {},
): RegExp {
  return new RegExp(`${before}${alternatives.map(({ source }) => source).join('|')}${after}`, flags);
}
