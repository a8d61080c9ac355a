import { maskSecrets } from '#core/secrets/mask-secrets.ts';

/** A sentence in two forms: as Markdown with everything from the file in code spans, and as plain words. */
export interface Text {
  md: string;
  plain: string;
}

/**
 * Builds a sentence: the literal parts are ours, an interpolated string is text from a file and becomes a code
 * span, a number is printed with thousands separators, a `Text` is taken as it is.
 */
export function say(parts: TemplateStringsArray, ...values: Said[]): Text {
  return join(
    parts.flatMap((part, index) => [words(part), ...values.slice(index, index + 1)]),
    '',
  );
}

type Said = string | number | Text;

const saidOf = (value: Said): Text =>
  typeof value === 'object' ? value : typeof value === 'number' ? words(number(value)) : code(value);

/** Text of ours, or text already known to be harmless (numbers, times). */
export function words(text: string): Text {
  return { md: text, plain: text };
}

/**
 * Text from a file that should read as prose: specials escaped, control characters and line breaks removed. Here as in
 * code, secrets are masked before anything stands around the text: some are known by where a line begins or ends.
 */
export function prose(text: string): Text {
  const plain = oneLine(maskSecrets(text));
  return { plain, md: escaped(plain) };
}

/**
 * Only what CommonMark would read as markup is escaped, so that a name like `__udp6_lib_err` or `[nio-8080-exec-1]` can
 * be searched for in the answer: an underscore that can only open emphasis is harmless where none may close it, and
 * brackets are where no address or reference follows.
 */
function escaped(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/`|\*(?!(?<=\s\*)\s)|\](?=$|[([:])|^\[(?=[ xX]\])/g, (char) => `\\${char}`)
    .replace(/(?<=^|[^\p{L}\p{N}_])_+(?![\p{L}\p{N}_])|(?<=[\p{L}\p{N}])_+(?![\p{L}\p{N}_])/gu, (run) =>
      '\\_'.repeat(run.length),
    )
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?[A-Za-z0-9]{1,32};)/g, '\\&')
    .replace(/~~/g, '\\~\\~')
    .replace(/^(?=[#>+=-])/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/** Text from a file, verbatim in a code span. */
export function code(text: string): Text {
  return { plain: oneLine(maskSecrets(text)), md: codeSpan(text) };
}

/** Advice of a reader: our words with commands in backticks, which stay code; the rest is escaped. */
export function advice(text: string): Text {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return prose(text);
  return join(
    parts.map((part, index) =>
      index % 2 === 1 ? code(part) : { ...prose(part), md: keepEdges(part, prose(part).md) },
    ),
    '',
  );
}

function keepEdges(raw: string, shown: string): string {
  return `${/^\s/.test(raw) ? ' ' : ''}${shown}${/\s$/.test(raw) && shown !== '' ? ' ' : ''}`;
}

/** One after the other, each taken as by `say`. */
export function join(values: readonly Said[], separator = ', '): Text {
  const texts = values.map(saidOf);
  return {
    md: texts.map((text) => text.md).join(separator),
    plain: texts.map((text) => text.plain).join(separator),
  };
}

/** A CommonMark code span that shows `text` unchanged whatever backticks it holds. Line breaks become spaces. */
export function codeSpan(text: string): string {
  const flat = maskSecrets(text).replace(/[\r\n]+/g, ' ');
  if (flat.trim() === '') return '(blank)';
  const fence = fenceOf(flat, 1);
  const needsPad = flat.startsWith('`') || flat.endsWith('`') || (flat.startsWith(' ') && flat.endsWith(' '));
  return needsPad ? `${fence} ${flat} ${fence}` : `${fence}${flat}${fence}`;
}

/** A fenced block that no line of `lines` can close. */
export function codeBlock(lines: readonly string[]): string {
  const text = maskSecrets(lines.join('\n'));
  const fence = fenceOf(text, 3);
  return `${fence}\n${text}\n${fence}`;
}

/** Longer than any run of backticks in the text. */
function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), least));
}

export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const absolute = Math.abs(value);
  const digits = Number.isInteger(value) ? 0 : absolute >= 1 ? 2 : 4;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' });
}

/** Sentences in a row, each with its full stop. */
export function sentences(texts: readonly Text[]): Text {
  return join(
    texts.map((text) => (/[.?!:]$/.test(text.plain) ? text : { md: `${text.md}.`, plain: `${text.plain}.` })),
    ' ',
  );
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export const plural = (...counting: Parameters<typeof counted>): Text => words(counted(...counting));

function oneLine(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}
