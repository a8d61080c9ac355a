import MarkdownIt, { type Token } from 'markdown-it';
import type { Inline, Prose } from './prose.ts';

const parser = new MarkdownIt('commonmark', { html: false, linkify: false, typographer: false });
const longestMarkdown = 200_000;

/**
 * Reads Markdown into paragraphs, lists and code. Emphasis and headings become plain words and links lose their target:
 * an answer may carry words of a log, and those must not format or link.
 */
export function markdownToProse(markdown: string): Prose[] {
  const blocks: Prose[] = [];
  /** Lists open at the moment, the innermost last; only the outermost becomes a list. */
  const lists: Extract<Prose, { kind: 'list' }>[] = [];
  let depth = 0;

  for (const token of parser.parse(markdown.slice(0, longestMarkdown), {})) {
    const list = lists[0];
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      depth += 1;
      if (depth === 1) lists.push({ kind: 'list', isOrdered: token.type === 'ordered_list_open', items: [] });
    } else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') {
      depth -= 1;
      if (depth === 0) blocks.push(...lists.splice(0).filter(({ items }) => items.length > 0));
    } else if (token.type === 'list_item_open') {
      list?.items.push([]);
    } else if (token.type === 'inline') {
      const inlines = readInlines(token.children ?? []);
      if (inlines.length === 0) continue;
      const item = list?.items.at(-1);
      if (item) item.push(...(item.length > 0 ? [{ text: '\n' }] : []), ...inlines);
      else blocks.push({ kind: 'paragraph', inlines });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const text = token.content.replace(/\n$/, '');
      const item = list?.items.at(-1);
      if (item) item.push({ text: '\n' }, { text, isCode: true });
      else if (text.trim() !== '') blocks.push({ kind: 'code', text });
    }
  }
  return blocks;
}

function readInlines(tokens: readonly Token[]): Inline[] {
  const inlines: Inline[] = [];
  const add = (text: string, isCode = false) => {
    const last = inlines.at(-1);
    if (text === '') return;
    if (last && (last.isCode ?? false) === isCode) last.text += text;
    else inlines.push(isCode ? { text, isCode } : { text });
  };
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'html_inline' || token.type === 'text_special') add(token.content);
    else if (token.type === 'code_inline') add(token.content, true);
    else if (token.type === 'softbreak') add(' ');
    else if (token.type === 'hardbreak') add('\n');
    else if (token.type === 'image') add(token.content);
  }
  return inlines;
}
