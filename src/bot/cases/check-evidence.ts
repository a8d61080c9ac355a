import { checkQuotes, isPrinted, type QuoteCheck, readLines } from './check-quotes.ts';
import type { ProofQuote } from './messages.ts';
import { openTarMember } from './tar-member.ts';
import { openZipMember, type RangedBytes } from './zip-member.ts';

/** Cited members of one archive that are unpacked to look their quotes up; more would cost more than they prove. */
const mostMembers = 20;

/**
 * Looks quotes up in the file they are about: in a text or compressed text itself, in an archive in the member they
 * name. `uncheckable` as soon as one quote's document cannot be read here.
 */
export async function checkEvidence(quotes: readonly ProofQuote[], file: RangedBytes): Promise<QuoteCheck> {
  const kind = await kindOf(file);
  if (kind === 'other') return checkQuotes(quotes, await file.open(0, file.sizeBytes));
  const documents = Map.groupBy(quotes, (quote) => quote.file);
  if (documents.size > mostMembers) return { state: 'uncheckable' };
  const kept = new Set<ProofQuote>();
  const letters = new Map<string, string>();
  for (const [name, ofDocument] of documents) {
    const member = await openMember(file, kind, name);
    const check = member ? await checkQuotes(ofDocument, member) : undefined;
    if (check?.state !== 'checked') return { state: 'uncheckable' };
    for (const quote of check.kept) kept.add(quote);
    for (const [word, read] of check.letters) letters.set(word, read);
  }
  const found = quotes.filter((quote) => kept.has(quote));
  return { state: 'checked', kept: found, dropped: quotes.length - kept.size, letters };
}

/** Up to `around` lines before and behind a quote, with it; undefined where its document cannot be read here. */
export async function linesAround(
  quote: ProofQuote,
  file: RangedBytes,
  around: number,
): Promise<ProofQuote | undefined> {
  if (isPrinted(quote.file)) return undefined;
  const range = { lineStart: Math.max(1, quote.lineStart - around), lineEnd: quote.lineEnd + around };
  const kind = await kindOf(file);
  const bytes = kind === 'other' ? await file.open(0, file.sizeBytes) : await openMember(file, kind, quote.file);
  const lines = bytes && (await readLines([range], bytes));
  if (!lines?.has(quote.lineStart)) return undefined;
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  return {
    file: quote.file,
    lineStart: numbers[0] ?? range.lineStart,
    lineEnd: numbers.at(-1) ?? range.lineEnd,
    excerpt: numbers.map((number) => (lines.get(number)?.shown ?? '').replace(/\r$/, '')).join('\n'),
  };
}

type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

async function openMember(file: RangedBytes, kind: ArchiveKind, name: string) {
  if (kind === 'zip') return await openZipMember(file, name);
  const whole = await file.open(0, file.sizeBytes);
  return await openTarMember(kind === 'tar.gz' ? unpack(whole) : whole, name);
}

async function kindOf(file: RangedBytes): Promise<ArchiveKind | 'other'> {
  const head = await readHead(await file.open(0, Math.min(file.sizeBytes, 4_096)));
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) return 'zip';
  if (isTar(head)) return 'tar';
  if (head[0] !== 0x1f || head[1] !== 0x8b) return 'other';
  const inner = await readHead(unpack(await file.open(0, file.sizeBytes))).catch(() => new Uint8Array());
  return isTar(inner) ? 'tar.gz' : 'other';
}

function unpack(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return stream.pipeThrough(new DecompressionStream('gzip'));
}

/** At least the first tar header where there are so many bytes. */
async function readHead(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const head = new Uint8Array(512);
  let filled = 0;
  try {
    while (filled < head.byteLength) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, head.byteLength - filled);
      head.set(part, filled);
      filled += part.byteLength;
    }
    return head.subarray(0, filled);
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function isTar(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(257, 262)) === 'ustar';
}
