export interface MarkupTag {
  name: string;
  isEnd: boolean;
  attributes: Map<string, string>;
}

/**
 * The tags of a piece of HTML as a browser finds them: whatever follows `<` and a letter is one, quoted or not, closed or
 * not. Comments count as tags called `!`; no page of ours has any.
 */
export function readMarkup(markup: string): MarkupTag[] {
  const tags: MarkupTag[] = [];
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    if (open < 0) break;
    const start = /^<(\/?)([a-zA-Z][^\s/>]*)/.exec(markup.slice(open, open + 200));
    if (start === null) {
      if (/^<[!?/]/.test(markup.slice(open, open + 2))) tags.push({ name: '!', isEnd: false, attributes: new Map() });
      at = open + 1;
      continue;
    }
    const [whole, slash, name = ''] = start;
    const { attributes, end } = readAttributes(markup, open + whole.length);
    tags.push({ name: name.toLowerCase(), isEnd: slash === '/', attributes });
    at = end;
  }
  return tags;
}

const attribute = /[\s/]*(?:([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?|>)/y;

function readAttributes(markup: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  attribute.lastIndex = from;
  for (let match = attribute.exec(markup); match !== null; match = attribute.exec(markup)) {
    const [, name, double, single, bare] = match;
    if (name === undefined) return { attributes, end: attribute.lastIndex };
    attributes.set(name.toLowerCase(), decode(double ?? single ?? bare ?? ''));
  }
  return { attributes, end: markup.length };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(value: string): string {
  return value.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? all;
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10));
  });
}
