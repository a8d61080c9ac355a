/** Text of a comment or description, all nodes together; Jira's default limit. */
export const textLimit = 32_767;

interface Node {
  type: string;
  content?: unknown;
  text?: unknown;
  attrs?: unknown;
  marks?: unknown;
  version?: unknown;
}

const inline = ['text', 'hardBreak', 'mention', 'emoji', 'inlineCard', 'date', 'status', 'mediaInline'];
const flow = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'codeBlock',
  'blockquote',
  'rule',
  'mediaSingle',
  'mediaGroup',
  'decisionList',
  'taskList',
];

/** Which nodes may stand in which; from Atlassian's document format. */
const children: Record<string, readonly string[]> = {
  doc: [...flow, 'panel', 'table', 'expand', 'blockCard'],
  paragraph: inline,
  heading: inline,
  codeBlock: ['text'],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'bulletList', 'orderedList', 'codeBlock', 'mediaSingle'],
  blockquote: ['paragraph', 'bulletList', 'orderedList', 'codeBlock', 'mediaSingle'],
  panel: ['paragraph', 'heading', 'bulletList', 'orderedList', 'codeBlock', 'rule', 'blockCard', 'mediaSingle'],
  table: ['tableRow'],
  tableRow: ['tableHeader', 'tableCell'],
  tableHeader: [...flow, 'panel', 'nestedExpand'],
  tableCell: [...flow, 'panel', 'nestedExpand'],
  expand: [...flow, 'panel', 'table'],
  nestedExpand: flow,
  mediaSingle: ['media', 'caption'],
  mediaGroup: ['media'],
  caption: inline,
};
const leaves = [...inline, 'rule', 'media', 'blockCard'];
const markTypes = [
  'strong',
  'em',
  'code',
  'strike',
  'underline',
  'link',
  'subsup',
  'textColor',
  'backgroundColor',
  'border',
];

/** Why Jira would refuse the document, or undefined. */
export function checkAdf(document: unknown): string | undefined {
  if (!isNode(document) || document.type !== 'doc' || document.version !== 1 || !Array.isArray(document.content)) {
    return 'Comment body is not valid!';
  }
  const problem = checkNode(document, 0);
  if (problem) return `INVALID_INPUT: ${problem}`;
  if (isBlank(document)) return 'Comment body can not be empty!';
  if (adfText(document).length > textLimit) {
    return `The entered text is too long. It exceeds the allowed limit of ${textLimit.toLocaleString('en-US')} characters.`;
  }
  return undefined;
}

/** Nothing a reader would see: no text, no picture, no card. */
function isBlank(node: Node): boolean {
  if (node.type === 'text') return String(node.text).trim() === '';
  if (node.type === 'hardBreak') return true;
  if (!Object.hasOwn(children, node.type)) return false;
  return !Array.isArray(node.content) || node.content.every((child) => isNode(child) && isBlank(child));
}

function checkNode(node: Node, depth: number): string | undefined {
  if (depth > 20) return 'too deep';
  if (node.type === 'text') return checkTextNode(node);
  const allowed = Object.hasOwn(children, node.type) ? children[node.type] : undefined;
  if (!allowed) return leaves.includes(node.type) ? undefined : `unknown node ${node.type}`;
  if (node.type === 'panel' && !panelTypes.includes(attribute(node, 'panelType'))) return 'panelType';
  if (node.type === 'heading' && !headingLevels.includes(attribute(node, 'level'))) return 'heading level';
  const content = node.content ?? [];
  if (!Array.isArray(content)) return `${node.type} content`;
  if (content.length === 0 && !mayBeEmpty.includes(node.type)) return `${node.type} is empty`;
  return firstProblem(content, (child) => checkChild(node.type, allowed, child, depth));
}

function checkChild(parent: string, allowed: readonly string[], child: unknown, depth: number): string | undefined {
  if (!isNode(child)) return `${parent} holds something that is no node`;
  if (!allowed.includes(child.type)) return `${child.type} inside ${parent}`;
  const isMarked = Array.isArray(child.marks) && child.marks.length > 0;
  return checkNode(child, depth + 1) ?? (parent === 'codeBlock' && isMarked ? 'marks inside codeBlock' : undefined);
}

function firstProblem(items: readonly unknown[], check: (item: unknown) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem) return problem;
  }
  return undefined;
}

const panelTypes: unknown[] = ['info', 'note', 'warning', 'success', 'error', 'custom'];
const headingLevels: unknown[] = [1, 2, 3, 4, 5, 6];
const mayBeEmpty = ['doc', 'paragraph', 'codeBlock', 'heading', 'caption'];

function checkTextNode(node: Node): string | undefined {
  if (typeof node.text !== 'string' || node.text === '') return 'text is empty';
  if (node.marks === undefined) return undefined;
  if (!Array.isArray(node.marks)) return 'marks';
  const types = node.marks.map((mark) => (isNode(mark) ? mark.type : ''));
  const unknown = types.find((type) => !markTypes.includes(type));
  if (unknown !== undefined) return `unknown mark ${unknown}`;
  const links = node.marks.filter((mark) => isNode(mark) && mark.type === 'link');
  if (links.some((mark) => typeof attribute(mark, 'href') !== 'string')) return 'link without href';
  if (types.includes('code') && types.some((type) => type !== 'code' && type !== 'link'))
    return 'code with another mark';
  return undefined;
}

/** All text of a document, block by block. Plain text stays as it is. */
export function adfText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (!isNode(body)) return '';
  if (body.type === 'text') return String(body.text);
  if (body.type === 'hardBreak') return '\n';
  if (body.type === 'mention') return String(attribute(body, 'text') ?? `@${String(attribute(body, 'id'))}`);
  if (!Array.isArray(body.content)) return '';
  const isLine = ['paragraph', 'heading', 'codeBlock', 'caption'].includes(body.type);
  return body.content.map(adfText).join(isLine ? '' : '\n');
}

interface AdfReading {
  text: string;
  mentions: string[];
  links: string[];
}

/** Whom a document notifies and where it links: mention nodes, cards and link marks; text alone does neither. */
export function readAdf(body: unknown): AdfReading {
  const reading: AdfReading = { text: adfText(body), mentions: [], links: [] };
  const walk = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'mention') reading.mentions.push(String(attribute(node, 'id')));
    if (node.type === 'inlineCard' || node.type === 'blockCard') reading.links.push(String(attribute(node, 'url')));
    for (const mark of Array.isArray(node.marks) ? node.marks : []) {
      if (isNode(mark) && mark.type === 'link') reading.links.push(String(attribute(mark, 'href')));
    }
    for (const child of Array.isArray(node.content) ? node.content : []) walk(child);
  };
  walk(body);
  return reading;
}

/** Plain text as version 3 shows it. */
export function textToAdf(text: string): unknown {
  const paragraphs = text.split('\n').map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  }));
  return { type: 'doc', version: 1, content: paragraphs };
}

function attribute(node: Node, name: string): unknown {
  return typeof node.attrs === 'object' && node.attrs !== null
    ? (node.attrs as Record<string, unknown>)[name]
    : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
