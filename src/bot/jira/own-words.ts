/** A block of wiki text begins and ends with the same word; `{{code}}` is set in monospace, and `\{code}` is text. */
const marks = /(?<![\\{])\{(quote|code|noformat)(?::[^{}\n]{0,300})?\}(?!\})/gi;
const quotedLine = /^[ \t]{0,20}bq\.(?: |$)/i;
const quotedNodes = new Set(['blockquote', 'codeBlock']);
const deepest = 50;

/**
 * What its author says in a comment, wiki text or ADF: without quotes, code and what is shown as it is, which others
 * said or a program printed.
 */
export function ownWords(body: unknown): unknown {
  if (typeof body !== 'string') return withoutNodes(body, isQuoted, 0);
  // What stands in code quotes nothing: it goes first.
  const text = withoutBlocks(withoutBlocks(body, ['code', 'noformat']), ['quote']);
  return text
    .split('\n')
    .filter((line) => !quotedLine.test(line))
    .join('\n');
}

/** The same without words set as code: there a name is spoken of, and nobody called. */
export function withoutInlineCode(body: unknown): unknown {
  if (typeof body === 'string') return body.replace(/(?<!\\)\{\{[^{}\n]{0,300}\}\}/g, '');
  return withoutNodes(body, isInlineCode, 0);
}

/** A block that nobody ends is none. */
function withoutBlocks(text: string, names: readonly string[]): string {
  const kept: string[] = [];
  let from = 0;
  let open: { name: string; at: number } | undefined;
  for (const { 0: mark, 1: word = '', index } of text.matchAll(marks)) {
    const name = word.toLowerCase();
    if (!names.includes(name)) continue;
    if (!open) open = { name, at: index };
    else if (open.name === name) {
      kept.push(text.slice(from, open.at));
      from = index + mark.length;
      open = undefined;
    }
  }
  return [...kept, text.slice(from)].join('\n');
}

function withoutNodes(node: unknown, isLeftOut: (node: object) => boolean, depth: number): unknown {
  if (typeof node !== 'object' || node === null || !('content' in node) || !Array.isArray(node.content)) return node;
  if (depth > deepest) return { ...node, content: [] };
  const kept = node.content.filter(
    (child: unknown) => typeof child !== 'object' || child === null || !isLeftOut(child),
  );
  return { ...node, content: kept.map((child: unknown) => withoutNodes(child, isLeftOut, depth + 1)) };
}

function isQuoted(node: object): boolean {
  return 'type' in node && quotedNodes.has(String(node.type));
}

function isInlineCode(node: object): boolean {
  return 'marks' in node && Array.isArray(node.marks) && node.marks.some((mark: unknown) => isCodeMark(mark));
}

function isCodeMark(mark: unknown): boolean {
  return typeof mark === 'object' && mark !== null && 'type' in mark && mark.type === 'code';
}
