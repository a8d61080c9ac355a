const blockMark = /(?<!\\)\{(code|noformat)(?::[^{}\n]{0,300})?\}/gi;
/** Macros that only say how their content looks, or where one can jump to. */
const macro =
  /(?<!\\)\{(?:quote|panel|color|anchor|info|note|tip|warning|expand|section|column)(?::[^{}\n]{0,300})?\}/gi;

/** What a person reads in wiki text, which Data Center keeps descriptions and comments as. */
export function wikiToText(wiki: string): string {
  const pieces: string[] = [];
  let from = 0;
  let open: { name: string; at: number } | undefined;
  for (const { 0: mark, 1: name = '', index } of wiki.matchAll(blockMark)) {
    if (open && open.name !== name.toLowerCase()) continue;
    if (open) pieces.push(wiki.slice(open.at, index));
    else pieces.push(wordsOf(wiki.slice(from, index)));
    open = open ? undefined : { name: name.toLowerCase(), at: index + mark.length };
    from = index + mark.length;
  }
  // A block that nobody ends is none.
  pieces.push(wordsOf(wiki.slice(from)));
  return pieces.join('').trim();
}

function wordsOf(wiki: string): string {
  return wiki
    .replace(macro, '')
    .replace(/\\\\/g, '\n')
    .replace(/^[^\S\n]{0,20}(?:h[1-6]|bq)\. /gim, '')
    .replace(/^[^\S\n]{0,20}[*#-]{1,6} /gm, '')
    .replace(/^-{4,}$/gm, '')
    .replace(/^\|{1,2}(.{0,2000}?)\|{0,2}[^\S\n]{0,20}$/gm, (_, row: string) => row.replace(/\|{1,2}/g, ' | '))
    .replace(/(?<![\w\\])!(?!\s)[^!\n|]{1,200}(?:\|[^!\n]{0,200})?!(?!\w)/g, '')
    .replace(/(?<!\\)\[(?!~)([^[\]|\n]{1,300})\|[^[\]\n]{1,2000}\]/g, '$1')
    .replace(/(?<!\\)\[((?:https?|ftp|mailto|file):[^[\]|\s]{1,2000})\]/gi, '$1')
    .replace(/(?<!\\)\{\{([^{}\n]{1,300})\}\}/g, '$1')
    .replace(/(?<![\w\\*])\*(?![\s*])([^*\n]{1,300})(?<![\s\\])\*(?![\w*])/g, '$1')
    .replace(/(?<![\w\\])_(?![\s_])([^_\n]{1,300})(?<![\s\\])_(?!\w)/g, '$1')
    .replace(/\\([-#*_+?^~|%{}[\]()!@])/g, '$1');
}
