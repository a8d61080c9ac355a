import type { ConfigProblem, Setting } from './config-text.ts';

const maxDepth = 200;

/**
 * JSON with lines, and with every occurrence of a repeated key; comments and trailing commas pass.
 * Stops at the first thing that is not JSON and says where.
 */
export function parseJson(text: string): { settings: Setting[]; problems: ConfigProblem[] } {
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  let at = 0;
  let line = 1;

  const fail = (message: string): never => {
    throw new Broken(message, line);
  };
  const skip = () => {
    while (at < text.length) {
      const character = text[at]!;
      if (character === '\n') line++;
      if (/\s/.test(character)) at++;
      else if (text.startsWith('//', at)) at = nextOr(text.indexOf('\n', at), text.length);
      else if (text.startsWith('/*', at)) {
        const end = nextOr(text.indexOf('*/', at), text.length);
        line += text.slice(at, end).split('\n').length - 1;
        at = end + 2;
      } else return;
    }
  };
  const string = (): string => {
    const match = /"(?:[^"\\\n]|\\.)*"/y;
    match.lastIndex = at;
    const found = match.exec(text)?.[0];
    if (found === undefined) return fail('a text without its closing quote');
    at += found.length;
    try {
      return JSON.parse(found) as string;
    } catch {
      return fail('a text with a wrong escape');
    }
  };
  const value = (path: string, depth: number): void => {
    skip();
    const start = line;
    const character = text[at];
    if (depth > maxDepth) fail('nested too deep');
    if (character === undefined) fail('ends before the value');
    else if (character === '{') object(path, depth);
    else if (character === '[') array(path, depth);
    else if (character === '"') settings.push({ path, value: string(), line: start });
    else {
      const word = /(?:true|false|null|NaN|-?Infinity|[-+]?(?:0x[\da-f]+|\d[\d.]*(?:e[-+]?\d+)?))/iy;
      word.lastIndex = at;
      const found = word.exec(text)?.[0];
      if (found === undefined) fail(`\`${text.slice(at, at + 12).split('\n')[0]}\` is not a value`);
      at += found?.length ?? 0;
      settings.push({ path, value: found ?? '', line: start });
    }
  };
  const object = (path: string, depth: number): void => {
    at++;
    for (skip(); text[at] !== '}'; skip()) {
      if (text[at] !== '"') fail(at >= text.length ? 'ends within an object' : 'a key must stand in quotes');
      const key = string();
      skip();
      if (text[at] !== ':') fail('a colon is missing after the key');
      at++;
      value(path === '' ? key : `${path}.${key}`, depth + 1);
      skip();
      if (text[at] === ',') at++;
      else if (text[at] !== '}') fail(at >= text.length ? 'ends within an object' : 'a comma is missing');
    }
    at++;
  };
  const array = (path: string, depth: number): void => {
    at++;
    let index = 0;
    for (skip(); text[at] !== ']'; skip()) {
      value(`${path}[${index++}]`, depth + 1);
      skip();
      if (text[at] === ',') at++;
      else if (text[at] !== ']') fail(at >= text.length ? 'ends within a list' : 'a comma is missing');
    }
    at++;
  };

  try {
    if (text.startsWith('\ufeff')) at = 1;
    value('', 0);
    skip();
    if (at < text.length) fail('text after the end of the document');
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    problems.push({ line: error.line, message: error.message });
  }
  return { settings, problems };
}

class Broken extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

function nextOr(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}
