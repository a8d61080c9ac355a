import { html, raw } from 'hono/html';
import { type Html, renderLink } from './render-mrkdwn.ts';

type Node = { type?: string; text?: string; attrs?: Record<string, unknown>; content?: unknown; marks?: unknown };

const plainTags: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
  codeBlock: 'pre',
};

/** Atlassian Document Format as HTML; a node this page does not know shows its content. */
export function renderAdf(value: unknown): Html {
  if (typeof value === 'string') return html`<p class="plain">${value}</p>`;
  const node = (typeof value === 'object' && value !== null ? value : {}) as Node;
  const children = Array.isArray(node.content) ? node.content : [];
  const inner = html`${children.map(renderAdf)}`;
  if (node.type === 'text') return renderMarks(node);
  if (node.type === 'hardBreak') return raw('<br>') as unknown as Html;
  if (node.type === 'rule') return html`<hr />`;
  if (node.type === 'heading') return html`<h3>${inner}</h3>`;
  if (node.type === 'panel') return html`<div class="panel ${String(node.attrs?.panelType ?? 'info')}">${inner}</div>`;
  if (node.type === 'expand')
    return html`<details><summary>${String(node.attrs?.title ?? '')}</summary>${inner}</details>`;
  if (node.type === 'inlineCard') return renderLink(String(node.attrs?.url ?? ''), String(node.attrs?.url ?? ''));
  const tag = plainTags[node.type ?? ''];
  return tag ? html`${raw(`<${tag}>`)}${inner}${raw(`</${tag}>`)}` : inner;
}

function renderMarks({ text = '', marks }: Node): Html {
  let result = html`${text}`;
  for (const mark of (Array.isArray(marks) ? marks : []) as Node[]) {
    if (mark.type === 'code') result = html`<code>${result}</code>`;
    if (mark.type === 'strong') result = html`<b>${result}</b>`;
    if (mark.type === 'em') result = html`<i>${result}</i>`;
    if (mark.type === 'subsup') result = html`<small>${result}</small>`;
    if (mark.type === 'link') result = renderLink(String(mark.attrs?.href ?? ''), text);
  }
  return result;
}
