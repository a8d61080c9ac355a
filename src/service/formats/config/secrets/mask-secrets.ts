import { type Span, secretSpans } from './secret-spans.ts';

/** Whether a text holds something that must not be repeated in what we say. */
export function holdsSecret(text: string): boolean {
  return secretSpans(text).length > 0;
}

/** The text with every secret in it as `***`. Masked text has nothing left to mask. */
export function maskSecrets(text: string): string {
  let masked = '';
  let at = 0;
  for (const [from, to] of joined(secretSpans(text))) {
    masked += `${text.slice(at, from)}***`;
    at = to;
  }
  return masked + text.slice(at);
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = all[all.length - 1];
    if (last && span[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], span[1])];
    else all.push(span);
  }
  return all;
}
