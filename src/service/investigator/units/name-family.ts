import type { TextColumn } from '../calculate/columns.ts';

const name = /(?<![\w.-])([A-Za-z][A-Za-z]{1,15}[-_]?)([a-z]|\d{1,4}|[a-z]\d{1,3})(?![\w-]|\.\w)/g;
const fewestTexts = 0.6;

/** Names that differ but in a last letter or number, of which these lines hold one and the file several: site-b. */
export function familyIn(texts: readonly string[], all: readonly string[]): TextColumn | undefined {
  const held = new Map<string, number>();
  for (const text of texts)
    for (const beginning of new Set(beginningsIn(text))) held.set(beginning, (held.get(beginning) ?? 0) + 1);
  const members = new Map<string, Set<string>>();
  for (const text of all)
    for (const [whole, beginning = ''] of text.slice(0, 1000).matchAll(name)) {
      if (!held.has(beginning)) continue;
      const known = members.get(beginning) ?? new Set<string>();
      members.set(beginning, known);
      if (known.size < 500) known.add(whole);
    }
  const [best] = [...held]
    .filter(([beginning, count]) => count >= texts.length * fewestTexts && (members.get(beginning)?.size ?? 0) > 1)
    .sort((a, b) => b[1] - a[1] || members.get(b[0])!.size - members.get(a[0])!.size);
  if (best === undefined) return undefined;
  const pattern = new RegExp(String.raw`(?<![\w.-])${best[0]}(?:[a-z]|\d{1,4}|[a-z]\d{1,3})(?![\w-]|\.\w)`);
  return { name: 'name', kind: 'name', read: (line) => pattern.exec(line.text)?.[0] };
}

/** Joined by a sign or a number: a letter more makes another word. */
function beginningsIn(text: string): string[] {
  return [...text.slice(0, 1000).matchAll(name)]
    .filter(([, beginning = '', rest = '']) => /[-_]$/.test(beginning) || /\d/.test(rest))
    .map(([, beginning = '']) => beginning);
}
