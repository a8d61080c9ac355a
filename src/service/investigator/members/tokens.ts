import { anyOf } from '#core/any-of.ts';
import type { Row } from '../calculate/row.ts';
import { fieldsOf } from '../survey/fields-of.ts';

/** A word of a message without the signs around it. */
export interface Token {
  text: string;
  /** In quotes or brackets. */
  isMarked: boolean;
}

export interface Seen {
  row: Row;
  tokens: Token[];
  /** By its level or its outcome. */
  isFailing?: boolean;
}

const piece = /(["'`[<(]?)([^\s,;"'`()[\]{}<>|=]+)/g;
const mostTokens = 80;

export function tokensOf(row: Row): Token[] {
  const tokens: Token[] = [];
  const source = row.values.get('source');
  const head = typeof source === 'string' && !row.message.includes(source) ? `${source} ` : '';
  for (const [, mark, word = ''] of `${head}${beforeJson(row)}${row.message}`.slice(0, 2000).matchAll(piece)) {
    const text = word.replace(/^[.:!?*#-]+|[.:!?*#-]+$/g, '');
    if (text !== '') tokens.push({ text, isMarked: mark !== '' });
    if (tokens.length >= mostTokens) break;
  }
  return tokens;
}

/** "fatal: [web07]: FAILED! => {...}": what stands before the fields is part of the sentence. */
function beforeJson({ text, message }: Row): string {
  const brace = text.indexOf('{');
  if (brace < 1 || brace >= 200 || !text.trimEnd().endsWith('}') || message.includes('{')) return '';
  return `${fieldsOf(text.slice(0, brace)).message} `;
}

/** Written like a name: with a digit, a sign or a capital inside, or in quotes. */
export function isNameLike({ text, isMarked }: Token): boolean {
  if (/^\p{Lu}\/\p{Lu}$/u.test(text)) return false;
  if (/^[\d.,:%+-]+$/.test(text)) return /^\d+(?::\d+)+$|^\d+(?:\.\d+){2,3}$/.test(text);
  return isMarked || /[\d_@\\]|[\p{L}\d][./:-][\p{L}\d]|\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u.test(text);
}

export const plainWord = anyOf(
  [
    /a|an|and|any|are|as|at|be|been|but|by|can|cannot|could|did|do|for|from|had|has|have|if|in|into/,
    /is|it|its|no|not|now|of|off|on|onto|or|out|over|so|than|that|the|their|then|this|to|too|under|up/,
    /us|via|was|were|will|with|without|after|before|during|still|all|new|old|id|name|no|number|named/,
    /called|status|state|error|failed|failing|warning|info|ok|true|false|null|none|unknown|yes|while/,
    /because|when|be|being|got|set/,
  ],
  { before: '^(?:', after: ')$', flags: 'i' },
);
