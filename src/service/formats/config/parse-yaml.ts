import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type YAMLMap, type YAMLSeq } from 'yaml';
import { type ConfigProblem, maxSettings, type Parsed, pathOf, type Setting } from './config-text.ts';

const maxDepth = 100;
const maxChars = 2 * 1024 * 1024;
const maxProblems = 20;

/** YAML with lines; aliases stay names and are not expanded. Of several documents, the first key is the position. */
export function parseYaml(whole: string): Parsed {
  const isLong = whole.length > maxChars;
  const text = isLong ? whole.slice(0, whole.lastIndexOf('\n', maxChars) + 1) : whole;
  const counter = new LineCounter();
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  const keys: (string | number)[] = [];
  const lineAt = (offset: number | undefined) => Math.max(1, counter.linePos(offset ?? 0).line);
  const add = (value: string, type: Setting['type'], offset: number | undefined) =>
    settings.push({ path: pathOf(keys), keys: keys.slice(), value, type, line: lineAt(offset) });

  const visit = (node: unknown, offset: number | undefined): void => {
    if (keys.length > maxDepth || settings.length >= maxSettings) return;
    if (isMap(node)) visitMap(node, offset);
    else if (isSeq(node)) visitList(node, offset);
    else if (isAlias(node)) add(`*${node.source}`, 'text', node.range?.[0]);
    else if (isScalar(node)) add(String(node.value ?? ''), typeOf(node.value), offset ?? node.range?.[0]);
    else if (node === null) add('', 'null', offset);
  };
  const visitMap = ({ items, range }: YAMLMap, offset: number | undefined): void => {
    if (items.length === 0) add('{}', 'empty', range?.[0]);
    for (const { key, value } of items) {
      keys.push(isScalar(key) ? String(key.value) : isAlias(key) ? `*${key.source}` : '?');
      const start = isScalar(key) ? key.range?.[0] : offset;
      visit(value, isScalar(value) && value.range && value.value !== null ? value.range[0] : start);
      keys.pop();
    }
  };
  const visitList = ({ items, range }: YAMLSeq, offset: number | undefined): void => {
    if (items.length === 0) add('[]', 'empty', range?.[0]);
    for (const [index, item] of items.entries()) {
      keys.push(index);
      visit(item, isScalar(item) ? item.range?.[0] : offset);
      keys.pop();
    }
  };

  if (opensTooDeep(text)) return { statements: [], settings, problems: [{ line: 1, message: 'nested too deep' }] };
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: counter,
      uniqueKeys: false,
      strict: true,
      logLevel: 'silent',
    });
    const list = Array.isArray(documents) ? documents : [];
    for (const [index, document] of list.entries()) {
      for (const { pos, message } of document.errors.slice(0, maxProblems - problems.length)) {
        problems.push({ line: lineAt(pos[0]), message: message.split('\n')[0]!.replace(/ at line \d.*/, '') });
      }
      if (list.length > 1) keys.push(index);
      if (document.contents !== null || list.length === 1) visit(document.contents, undefined);
      keys.length = 0;
    }
  } catch {
    problems.push({ line: 1, message: 'this is not YAML that can be read' });
  }
  // What a template leaves out is filled in before anybody reads it as YAML.
  const isCut = isLong || settings.length >= maxSettings;
  return {
    statements: [],
    settings,
    problems: isCut || isTemplate.test(text) ? [] : problems,
    ...(isCut ? { isCut } : {}),
  };
}

const isTemplate = /^[^\S\n]*\{\{-?\s|^[^#\n]*:\s+\{\{|^[^\S\n]*\{%/m;

function typeOf(value: unknown): Setting['type'] {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** Brackets within brackets by the thousand would fill the parser's stack before it could say so. */
function opensTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > 1000) return true;
  }
  return /^[ \t]*(?:- ){300}/m.test(text);
}
