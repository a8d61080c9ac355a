import { isMaskedFormOf, maskSecrets } from '#core/secrets/mask-secrets.ts';
import { utf16Of } from '#core/utf16.ts';
import { type LineText, lettersOf, readLineText } from './line-text.ts';
import type { ProofQuote } from './messages.ts';

export type QuoteCheck =
  /** Each kept quote stands in the file at its lines. `letters`: words of theirs that a service cannot tell. */
  | { state: 'checked'; kept: ProofQuote[]; dropped: number; letters: ReadonlyMap<string, string> }
  /** The file's lines cannot be read here (an archive, a binary file): nothing is known about any quote. */
  | { state: 'uncheckable' };

const mostExpandedBytes = 4_294_967_296;
const mostKeptBytes = 32_000_000;

/**
 * Looks every quote up in the file's own bytes, in one pass that ends at the last cited line. A text is the one document
 * a quote of it can mean, whatever the quote calls it.
 */
export async function checkQuotes(
  quotes: readonly ProofQuote[],
  bytes: ReadableStream<Uint8Array>,
): Promise<QuoteCheck> {
  const checkable = quotes.filter(({ file }) => !isPrinted(file));
  const lines = await readLines(checkable, bytes);
  if (!lines) return { state: 'uncheckable' };
  const kept = checkable.filter((quote) => isThere(quote, lines));
  return { state: 'checked', kept, dropped: quotes.length - kept.length, letters: lettersOf(lines.values()) };
}

/** Whether lines are those of a text that the service makes of a dump, a trace or a capture. */
export function isPrinted(file: string): boolean {
  return /#(packets|events|dmesg)$/.test(file);
}

/** The lines of some ranges by number; undefined where the bytes are no text, plain or compressed. */
export async function readLines(
  ranges: readonly Pick<ProofQuote, 'lineStart' | 'lineEnd'>[],
  bytes: ReadableStream<Uint8Array>,
): Promise<Map<number, LineText> | undefined> {
  const reader = bytes.getReader();
  const head = await readHead(reader);
  const encoding = isGzip(head) ? undefined : utf16Of(head);
  if (isBinary(head) && !isGzip(head) && !encoding) {
    await reader.cancel();
    return undefined;
  }
  const raw = rejoin(head, reader);
  const text = encoding
    ? raw.pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream())
    : isGzip(head)
      ? raw.pipeThrough(new DecompressionStream('gzip'))
      : raw;
  return await collectLines(text, ranges, isGzip(head));
}

/** The wanted lines by number, or undefined where the content turns out to be no text. */
async function collectLines(
  stream: ReadableStream<Uint8Array>,
  quotes: readonly Pick<ProofQuote, 'lineStart' | 'lineEnd'>[],
  isUnpacked: boolean,
): Promise<Map<number, LineText> | undefined> {
  const ranges = quotes.map(({ lineStart, lineEnd }) => [lineStart, lineEnd] as const).sort((a, b) => a[0] - b[0]);
  const last = Math.max(0, ...ranges.map(([, end]) => end));
  const isWanted = (line: number) => ranges.some(([start, end]) => line >= start && line <= end);
  const wanted = new Map<number, LineText>();
  let line = 1;
  let parts: Uint8Array[] = [];
  let keptBytes = 0;
  let seenBytes = 0;
  let keeps = isWanted(1);
  const close = () => {
    if (keeps) wanted.set(line, readLineText(joined(parts)));
    parts = [];
    line += 1;
    keeps = isWanted(line);
  };
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (seenBytes === 0 && isUnpacked && isBinary(value.subarray(0, 4_096))) return undefined;
      seenBytes += value.byteLength;
      if (seenBytes > mostExpandedBytes) return undefined;
      let from = 0;
      for (let at = value.indexOf(10); at !== -1 && line <= last; at = value.indexOf(10, from)) {
        if (keeps) parts.push(value.slice(from, at));
        close();
        from = at + 1;
      }
      if (line > last) return wanted;
      if (keeps && from < value.byteLength) {
        parts.push(value.slice(from));
        keptBytes += value.byteLength - from;
        if (keptBytes > mostKeptBytes) return undefined;
      }
    }
    if (parts.length > 0) close();
    return wanted;
  } catch {
    // A damaged compressed file: the service may have read further than this.
    return undefined;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function isThere(quote: ProofQuote, lines: Map<number, LineText>): boolean {
  const there: string[] = [];
  for (let line = quote.lineStart; line <= quote.lineEnd; line += 1) {
    const text = lines.get(line)?.cited;
    if (text === undefined) return false;
    there.push(text);
  }
  const quoted = quote.excerpt.replace(/\n$/, '').split('\n');
  if (quoted.length === there.length && quoted.every((text, index) => isMaskedFormOf(trim(text), trim(there[index]!))))
    return true;
  // What only the lines around it give away was masked in all of them together.
  if (maskSecrets(there.map(trim).join('\n')) === quoted.map(trim).join('\n')) return true;
  // A shortened quote of one line is a quote as long as it is in that line.
  return (
    there.length === 1 && quoted.length === 1 && trim(quoted[0]!).length >= 8 && there[0]!.includes(trim(quoted[0]!))
  );
}

function trim(text: string): string {
  return text.replace(/\r$/, '').trim();
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

async function readHead(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const { done, value } = await reader.read();
  return done ? new Uint8Array() : value;
}

function rejoin(
  head: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isFirst = true;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (isFirst) {
        isFirst = false;
        if (head.byteLength > 0) return controller.enqueue(head as Uint8Array<ArrayBuffer>);
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isBinary(head: Uint8Array): boolean {
  const magic = Array.from(head.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
  // zip, bzip2, xz, 7z, zstd; anything else that holds zero bytes is no text of ours.
  return /^(504b0304|425a68|fd377a58|377abcaf|28b52ffd)/.test(magic) || head.subarray(0, 4_096).includes(0);
}
