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
  if (typeof body !== 'string') return withoutQuotedNodes(body, 0);
  // What stands in code quotes nothing: it goes first.
  const text = withoutBlocks(withoutBlocks(body, ['code', 'noformat']), ['quote']);
  return text
    .split('\n')
    .filter((line) => !quotedLine.test(line))
    .join('\n');
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

function withoutQuotedNodes(node: unknown, depth: number): unknown {
  if (typeof node !== 'object' || node === null || !('content' in node) || !Array.isArray(node.content)) return node;
  if (depth > deepest) return { ...node, content: [] };
  const own = node.content.filter((child: unknown) => !isQuoted(child));
  return { ...node, content: own.map((child: unknown) => withoutQuotedNodes(child, depth + 1)) };
}

function isQuoted(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'type' in node && quotedNodes.has(String(node.type));
}
