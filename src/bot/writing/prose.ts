/**
 * Text on its way into a vendor's form. Only the structure formats anything: words are shown as they are, whatever
 * markup they hold, so nothing a log wrote can mention, link or format.
 */
export type Prose =
  /** `isTight`: the next stands right below it, as a line does. */
  | { kind: 'paragraph'; inlines: Inline[]; isTight?: true }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  /** A bold line of our own above what follows. */
  | { kind: 'label'; text: string }
  /** Lines of a file, verbatim, under the place they are at: `dmesg.txt:18211`. */
  | { kind: 'quote'; location: string; excerpt: string }
  /** Addresses of our own making or of a place's; never from a log. */
  | { kind: 'links'; links: { label: string; url: string }[]; lead: string };

export interface Inline {
  text: string;
  isCode?: boolean;
  isBold?: boolean;
  /** Links the words; an address of our own making or of a place's, never from a log. */
  url?: string;
}

export function paragraph(text: string): Prose {
  return { kind: 'paragraph', inlines: [{ text }] };
}

/** Control characters made visible, so that no vendor refuses them: U+001B becomes `␛`. Tabs and line ends stay. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replaceAll('\u007f', '\u2421')
    .toWellFormed();
}

/** For headings, names and small print only; quotes are never cut. */
export function clip(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most - 1).toWellFormed()}…`;
}

/** `file:18211`, `file:18219-18227`. */
export function location(quote: { file: string; lineStart: number; lineEnd: number }): string {
  const lines = quote.lineEnd > quote.lineStart ? `${quote.lineStart}-${quote.lineEnd}` : `${quote.lineStart}`;
  return `${quote.file}:${lines}`;
}
