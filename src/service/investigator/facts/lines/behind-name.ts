import { pairAt } from './pairs-in.ts';

/** The line may state the field elsewhere or in another way: it has to be read in full. */
export const unsure = Symbol('unsure');

type Found = string | number | typeof unsure | undefined;

const longest = 4000;

/** Reads what stands behind the name of a field, in a pair or a record of JSON, and nothing else of the line. */
export function behindName(name: string): (line: string) => Found {
  const [pairName, key] = [`${name}=`, JSON.stringify(name)];
  return (line) => {
    if (line.length > longest || line.includes('\n')) return unsure;
    const found = line.trimEnd().endsWith('}') ? behindKey(line, key) : behindPairName(line, pairName);
    // "path: /a", "path = /a".
    return found === undefined && line.includes(name) ? unsure : found;
  };
}

const separator = /[\s,;|]/;

function behindPairName(line: string, name: string): Found {
  let found = -1;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    if (/[\w.-]/.test(line[at - 1] ?? ' ')) continue;
    // In brackets it may belong to the value of another, and of two the last counts.
    if (found >= 0 || !separator.test(line[at - 1] ?? ' ')) return unsure;
    found = at;
  }
  // Names in quotes and lists are said, not stated.
  if (line.includes('=[') || line.includes('\\') || isInQuotes(line, found)) return unsure;
  return found < 0 ? undefined : pairAt(line, found);
}

function isInQuotes(line: string, place: number): boolean {
  let quotes = 0;
  for (let at = line.indexOf('"'); at >= 0 && at < place; at = line.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 1;
}

const scalar = /\s*:\s*(?:"([^"\\]*)"|(-?\d+(?:\.\d+)?|true|false)(?=\s*[,}]))/y;

function behindKey(line: string, key: string): Found {
  const brace = line.indexOf('{');
  if (!/["\s]/.test(line[brace + 1] ?? '')) return unsure;
  const at = line.indexOf(key, brace);
  if (at < 0) return undefined;
  if (line.includes(key, at + 1) || !isOfRecordItself(line, brace, at)) return unsure;
  scalar.lastIndex = at + key.length;
  const [, text, other] = scalar.exec(line) ?? [];
  if (text !== undefined) return text;
  return other === undefined ? unsure : String(JSON.parse(other));
}

/** Neither of a record within it nor in what it quotes. */
function isOfRecordItself(line: string, brace: number, place: number): boolean {
  let depth = 0;
  for (let at = brace; at < place; at++) {
    const sign = line[at];
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    else if (sign === '"') at = endOfText(line, at);
    if (at >= place) return false;
  }
  return depth === 1;
}

/** Where the text ends that begins with a quote. */
function endOfText(line: string, quote: number): number {
  let at = line.indexOf('"', quote + 1);
  while (at > 0 && isEscaped(line, at)) at = line.indexOf('"', at + 1);
  return at < 0 ? line.length : at;
}

function isEscaped(line: string, place: number): boolean {
  let before = place;
  while (line[before - 1] === '\\') before--;
  return (place - before) % 2 === 1;
}
