import { type Span, secretSpans } from './secret-spans.ts';

/** Stands where a secret stood. */
export const mask = '[masked]';

/** The text with every secret in it as `[masked]`. Masked text has nothing left to mask. */
export function maskSecrets(text: string): string {
  return maskSpans(text, secretSpans(text));
}

/** The same for the name of a file, whose ending says what it is. */
export function maskName(name: string): string {
  const ending = /\.[A-Za-z]\w{0,7}$/.exec(name)?.[0] ?? '';
  return maskSecrets(name.slice(0, name.length - ending.length)) + ending;
}

/** `spans`: in order, each apart from the next. */
export function maskSpans(text: string, spans: readonly Span[], shown = mask): string {
  let masked = '';
  let at = 0;
  for (const [from, to] of spans) {
    masked += `${text.slice(at, from)}${shown}`;
    at = to;
  }
  return masked + text.slice(at);
}

/** How many masks of ours stand in a text. */
export function masksIn(text: string): number {
  return text.split(mask).length - 1;
}

/** Whoever masked: the signs for what is not shown. */
const masks =
  /\*{3,64}|\[(?:secret|redacted|masked|filtered|hidden|token|key|private key|password)\]|<(?:redacted|masked|secret|hidden)>/gi;

/** A masked secret is one word; only the rest of a header is more. */
const longestMasked = 8_000;

/**
 * Whether `shown` is a line with nothing changed but secrets masked: each stretch between the masks stands in the line,
 * in order, from its beginning to its end, and what a mask hides is one word or what we would hide.
 */
export function isMaskedFormOf(shown: string, line: string): boolean {
  if (shown === line || shown === maskSecrets(line)) return true;
  const stretches = shown.split(masks);
  if (stretches.length < 2 || stretches.join('').trim().length < 4) return false;
  let at = 0;
  for (const [index, stretch] of stretches.entries()) {
    const isLast = index === stretches.length - 1;
    const found =
      index === 0
        ? line.startsWith(stretch)
          ? 0
          : -1
        : isLast
          ? line.length - stretch.length
          : line.indexOf(stretch, at);
    if (found < at || !line.startsWith(stretch, found)) return false;
    if (index > 0 && (found - at > longestMasked || /\s/.test(line.slice(at, found)))) return false;
    at = found + stretch.length;
  }
  return at === line.length;
}
