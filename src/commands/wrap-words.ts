/** A text whose lines end between words on a screen so wide, what goes on a little further in; without a width as it is. */
export function wrapWords(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < 40) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapped(line, columns))
    .join('\n');
}

function wrapped(line: string, columns: number): string[] {
  const indent = ' '.repeat(line.search(/\S|$/) + 2);
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const at = rest.lastIndexOf(' ', columns);
    if (at <= indent.length) break;
    lines.push(rest.slice(0, at));
    rest = `${indent}${rest.slice(at + 1)}`;
  }
  return [...lines, rest];
}
