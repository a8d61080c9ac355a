import { wikiToText } from './wiki-text.ts';

const mostNodes = 50_000;
const lineNodes = new Set(['paragraph', 'heading', 'codeBlock', 'caption', 'tableCell', 'tableHeader']);

/** Plain text of a description or comment, whether it is kept as ADF or as wiki text. */
export function adfToText(body: unknown): string {
  if (typeof body === 'string') return wikiToText(body);
  let left = mostNodes;
  const read = (node: unknown, depth: number): string => {
    left -= 1;
    if (left < 0 || depth > 50 || typeof node !== 'object' || node === null) return '';
    const { type, text, content, attrs } = node as Record<string, unknown>;
    if (typeof text === 'string') return text;
    if (type === 'hardBreak') return '\n';
    // Whom a text is said to is none of what it says.
    if (type === 'mention') return '';
    if (type === 'emoji' || type === 'status') return attribute(attrs, 'text');
    if (type === 'inlineCard' || type === 'blockCard') return attribute(attrs, 'url');
    if (!Array.isArray(content)) return '';
    const isLine = typeof type === 'string' && lineNodes.has(type);
    const separator = isLine ? '' : type === 'tableRow' ? ' | ' : '\n';
    return content.map((child) => read(child, depth + 1)).join(separator);
  };
  return read(body, 0).trim();
}

function attribute(attrs: unknown, name: string): string {
  const value = typeof attrs === 'object' && attrs !== null ? (attrs as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}
