import type { ConfigProblem, Parsed, Statement } from './config-text.ts';
import { statementIn } from './parse-commands.ts';

const maxDepth = 300;
const maxStatementChars = 20_000;

/**
 * Blocks in braces. Where the language ends its statements with `;`, one goes on over lines until then; else a line
 * is a statement. A list in braces within a statement (`tcp dport { 80, 443 } accept`) stays in it.
 */
export function parseBraces(text: string): Parsed {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  const open: { text: string; line: number }[] = [];
  const dialect = dialectOf(text);
  let line = 1;
  let body = '';
  let bodyLine = 1;

  const flush = () => {
    const tidy = body.replace(/\s+/g, ' ').trim();
    body = '';
    if (tidy === '') return;
    statements.push(statementIn(open, tidy, bodyLine));
  };
  const add = (characters: string) => {
    if (body.trim() === '') bodyLine = line;
    if (body.length < maxStatementChars) body += characters;
  };

  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n') {
      if (dialect.isEndedByLine || /^\s*$/.test(body)) flush();
      else body += ' ';
      line++;
    } else if (character === '/' && text[at + 1] === '*' && /(?:^|[\s;{}])$/.test(body.slice(-1))) {
      const end = text.indexOf('*/', at + 2);
      const stop = end < 0 ? text.length : end + 2;
      line += text.slice(at, stop).split('\n').length - 1;
      at = stop - 1;
    } else if (isComment(text, at, body, dialect.hasHashComments)) {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (character === '"' || (character === "'" && /(?:^|[\s=(,])$/.test(body.slice(-1)))) {
      const end = endOfQuote(text, at, character);
      add(text.slice(at, end));
      at = end - 1;
    } else if (character === '{' && !isInline(text, at, body)) {
      const opening = body.replace(/\s+/g, ' ').trim();
      if (opening === '') bodyLine = line;
      flush();
      open.push({ text: opening, line: bodyLine });
      if (open.length > maxDepth) {
        problems.push({ line, message: 'nested too deep' });
        return { settings: [], statements, problems };
      }
    } else if (character === '{') {
      const end = text.indexOf('}', at);
      add(text.slice(at, end + 1));
      at = end;
    } else if (character === '}') {
      flush();
      if (!open.pop() && problems.length < 20)
        problems.push({ line, message: 'a closing brace without an opening one' });
    } else if (character === ';') flush();
    else add(character);
  }
  flush();
  for (const { line: opened } of open.slice(0, 20)) {
    problems.push({ line: opened, message: 'an opening brace that is never closed' });
  }
  return { settings: [], statements, problems };
}

/** A device tree has `#address-cells`, and languages without `;` end a statement with its line. */
function dialectOf(text: string): { isEndedByLine: boolean; hasHashComments: boolean } {
  const head = text.slice(0, 200_000);
  const lines = head.split('\n').map((each) => each.replace(/(?<!\s)\s+(?:#|\/\/).*/, '').trim());
  const ended = lines.filter((each) => each.endsWith(';')).length;
  const plain = lines.filter((each) => each !== '' && !/[;{}]$|^(?:#|\/\/|\*|\/\*)/.test(each)).length;
  return { isEndedByLine: ended < plain, hasHashComments: !/^[^\S\n]*#(?:address|size|\w+)-cells/m.test(head) };
}

function isComment(text: string, at: number, body: string, hasHashComments: boolean): boolean {
  if (body !== '' && !/\s$/.test(body)) return false;
  if (text[at] === '#') return hasHashComments || text.startsWith('#include', at);
  return text[at] === '/' && text[at + 1] === '/' && text[at + 2] !== '/';
}

/** `${name}`, or a list whose end and what follows it stand on the same line. */
function isInline(text: string, at: number, body: string): boolean {
  if (/[$%#]$/.test(body)) return text.slice(at, at + 200).includes('}');
  const rest = text.slice(at + 1, at + 2000).split('\n', 1)[0]!;
  const end = rest.indexOf('}');
  if (end < 0 || rest.slice(0, end).includes('{') || rest.slice(0, end).includes(';')) return false;
  return body.trim() !== '' && /^\s*[\w"'@$]/.test(rest.slice(end + 1)) && !/^\s*(?:#|\/\/)/.test(rest.slice(end + 1));
}

/** Behind the closing quote, on the same line or within the next few; the quote alone where there is none. */
function endOfQuote(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < Math.min(text.length, at + 4000); index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === '\n') return at + 1;
  }
  return at + 1;
}
