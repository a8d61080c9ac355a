import { type ConfigProblem, maxSettings, type Parsed, pathOf, type Setting } from './config-text.ts';

const maxDepth = 200;
const maxProblems = 20;

/**
 * JSON with lines, and with every occurrence of a repeated key. Comments, trailing commas, single quotes and bare keys
 * pass. Where something is wrong it says so and goes on behind it.
 */
export function parseJson(text: string): Parsed {
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  const keys: (string | number)[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;

  const tell = (message: string) => {
    // The second on one line is the first one's consequence.
    if (problems[problems.length - 1]?.line === line) return;
    problems.push({ line, message });
    if (problems.length >= maxProblems) throw new Unreadable();
  };
  const stop = (message: string): never => {
    problems.push({ line, message });
    throw new Unreadable();
  };
  const skip = () => {
    while (at < text.length) {
      const character = text[at]!;
      if (character === '\n') line++;
      if (/\s/.test(character)) at++;
      else if (text.startsWith('//', at)) at = nextOr(text.indexOf('\n', at), text.length);
      else if (text.startsWith('/*', at)) {
        const end = nextOr(text.indexOf('*/', at), text.length);
        line += feeds(text.slice(at, end));
        at = end + 2;
      } else return;
    }
  };
  const quoted = (): string => {
    const end = endOfText(text, at);
    if (end < 0) {
      tell('a text without its closing quote');
      const rest = text.slice(at, nextOr(text.indexOf('\n', at), text.length));
      at += rest.length;
      return rest.slice(1).replace(/(?<![,\s])[,\s]+$/, '');
    }
    const found = text.slice(at, end);
    at += found.length;
    line += feeds(found);
    try {
      return JSON.parse(found) as string;
    } catch {
      if (found[0] === '"' && !/\\\n/.test(found)) tell('a text with a wrong escape');
      return found
        .slice(1, -1)
        .replace(/\\\r?\n/g, '')
        .replace(/\\(['"\\/])/g, '$1');
    }
  };
  const add = (value: string, type: Setting['type'], start: number) => {
    if (settings.length >= maxSettings) throw new Unreadable();
    settings.push({ path: pathOf(keys), keys: keys.slice(), value, type, line: start });
  };
  const value = (depth: number): void => {
    skip();
    const start = line;
    const character = text[at];
    if (depth > maxDepth) stop('nested too deep');
    if (character === undefined) stop('ends before the value');
    else if (character === '{') object(depth);
    else if (character === '[') array(depth);
    else if (character === '"' || character === "'") add(quoted(), 'text', start);
    else {
      const word =
        /(?:true|false|null|NaN|[-+]?Infinity|[-+]?(?:0x[\da-f]+|(?:\d[\d.]*|\.\d+)(?:e[-+]?\d+)?))(?![\w.])/iy;
      word.lastIndex = at;
      let found = word.exec(text)?.[0];
      if (found === undefined) {
        found = /[^,}\]\n]*/y.exec(text.slice(at, at + 200))?.[0] ?? '';
        tell(found.trim() === '' ? 'a value is missing' : `\`${found.trim().slice(0, 20)}\` is not a value`);
      }
      at += found.length;
      add(found.trim(), /^(?:true|false)$/.test(found) ? 'boolean' : found === 'null' ? 'null' : 'number', start);
    }
  };
  /** Between two members: a comma, or a word about its absence. */
  const separate = (close: string, within: string) => {
    skip();
    if (text[at] === ',') at++;
    else if (text[at] === undefined) stop(`ends within ${within}`);
    else if (text[at] !== close) {
      tell('a comma is missing');
      if (/[}\]:]/.test(text[at]!)) at++;
    }
  };
  const startsMember = (): boolean => {
    const end = text[at] === '"' ? endOfText(text, at) : -1;
    return end >= 0 && /\s*:/y.test(text.slice(end, end + 100));
  };
  const object = (depth: number): void => {
    const start = line;
    at++;
    skip();
    if (text[at] === '}') add('{}', 'empty', start);
    for (; text[at] !== '}'; skip()) {
      let key: string;
      if (text[at] === '"' || text[at] === "'") key = quoted();
      else {
        const bare = /[A-Za-z_$][\w$-]*/y;
        bare.lastIndex = at;
        const found = bare.exec(text)?.[0];
        if (text[at] === undefined) stop('ends within an object');
        if (found === undefined) tell(`\`${text[at]}\` where a key was expected`);
        key = found ?? '';
        at += found?.length ?? 1;
      }
      skip();
      if (text[at] === ':') at++;
      else tell('a colon is missing after the key');
      keys.push(key);
      value(depth + 1);
      keys.pop();
      separate('}', 'an object');
      skip();
    }
    at++;
  };
  const array = (depth: number): void => {
    const start = line;
    at++;
    skip();
    if (text[at] === ']') add('[]', 'empty', start);
    for (let index = 0; text[at] !== ']'; skip()) {
      keys.push(index++);
      value(depth + 1);
      keys.pop();
      separate(']', 'a list');
      skip();
      // A key with its colon does not stand in a list: its end was forgotten.
      if (startsMember()) return;
    }
    at++;
  };

  try {
    value(0);
    skip();
    if (at < text.length) tell('text after the end of the document');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return { statements: [], settings, problems, ...(settings.length >= maxSettings ? { isCut: true } : {}) };
}

/** Behind the closing quote; -1 where the line ends before it. A line that ends in a backslash goes on. */
function endOfText(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === quote) return at + 1;
    if (character === '\n') return -1;
    if (character === '\\') at += text[at + 1] === '\r' && text[at + 2] === '\n' ? 2 : 1;
  }
  return -1;
}

class Unreadable extends Error {}

function feeds(text: string): number {
  return text.split('\n').length - 1;
}

function nextOr(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}
