import type { Inline, Prose } from '../../writing/prose.ts';

/** A node of the Atlassian Document Format. Text is shown letter by letter: it has no markup of its own. */
export interface AdfNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: AdfNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

export interface AdfDocument extends AdfNode {
  type: 'doc';
  version: 1;
  content: AdfNode[];
}

export function adfDocument(content: AdfNode[]): AdfDocument {
  return { type: 'doc', version: 1, content };
}

/** Closed until somebody opens it. */
export function expandNode(title: string, content: AdfNode[]): AdfNode {
  return { type: 'expand', attrs: { title }, content };
}

/** Nodes for one piece of prose. Quotes that stand one after another become one table: see `proseToAdf`. */
export function proseToAdf(prose: readonly Prose[]): AdfNode[] {
  const nodes: AdfNode[] = [];
  let rows: AdfNode[] = [];
  const endTable = () => {
    if (rows.length > 0) nodes.push(table(rows));
    rows = [];
  };
  for (const piece of prose) {
    if (piece.kind === 'quote') {
      rows.push(quoteRow(piece.location, piece.excerpt));
      continue;
    }
    endTable();
    nodes.push(...blockNodes(piece));
  }
  endTable();
  return nodes;
}

function blockNodes(prose: Exclude<Prose, { kind: 'quote' }>): AdfNode[] {
  switch (prose.kind) {
    case 'paragraph':
      return [paragraphNode(inlineNodes(prose.inlines))];
    case 'label':
      return [{ type: 'heading', attrs: { level: 4 }, content: textNodes(prose.text) }];
    case 'list':
      return [
        {
          type: prose.isOrdered ? 'orderedList' : 'bulletList',
          content: prose.items.map((item) => ({ type: 'listItem', content: [paragraphNode(inlineNodes(item))] })),
        },
      ];
    case 'code':
      return [codeBlock(prose.text)];
    case 'links':
      return [
        paragraphNode([
          ...textNodes(prose.lead),
          ...prose.links.flatMap(({ label, url }, index) => [
            ...(index > 0 ? textNodes(', ') : []),
            { type: 'text', text: label || url, marks: [{ type: 'link', attrs: { href: url } }] },
          ]),
        ]),
      ];
  }
}

function table(rows: AdfNode[]): AdfNode {
  const head = ['Place', 'Lines'].map((words) => ({
    type: 'tableHeader',
    attrs: {},
    content: [paragraphNode(textNodes(words))],
  }));
  return {
    type: 'table',
    attrs: { isNumberColumnEnabled: false, layout: 'default' },
    content: [{ type: 'tableRow', content: head }, ...rows],
  };
}

function quoteRow(place: string, excerpt: string): AdfNode {
  // A mark keeps one line as it is; several lines, or none, need a block to keep their ends.
  const lines = excerpt === '' || excerpt.includes('\n') ? codeBlock(excerpt) : paragraphNode([codeText(excerpt)]);
  return {
    type: 'tableRow',
    content: [
      { type: 'tableCell', attrs: {}, content: [paragraphNode([codeText(place)])] },
      { type: 'tableCell', attrs: {}, content: [lines] },
    ],
  };
}

export function paragraphNode(content: AdfNode[]): AdfNode {
  return { type: 'paragraph', content };
}

export function textNodes(text: string, marks?: AdfNode['marks']): AdfNode[] {
  return text === '' ? [] : [{ type: 'text', text, ...(marks ? { marks } : {}) }];
}

function codeText(text: string): AdfNode {
  return { type: 'text', text, marks: [{ type: 'code' }] };
}

function codeBlock(text: string): AdfNode {
  return { type: 'codeBlock', attrs: {}, content: textNodes(text) };
}

/** Line ends inside a paragraph are nodes of their own. */
function inlineNodes(inlines: readonly Inline[]): AdfNode[] {
  return inlines.flatMap(({ text, isCode, isBold, url }) =>
    text
      .split('\n')
      .flatMap((line, index) => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(isCode && line !== ''
          ? [codeText(line)]
          : textNodes(
              line,
              url ? [{ type: 'link', attrs: { href: url } }] : isBold ? [{ type: 'strong' }] : undefined,
            )),
      ]),
  );
}
