import { html, raw } from 'hono/html';
import { emojiOf } from './emoji.ts';
import { renderChart } from './render-chart.ts';
import { renderElement, renderInput, textOf, type Where } from './render-elements.ts';
import { type Html, renderLink, renderMrkdwn } from './render-mrkdwn.ts';

type Node = Record<string, unknown>;

/** Block Kit as HTML. A block this page does not know shows its texts; `where`: what can be pressed works from there. */
export function renderBlocks(blocks: readonly unknown[], where?: Where): Html {
  return html`${blocks.map((block) => renderBlock(asNode(block), where))}`;
}

function renderBlock(block: Node, where: Where | undefined): Html {
  switch (block.type) {
    case 'header':
      return html`<h3>${textOf(block.text)}</h3>`;
    case 'divider':
      return html`<hr />`;
    case 'section':
      return html`<div class="section beside"><div>${renderText(block.text)}${nodes(block.fields).map((field) => html`<div>${renderText(field)}</div>`)}</div>${block.accessory ? renderElement(asNode(block.accessory), block, where) : ''}</div>`;
    case 'context':
      return html`<div class="context">${nodes(block.elements).map((element) => html`<span>${renderText(element)}</span> `)}</div>`;
    case 'markdown':
      return html`<div class="section plain">${textOf(block)}</div>`;
    case 'rich_text':
      return html`${nodes(block.elements).map(renderRich)}`;
    case 'actions':
    case 'context_actions':
      return html`<div class="actions">${nodes(block.elements).map((element) => renderElement(element, block, where))}</div>`;
    case 'input':
      return renderInput(block);
    case 'data_visualization':
      return renderChart(block);
    case 'table':
      return html`<table>${list(block.rows).map((row) => html`<tr>${nodes(row).map((cell) => html`<td>${cell.type === 'rich_text' ? nodes(cell.elements).map(renderRich) : textOf(cell)}</td>`)}</tr>`)}</table>`;
    default:
      return html`<div class="section plain">${textOf(block)}</div>`;
  }
}

function renderRich(element: Node): Html {
  const inner = html`${nodes(element.elements).map(renderRichPart)}`;
  if (element.type === 'rich_text_preformatted') return html`<pre>${inner}</pre>`;
  if (element.type === 'rich_text_quote') return html`<blockquote>${inner}</blockquote>`;
  if (element.type === 'rich_text_list')
    return html`<ul>${nodes(element.elements).map((item) => html`<li>${renderRich(item)}</li>`)}</ul>`;
  return html`<div class="section">${inner}</div>`;
}

function renderRichPart(part: Node): Html {
  if (part.type === 'link') return renderLink(String(part.url ?? ''), String(part.text ?? part.url ?? ''));
  if (part.type === 'emoji') return html`${emojiOf(String(part.name))} `;
  const style = asNode(part.style);
  const text = html`${String(part.text ?? '')
    .split('\n')
    .map((line, index) => html`${index > 0 ? raw('<br>') : ''}${line}`)}`;
  if (style.code) return html`<code>${text}</code>`;
  if (style.bold) return html`<b>${text}</b>`;
  if (style.italic) return html`<i>${text}</i>`;
  return text;
}

function renderText(value: unknown): Html {
  const node = asNode(value);
  if (node.type === 'mrkdwn') return renderMrkdwn(String(node.text ?? ''));
  return html`<span class="plain">${textOf(node)}</span>`;
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function nodes(value: unknown): Node[] {
  return list(value).map(asNode);
}
