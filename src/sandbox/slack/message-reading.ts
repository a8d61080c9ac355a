/** What a message does to its readers: whom it notifies, where it links, which of its words are formatted, all its words. */
interface MessageReading {
  mentions: string[];
  links: string[];
  /** Words shown bold, italic, struck or as a heading by markup inside a text, not by the structure of blocks. */
  formatted: string[];
  /** Everything a reader sees, entities decoded. */
  text: string;
}

interface Readable {
  text: string;
  blocks?: unknown[];
  mrkdwn?: boolean;
}

/** Reads a message as Slack's client does: the blocks where there are some, else the text. */
export function readMessage({ text, blocks, mrkdwn }: Readable): MessageReading {
  const reading: MessageReading = { mentions: [], links: [], formatted: [], text: '' };
  const seen: string[] = [];
  if (blocks && blocks.length > 0) for (const block of blocks) readNode(block, reading, seen);
  else readMrkdwn(text, reading, seen, { isVerbatim: false, isMarkup: mrkdwn !== false });
  reading.text = seen.join('\n');
  return reading;
}

/** The notification is made from the text, whatever the blocks say. */
export function readFallback({ text, mrkdwn }: Readable): MessageReading {
  return readMessage({ text, ...(mrkdwn === undefined ? {} : { mrkdwn }) });
}

function readNode(node: unknown, reading: MessageReading, seen: string[]): void {
  if (Array.isArray(node)) {
    for (const item of node) readNode(item, reading, seen);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, text, url, verbatim } = node as Record<string, unknown>;
  if (type === 'mrkdwn' && typeof text === 'string') {
    readMrkdwn(text, reading, seen, { isVerbatim: verbatim === true, isMarkup: true });
    return;
  }
  if (type === 'markdown' && typeof text === 'string') {
    for (const [, target] of text.matchAll(/\]\(([^)]{1,600})\)/g)) reading.links.push(String(target));
    for (const [, words] of text.matchAll(/^#+\s+(.+)$|\*\*([^*]+)\*\*/gm)) reading.formatted.push(String(words));
    seen.push(text);
    return;
  }
  if (type === 'user' || type === 'usergroup' || type === 'broadcast') reading.mentions.push(JSON.stringify(node));
  if (type === 'link' && typeof url === 'string') reading.links.push(url);
  if (
    (type === 'text' || type === 'plain_text' || type === 'raw_text' || type === 'link') &&
    typeof text === 'string'
  ) {
    seen.push(text);
    return;
  }
  const { elements, fields, rows, accessory } = node as Record<string, unknown>;
  if (type === 'rich_text_section' || type === 'rich_text_preformatted' || type === 'rich_text_quote') {
    const line: string[] = [];
    readNode(elements, reading, line);
    seen.push(line.join(''));
    return;
  }
  readNode([text, elements, fields, rows, accessory], reading, seen);
}

function readMrkdwn(
  text: string,
  reading: MessageReading,
  seen: string[],
  options: { isVerbatim: boolean; isMarkup: boolean },
): void {
  const withoutCode = text.replace(/```[\s\S]*?```|`[^`\n]+`/g, (code) => ' '.repeat(code.length));
  for (const [, inner = ''] of text.matchAll(/<([^<>\n]+)>/g)) {
    if (/^[@!]/.test(inner) || inner.startsWith('#')) reading.mentions.push(inner);
    else reading.links.push(inner.split('|')[0] ?? inner);
  }
  if (!options.isVerbatim && options.isMarkup) {
    for (const [url] of withoutCode.replace(/<[^<>\n]+>/g, ' ').matchAll(/\bhttps?:\/\/[^\s<>]+/g))
      reading.links.push(url);
  }
  if (options.isMarkup) {
    for (const [, words = ''] of withoutCode.matchAll(/(?<![\w*_~])[*_~](\S(?:[^\n]{0,400}?\S)?)[*_~](?![\w*_~])/g)) {
      reading.formatted.push(words);
    }
  }
  seen.push(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}
