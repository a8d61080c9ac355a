import type { Inline, Prose } from '../../writing/prose.ts';

/** Rich text has no markup: each text element is shown letter by letter. */
export type SlackBlock = { type: string; block_id?: string } & Record<string, unknown>;
type Element = Record<string, unknown>;

/** Elements of a rich text block for one piece of prose. */
function richElements(prose: Prose): Element[] {
  switch (prose.kind) {
    case 'paragraph':
      return [section(inlineElements(prose.inlines))];
    case 'label':
      return [section([text(prose.text, { bold: true })])];
    case 'list':
      return [
        {
          type: 'rich_text_list',
          style: prose.isOrdered ? 'ordered' : 'bullet',
          elements: prose.items.map((item) => section(inlineElements(item))),
        },
      ];
    case 'code':
      return [preformatted(prose.text)];
    case 'quote':
      return [section([text(prose.location, { code: true })]), preformatted(prose.excerpt)];
    case 'links':
      return [
        section([
          ...(prose.lead === '' ? [] : [text(prose.lead)]),
          ...prose.links.flatMap(({ label, url }, index) => [
            ...(index > 0 ? [text(', ')] : []),
            { type: 'link', url, text: label === '' ? url : label },
          ]),
        ]),
      ];
  }
}

/** Longest text of one rich text block, so that each stays well below what any client shows of a block. */
const blockText = 3_000;

/** Prose as rich text blocks, a new one wherever the last has grown long. */
export function richBlocks(prose: readonly Prose[]): SlackBlock[] {
  const blocks: SlackBlock[] = [];
  let elements: Element[] = [];
  let size = 0;
  for (const [index, piece] of prose.entries()) {
    const next = spaced(richElements(piece), piece, prose[index + 1]);
    const nextSize = jsonSize(next);
    if (elements.length > 0 && size + nextSize > blockText) {
      blocks.push({ type: 'rich_text', elements });
      elements = [];
      size = 0;
    }
    elements.push(...next);
    size += nextSize;
  }
  if (elements.length > 0) blocks.push({ type: 'rich_text', elements });
  return blocks;
}

/** Sections follow one another without a gap: a line end at the end of one keeps paragraphs apart. */
function spaced(elements: Element[], piece: Prose, next: Prose | undefined): Element[] {
  const isGap = piece.kind === 'paragraph' && !piece.isTight && (next?.kind === 'paragraph' || next?.kind === 'label');
  const only = elements[0];
  if (!isGap || !only) return elements;
  return [{ ...only, elements: [...(only.elements as Element[]), text('\n')] }];
}

/** What a piece costs of a message: its JSON, the strictest way a limit could be counted. */
export function richSize(prose: Prose): number {
  return jsonSize(richElements(prose)) + gapSize;
}

/** A comma, and the line end that keeps a paragraph apart. */
const gapSize = 31;

function jsonSize(value: unknown): number {
  return JSON.stringify(value).length;
}

export function section(elements: readonly Element[]): Element {
  return { type: 'rich_text_section', elements: elements.length > 0 ? elements : [text(' ')] };
}

export function text(value: string, style?: { bold?: true; code?: true; italic?: true }): Element {
  return { type: 'text', text: value === '' ? ' ' : value, ...(style ? { style } : {}) };
}

function preformatted(value: string): Element {
  return { type: 'rich_text_preformatted', elements: [text(value)] };
}

function inlineElements(inlines: readonly Inline[]): Element[] {
  return inlines.map(({ text: value, isCode, isBold, url, names }) => {
    if (names) return { type: names.kind, [`${names.kind}_id`]: names.id };
    if (url) return { type: 'link', url, text: value };
    return text(value, isCode ? { code: true } : isBold ? { bold: true } : undefined);
  });
}
