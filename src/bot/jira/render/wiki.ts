import type { Inline, Prose } from '../../writing/prose.ts';

/** Zero width, for breaking up what Jira would otherwise take for markup, escaped or not. */
const joiner = '\u2060';

/**
 * Prose as wiki text: all that Data Center and the service desk API take. Code and quotes stand in `{noformat}`, which
 * shows them letter by letter; in words, whatever could begin or end markup is escaped, so that a command can still be
 * copied as it is.
 */
export function proseToWiki(prose: readonly Prose[]): string {
  return prose.map(blockToWiki).join('\n\n');
}

/** Between things that belong to different files. */
export const wikiRule = '\n\n----\n\n';

/** Colours that Jira Cloud too reads as those of its own panels. */
const panelColours = { success: '#e3fcef', info: '#deebff', warning: '#fffae6', note: '#eae6ff' } as const;
export type PanelType = keyof typeof panelColours;

export function wikiPanel(type: PanelType, prose: readonly Prose[]): string {
  return `{panel:bgColor=${panelColours[type]}}\n${prose.map(blockToWiki).join('\n')}\n{panel}`;
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
      return `${plainWiki(block.lead)}${block.links.map(({ label, url }) => link(label || url, url)).join(', ')}`;
  }
}

function inlineWiki(inlines: readonly Inline[]): string {
  return inlines
    .map(({ text, isCode, isBold, url }, index) => {
      if (isCode && text.includes('\n')) return noFormat(text);
      if (url) return link(text, url);
      const plain = plainWiki(text);
      const standsAlone = !/\w$/.test(inlines[index - 1]?.text ?? '') && !/^\w/.test(inlines[index + 1]?.text ?? '');
      const isMarkable = standsAlone && text !== '' && text.trim() === text && !/[{}\n]/.test(text);
      return isCode && isMarkable ? `{{${plain}}}` : isBold && isMarkable ? `*${plain}*` : plain;
    })
    .join('');
}

function link(label: string, url: string): string {
  const words = label.replace(/[|[\]{}\\^~!]/g, ' ').trim();
  return `[${words}|${url.replace(/[|[\]{}\\^!\s]/g, encodeURIComponent)}]`;
}

function noFormat(text: string): string {
  return `{noformat}\n${text.replace(/\{(?=noformat)/gi, `{${joiner}`)}\n{noformat}`;
}

const isWord = (character: string) => /[\p{L}\p{Nd}]/u.test(character);

/** Words as words: no macros, links, mentions, images, emphasis, headings, lists or faces. */
function plainWiki(text: string): string {
  return text
    .replaceAll('\\', `\\${joiner}`)
    .replace(/[{[|]|!(?=\S)|\?(?=\?)|(?<=\?)\?/g, '\\$&')
    .replace(/[*_\-+^~]/g, (mark, at: number, whole: string) => {
      const before = whole[at - 1] ?? '\n';
      const after = whole[at + 1] ?? '\n';
      const isInert = (isWord(before) && isWord(after)) || (before === ' ' && /\s/.test(after));
      return isInert ? mark : `\\${mark}`;
    })
    .replace(/\{(?=(?:noformat|code|panel|quote|color)\b)/gi, `{${joiner}`)
    .replace(/^#|^[^\S\n]{1,100}(?=[#*-]\s)/gm, (start) => (start === '#' ? '\\#' : `${start}\\`))
    .replace(/\((?=(?:[xyni/!+\-?]|\\[!+\-?*]|\*[rgby]?|on|off|flag|flagoff)\))/gi, '\\(')
    .replace(/([:;])(?=[()DP](?:\W|$))/g, `$1${joiner}`)
    .replace(/\b(https?|ftp|mailto|file):/gi, `$1${joiner}:`)
    .replace(/^([^\S\n]{0,100})(h[1-6]|bq)\./gim, `$1$2${joiner}.`);
}
