/** The words of a line without the one that tells the state, as far as its beginning and its end share them. */
export function spanName(text: string, state: { at: number; size: number }): string {
  const before = text.slice(0, state.at);
  const behind = text.slice(state.at + state.size);
  // What is said behind a comma or in brackets is of this line alone, and so are amounts.
  const tail = (/\p{L}/u.test(withoutHead(before)) ? behind.split(/[,;(]/)[0]! : behind.split(/[,;]/)[0]!).replace(
    /\s(?:in|after|with|took|for|at|on|by|to)\s.*$/i,
    ' ',
  );
  return `${before.replace(/\([^)]*\)/g, ' ')} ${tail.replace(/\([^)]*\)/g, ' ')}`
    .replace(/(?<![\p{L}\d_])[\p{L}_][\p{L}\d_.]*=("[^"]*"|\S*)/gu, (_, value: string) =>
      /\p{L}/u.test(value) ? ` ${value.replace(/"/g, '')} ` : ' ',
    )
    .replace(/[^\p{L}\d_./:@#+-]+/gu, ' ')
    .split(' ')
    .flatMap((word) => /[\p{L}\d](?:.*[\p{L}\d])?/u.exec(word)?.[0] ?? [])
    .join(' ');
}

/** "[runner-3]": who says it. */
function withoutHead(text: string): string {
  return text.replace(/^\s*(?:\[[^\]]*\]\s*)+/, '');
}
