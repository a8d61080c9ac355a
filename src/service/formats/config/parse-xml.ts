import { type ConfigProblem, maxSettings, type Parsed, pathOf, type Setting } from './config-text.ts';

const maxDepth = 200;
const maxProblems = 50;
const attribute = /((?<![\w:.-])[\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** XML's elements and attributes with lines, in one pass. No entities are expanded and nothing is fetched. */
export function parseXml(text: string): Parsed {
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  const open: { name: string; line: number; keys: (string | number)[]; isLeaf: boolean }[] = [];
  const counts = new Map<string, number>();
  const add = (keys: (string | number)[], value: string, at: number) => {
    if (settings.length < maxSettings)
      settings.push({ path: pathOf(keys), keys, value: unescaped(value), type: 'text', line: at });
  };
  let line = 1;
  let at = 0;

  /** Moves on to `end`, counting lines. */
  const advance = (end: number): string => {
    const passed = text.slice(at, end);
    for (let feed = passed.indexOf('\n'); feed >= 0; feed = passed.indexOf('\n', feed + 1)) line++;
    at = end;
    return passed;
  };
  const content = (raw: string, start: number) => {
    const body = raw.trim();
    if (body === '') return;
    const own = start + raw.slice(0, raw.length - raw.trimStart().length).split('\n').length - 1;
    const parent = open[open.length - 1];
    if (parent) {
      add(parent.keys, body, own);
      parent.isLeaf = false;
    } else problems.push({ line: own, message: 'text outside of any element' });
  };
  const close = (name: string, start: number) => {
    const last = open.pop();
    if (last?.name === name) {
      if (last.isLeaf) add(last.keys, '', last.line);
      return;
    }
    const expected = last ? `</${last.name}> of line ${last.line}` : 'no closing tag';
    problems.push({ line: start, message: `</${name}> where ${expected} was expected` });
    if (last && open.some((each) => each.name === name)) while (open.pop()!.name !== name);
    else if (last) open.push(last);
  };
  const begin = (name: string, attributes: string, isEmpty: boolean, start: number) => {
    const parent = open[open.length - 1];
    if (parent) parent.isLeaf = false;
    const base = [...(parent?.keys ?? []), name];
    const place = base.join('\n');
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    const keys = count === 0 ? base : [...base, count];
    let isLeaf = true;
    for (const [, key, double, single] of attributes.matchAll(attribute)) {
      add([...keys, `@${key}`], double ?? single ?? '', start);
      isLeaf = false;
    }
    if (isEmpty && isLeaf) add(keys, '', start);
    if (!isEmpty) open.push({ name, line: start, keys, isLeaf });
  };

  while (at < text.length && problems.length < maxProblems && open.length < maxDepth) {
    const start = line;
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      content(advance(next < 0 ? text.length : next), start);
      continue;
    }
    const skipped = skippable.find(([prefix]) => text.startsWith(prefix, at));
    const end = skipped
      ? endAfter(text, skipped[0] === '<!DOCTYPE' ? doctypeEnd(text, at) : skipped[1], at + skipped[0].length)
      : endOfTag(text, at);
    if (end < 0) {
      problems.push({ line: start, message: `\`${skipped?.[0] ?? '<'}\` is never closed` });
      break;
    }
    const whole = advance(end);
    if (skipped) {
      if (skipped[0] === '<![CDATA[') content(whole.slice(9, -3), start);
      continue;
    }
    const tag = /^<(\/?)([\w:.-]{1,200})/.exec(whole);
    if (!tag) problems.push({ line: start, message: 'a `<` that begins no tag' });
    else if (tag[1]) close(tag[2]!, start);
    else begin(tag[2]!, whole.slice(tag[0].length, -1), whole.endsWith('/>'), start);
  }
  for (const { name, line: opened } of open.slice(0, 20)) {
    problems.push({ line: opened, message: `<${name}> is never closed` });
  }
  return { statements: [], settings, problems, ...(settings.length >= maxSettings ? { isCut: true } : {}) };
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities of every XML file. Those a file declares itself stay as they are written. */
function unescaped(value: string): string {
  return value.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!);
}

const skippable = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
  ['<!', '>'],
] as const;

/** A document type with declarations of its own ends behind their bracket. */
function doctypeEnd(text: string, at: number): string {
  return /^[^>[]{0,1000}\[/.test(text.slice(at, at + 1100)) ? ']>' : '>';
}

function endAfter(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index < 0 ? -1 : index + mark.length;
}

/** Behind the `>` that ends a tag; one in quotes does not. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
    else if (character === '<') return index;
  }
  return -1;
}
