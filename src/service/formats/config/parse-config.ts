import type { ConfigProblem, ConfigText, Statement } from './config-text.ts';
import { parseAssignments } from './parse-assignments.ts';
import { parseJson } from './parse-json.ts';
import { parseXml } from './parse-xml.ts';
import { parseYaml } from './parse-yaml.ts';
import { syntaxOf } from './syntax-of.ts';

const maxDepth = 64;

/** Takes a configuration apart. Never throws: what does not parse becomes a problem with its line. */
export function parseConfig(text: string): ConfigText {
  const syntax = syntaxOf(text);
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  switch (syntax) {
    case 'json':
      return { syntax, statements: [], ...parseJson(text) };
    case 'xml':
      return { syntax, statements: [], ...parseXml(text) };
    case 'yaml':
      return { syntax, statements: [], ...parseYaml(text) };
    case 'ini':
    case 'properties':
      return { syntax, statements: [], ...parseAssignments(lines) };
    case 'braces':
      return { syntax, settings: [], ...parseBraces(lines) };
    case 'nested edits':
      return { syntax, settings: [], ...parseEdits(lines) };
    case 'iptables':
      return { syntax, settings: [], ...parseIptables(lines) };
    case 'set commands':
      return { syntax, settings: [], statements: parseFlat(lines), problems: [] };
    case 'commands':
      return { syntax, settings: [], statements: parseIndented(lines), problems: [] };
  }
}

function parseFlat(lines: readonly string[]): Statement[] {
  return lines.flatMap((text, index) => (isMeaningful(text) ? [{ text: text.trim(), line: index + 1, path: [] }] : []));
}

/** Blocks by indentation, as routers print them; a line `!` closes nothing. Banners are taken as one statement. */
function parseIndented(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  const open: { indent: number; text: string; line: number }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const raw = lines[index]!;
    if (!isMeaningful(raw)) continue;
    const indent = raw.length - raw.trimStart().length;
    const text = raw.trim();
    while (open.length > 0 && open[open.length - 1]!.indent >= indent) open.pop();
    const parent = open[open.length - 1];
    statements.push({
      text,
      line: index + 1,
      path: open.map((each) => each.text),
      ...(parent ? { parentLine: parent.line } : {}),
    });
    if (open.length < maxDepth) open.push({ indent, text, line: index + 1 });
    index = endOfBanner(lines, index);
  }
  return statements;
}

/** `banner motd ^C … ^C`: text for people, not commands. */
function endOfBanner(lines: readonly string[], start: number): number {
  const match = /^\s*banner \S+ (\^C|\^|\x03|[^\w\s])(.*)$/.exec(lines[start]!);
  const mark = match?.[1];
  if (!mark || match[2]!.includes(mark)) return start;
  for (let index = start + 1; index < Math.min(lines.length, start + 200); index++) {
    if (lines[index]!.includes(mark)) return index;
  }
  return start;
}

function parseBraces(lines: readonly string[]): { statements: Statement[]; problems: ConfigProblem[] } {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  const open: { text: string; line: number }[] = [];
  let isComment = false;
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    let text = raw.replace(/\/\*.*?\*\//g, '').trim();
    if (isComment) {
      if (!text.includes('*/')) continue;
      text = text.slice(text.indexOf('*/') + 2).trim();
      isComment = false;
    }
    if (text.includes('/*')) {
      isComment = true;
      text = text.slice(0, text.indexOf('/*')).trim();
    }
    text = text.replace(/(?:^|\s)(?:##?|\/\/).*$/, '').trim();
    for (const part of partsOf(text)) {
      if (part === '}') {
        if (!open.pop()) problems.push({ line, message: 'a closing brace without an opening one' });
        continue;
      }
      const opens = part.endsWith('{');
      const body = opens ? part.slice(0, -1).trim() : part;
      const parent = open[open.length - 1];
      if (body !== '') {
        const path = open.map((each) => each.text);
        statements.push({ text: body, line, path, ...(parent ? { parentLine: parent.line } : {}) });
      }
      if (opens) open.push({ text: body, line });
      if (open.length > 1000) return { statements, problems: [...problems, { line, message: 'nested too deep' }] };
    }
  }
  for (const { line } of open) problems.push({ line, message: 'an opening brace that is never closed' });
  return { statements, problems };
}

/** Splits at `;`, `{` and `}` outside of quotes. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
      current += character;
    } else if (character === '"') {
      quote = character;
      current += character;
    } else if (character === ';' || character === '}' || character === '{') {
      const body = current.trim();
      if (character === '{') parts.push(`${body}{`);
      else if (body !== '') parts.push(body);
      if (character === '}') parts.push('}');
      current = '';
    } else current += character;
  }
  if (current.trim() !== '') parts.push(current.trim());
  return parts;
}

/** `config … edit … set … next … end`. */
function parseEdits(lines: readonly string[]): { statements: Statement[]; problems: ConfigProblem[] } {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  const open: { text: string; line: number }[] = [];
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    const line = index + 1;
    if (!isMeaningful(raw)) continue;
    if (text === 'next' || text === 'end') {
      if (text === 'end' && open[open.length - 1]?.text.startsWith('edit ')) open.pop();
      if (!open.pop()) problems.push({ line, message: `\`${text}\` without something to close` });
      continue;
    }
    const parent = open[open.length - 1];
    statements.push({
      text,
      line,
      path: open.map((each) => each.text),
      ...(parent ? { parentLine: parent.line } : {}),
    });
    if (/^(?:config|edit) /.test(text) && open.length < maxDepth) open.push({ text, line });
  }
  for (const { line, text } of open) problems.push({ line, message: `\`${text.slice(0, 80)}\` is never closed` });
  return { statements, problems };
}

function parseIptables(lines: readonly string[]): { statements: Statement[]; problems: ConfigProblem[] } {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  let table: { text: string; line: number } | undefined;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    const line = index + 1;
    if (!isMeaningful(raw)) continue;
    if (text === 'COMMIT') {
      table = undefined;
      continue;
    }
    if (/^\*\w+$/.test(text)) {
      if (table) problems.push({ line: table.line, message: `table ${table.text} has no COMMIT` });
      table = { text, line };
    }
    const isOwn = table?.line === line;
    statements.push({
      text,
      line,
      path: table && !isOwn ? [table.text] : [],
      ...(table && !isOwn ? { parentLine: table.line } : {}),
    });
  }
  if (table) problems.push({ line: table.line, message: `table ${table.text} has no COMMIT` });
  return { statements, problems };
}

function isMeaningful(line: string): boolean {
  return line.trim() !== '' && !/^\s*[!#]/.test(line);
}
