import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { ConfigProblem, Setting } from './config-text.ts';

const maxDepth = 200;
const maxSettings = 200_000;

/** YAML with lines; aliases are not expanded. */
export function parseYaml(text: string): { settings: Setting[]; problems: ConfigProblem[] } {
  const counter = new LineCounter();
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  const options = { lineCounter: counter, uniqueKeys: false, strict: true, logLevel: 'silent' } as const;
  const lineAt = (offset: number | undefined) => Math.max(1, counter.linePos(offset ?? 0).line);

  const visit = (node: unknown, path: string, depth: number): void => {
    if (depth > maxDepth || settings.length >= maxSettings) return;
    if (isMap(node)) {
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : '?';
        const inner = path === '' ? key : `${path}.${key}`;
        const isNothing = pair.value === null || (isScalar(pair.value) && pair.value.value === null);
        if (isNothing)
          settings.push({ path: inner, value: '', line: lineAt((pair.key as { range?: number[] })?.range?.[0]) });
        else visit(pair.value, inner, depth + 1);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) visit(item, `${path}[${index}]`, depth + 1);
    } else if (isScalar(node)) {
      settings.push({ path, value: String(node.value ?? ''), line: lineAt(node.range?.[0]) });
    }
  };

  try {
    const documents = parseAllDocuments(text, options);
    const list = Array.isArray(documents) ? documents : [];
    for (const [index, document] of list.entries()) {
      for (const error of document.errors.slice(0, 20)) {
        problems.push({
          line: lineAt(error.pos[0]),
          message: error.message.split('\n')[0]!.replace(/ at line \d+.*$/, ''),
        });
      }
      visit(document.contents, list.length > 1 ? `[${index}]` : '', 0);
    }
  } catch {
    problems.push({ line: 1, message: 'this is not YAML that can be read' });
  }
  return { settings, problems };
}
