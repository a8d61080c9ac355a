import type { Span } from './secret-spans.ts';

/** A text as it is read once colours, letters nobody sees and encodings are out of it. */
export interface PlainReading {
  text: string;
  /** Where in the text as it stands a stretch of the reading lies. */
  placeOf(span: Span): Span;
}

const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const invisible = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';
/** Signs that show a control character. */
const pictures = '\\u2400-\\u241f';
const fullWidth = '\\uff01-\\uff5e';

/**
 * What stands for another character, or for none: codes of addresses, of strings in programs and of HTML, the same
 * characters in full width, and what is not seen, as it is or as the bot shows it.
 */
const disguise = new RegExp(
  [
    '(?:%|\\\\{1,4}(?:u00|x))(?<code>[\\da-fA-F]{2})',
    '\\\\{1,4}(?<escape>033|e)(?=\\[)',
    '&(?:(?<entity>lt|gt|amp|quot|apos)|#x(?<hexadecimal>[\\da-fA-F]{2})|#(?<decimal>\\d{2,3}));',
    '\\[U\\+(?<shown>[\\da-fA-F]{4})\\]',
    `[${controls}${invisible}${pictures}${fullWidth}]`,
  ].join('|'),
  'g',
);
const isInvisible = new RegExp(`[${invisible}]`);

/** What follows an escape character: a colour, a title, a character set. */
const sequence = /\[[0-?]{0,40}[ -/]{0,9}[@-~]|\][^\u0007\u001b\u2407\n]{0,400}[\u0007\u2407]|[()][AB012]/y;
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const backspaceCode = 8;
const escapeCode = 27;

/** Undefined: the text is read as it stands. */
export function plainReading(text: string): PlainReading | undefined {
  if (text.search(disguise) < 0) return undefined;
  const [starts, ends] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  const read: string[] = [];
  const take = (character: string, from: number, to: number) => {
    starts[read.length] = from;
    ends[read.length] = to;
    read.push(character);
  };
  const takeUpTo = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) take(text[index] ?? '', index, index + 1);
  };
  let at = 0;
  for (const match of text.matchAll(disguise)) {
    // Within a sequence that was left out.
    if (match.index < at) continue;
    takeUpTo(at, match.index);
    at = match.index + match[0].length;
    const code = codeOf(match);
    if (code === escapeCode) at = behindSequence(text, at);
    else if (code === backspaceCode) read.pop();
    else if (code > 32 && code < 127) take(String.fromCharCode(code), match.index, at);
    else if (!isUnseen(code)) takeUpTo(match.index, at);
  }
  takeUpTo(at, text.length);
  return {
    text: read.join(''),
    placeOf: ([from, to]) => [starts[from] ?? 0, ends[to - 1] ?? text.length],
  };
}

function codeOf({ 0: whole, groups = {} }: RegExpMatchArray): number {
  const { code, escape: isEscape, entity, hexadecimal, decimal, shown } = groups;
  if (isEscape !== undefined) return escapeCode;
  if (entity !== undefined) return entities[entity]?.charCodeAt(0) ?? 0;
  if (decimal !== undefined) return Number(decimal);
  const hex = code ?? hexadecimal ?? shown;
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const own = whole.charCodeAt(0);
  if (own >= 0xff01 && own <= 0xff5e) return own - 0xfee0;
  return own >= 0x2400 && own <= 0x241f ? own - 0x2400 : own;
}

/** Blanks and ends of lines are none: words stay apart. */
function isUnseen(code: number): boolean {
  return isInvisible.test(String.fromCharCode(code)) || ((code < 32 || (code > 126 && code < 160)) && !isBlank(code));
}

function isBlank(code: number): boolean {
  return code === 9 || code === 10 || code === 13;
}

function behindSequence(text: string, at: number): number {
  sequence.lastIndex = at;
  return at + (sequence.exec(text)?.[0].length ?? 0);
}
