import type { Inline, Prose } from '../../writing/prose.ts';

/** Zero width, for breaking up what Jira would otherwise take for markup. */
const joiner = '\u2060';

/**
 * Prose as wiki text, which is all the service desk API takes. Code and quotes stand in `{noformat}`, which shows them
 * letter by letter; in words, whatever could begin markup is disarmed.
 */
export function proseToWiki(prose: readonly Prose[]): string {
  return prose.map(blockToWiki).join('\n\n');
}

function blockToWiki(block: Prose): string {
  switch (block.kind) {
    case 'paragraph':
      return inlineWiki(block.inlines);
    case 'label':
      return `*${plainWiki(block.text)}*`;
    case 'list':
      return block.items.map((item) => `${block.isOrdered ? '#' : '*'} ${inlineWiki(item)}`).join('\n');
    case 'code':
      return noFormat(block.text);
    case 'quote':
      return `${plainWiki(block.location)}\n${noFormat(block.excerpt)}`;
    case 'links':
      return `${plainWiki(block.lead)}${block.links.map(({ label, url }) => `${plainWiki(label)} ${url}`).join(', ')}`;
  }
}

function inlineWiki(inlines: readonly Inline[]): string {
  return inlines.map(({ text, isCode }) => (isCode && text.includes('\n') ? noFormat(text) : plainWiki(text))).join('');
}

function noFormat(text: string): string {
  return `{noformat}\n${text.replace(/\{(?=noformat)/gi, `{${joiner}`)}\n{noformat}`;
}

/** Words as words: no macros, links, mentions, images, emphasis, headings or lists. */
function plainWiki(text: string): string {
  return text
    .replace(/([{[!|\\])/g, `$1${joiner}`)
    .replace(/\b(https?|ftp|mailto|file):/gi, `$1${joiner}:`)
    .replace(/(^|[\s(])([*_\-+^~?]+)(?=\S)/g, `$1$2${joiner}`)
    .replace(/^([^\S\n]*)(h[1-6]|bq)\./gim, `$1$2${joiner}.`)
    .replace(/^([^\S\n]*)([#*-])/gm, `$1${joiner}$2`);
}
