import { maskSecrets } from '#core/secrets/mask-secrets.ts';

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
  /** Slack's id of a person or channel, shown by name there; `text` is for everywhere else. */
  names?: { kind: 'user' | 'channel'; id: string };
}

export function paragraph(text: string): Prose {
  return { kind: 'paragraph', inlines: [{ text }] };
}

/**
 * Text from anywhere as it may be shown: secrets masked, and whatever is not seen made visible, so that nothing turns
 * the direction of what stands beside it, hides in a name or is refused by a vendor. U+001B becomes `␛`, U+202E
 * becomes `[U+202E]`. Tabs and line ends stay.
 */
export function visible(text: string): string {
  return maskSecrets(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replaceAll('\u007f', '\u2421')
    .replace(
      unseen,
      (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .toWellFormed();
}

/**
 * Marks of direction, characters without width, tags, fillers, old controls, and what is no character. The joiners of
 * emoji and of scripts (U+200C, U+200D) and variation selectors stay.
 */
const unseen =
  /[\u0080-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** For headings, names and small print only; quotes are never cut. */
export function clip(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, wholeCut(words, most - 1))}…`;
}

/** Where a text can be cut at most so far in: never between the halves of a character, nor before a mark of one. */
export function wholeCut(text: string, most: number): number {
  let at = most;
  while (at > most - 40 && at > 0 && (belongsToLast.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d')) at -= 1;
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at;
}

/** The second half of a character, a combining mark, a joiner, a skin tone. */
const belongsToLast = /^(?:[\udc00-\udfff]|\p{M}|\u200d|\p{EMod})/u;

/** `file:18211`, `file:18219-18227`. */
export function location(quote: { file: string; lineStart: number; lineEnd: number }): string {
  const lines = quote.lineEnd > quote.lineStart ? `${quote.lineStart}-${quote.lineEnd}` : `${quote.lineStart}`;
  return `${quote.file}:${lines}`;
}
