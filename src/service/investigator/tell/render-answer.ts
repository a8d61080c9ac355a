import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { Claim } from '../detect/observation.ts';
import type { CitationBook } from '../evidence/citation-book.ts';
import { code, codeBlock, codeSpan, type Text } from '../wording/say.ts';
import type { Draft } from './draft.ts';

export interface RenderedAnswer {
  markdown: string;
  droppedClaims: number;
  /** Numbers of the citations under proof. */
  proof: number[];
}

/**
 * Writes the draft as Markdown: verdict and cause, the file, plain words, proof, what is not the cause, next.
 * A claim whose quotes are not in the file is left out and counted.
 */
export async function renderAnswer(draft: Draft, filesLine: string, book: CitationBook): Promise<RenderedAnswer> {
  let droppedClaims = 0;
  const proofNumbers: number[] = [];
  const told = new Set<number>();
  const claimLines = async (claim: Claim, isProof: boolean): Promise<string | undefined> => {
    const quotes: string[] = [];
    for (const range of claim.ranges) {
      const citation = await book.cite(range);
      if (citation === undefined) continue;
      if (isProof) proofNumbers.push(citation.n);
      if (told.has(citation.n)) {
        quotes.push(`  - ${placeOf(citation)}`);
        continue;
      }
      told.add(citation.n);
      quotes.push(...quoteLines(citation, claim.text.plain));
    }
    if (claim.ranges.length > 0 && quotes.length === 0) {
      droppedClaims++;
      return undefined;
    }
    // A quote that speaks for itself stands alone.
    if (claim.text.md === '')
      return quotes.map((quote) => quote.replace(/^ {2}/, '').replace(/\n {4}/g, '\n  ')).join('\n');
    return [`- ${claim.text.md}`, ...quotes].join('\n');
  };
  const section = async (title: string, claims: readonly Claim[], isProof = false): Promise<string | undefined> => {
    const lines: string[] = [];
    for (const claim of claims) {
      const text = await claimLines(claim, isProof);
      if (text !== undefined) lines.push(text);
    }
    return lines.length === 0 ? undefined : `**${title}**\n\n${lines.join('\n')}`;
  };
  /** One line each, its first place beside it. */
  const brief = async (title: string, claims: readonly Claim[]): Promise<string | undefined> => {
    const lines: string[] = [];
    const seen = new Set<string>();
    for (const claim of claims) {
      if (lines.length >= (draft.maxAlso ?? maxAlso)) break;
      const cited = await Promise.all(claim.ranges.slice(0, 8).map((range) => book.cite(range)));
      const places = cited.filter((citation) => citation !== undefined);
      if (claim.ranges.length > 0 && places.length === 0) {
        droppedClaims++;
        continue;
      }
      // What the proof has shown already is not told again.
      if (places.length > 0 && places.every((citation) => told.has(citation.n)) && draft.proof.length > 0) continue;
      if (seen.has(claim.text.plain)) continue;
      seen.add(claim.text.plain);
      const shown = places.slice(0, 3).map(placeOf).join(', ');
      lines.push(`- ${sentence(claim.text)}${shown === '' ? '' : ` ${shown}`}`);
    }
    return lines.length === 0 ? undefined : `**${title}**\n\n${lines.join('\n')}`;
  };
  const parts: (string | undefined)[] = [`**${draft.verdict}: ${draft.cause.md}**`, filesLine];
  const plain = draft.explanation.map((claim) => sentence(claim.text));
  if (plain.length > 0) parts.push(plain.join(' '));
  if (draft.readAs !== undefined) parts.push(`Read as: ${codeSpan(draft.readAs)}`);
  parts.push(await section('Proof', draft.proof, true));
  parts.push(await section('Not the cause', draft.notCause.slice(0, maxNotCause)));
  parts.push(await brief('Also in the file', draft.also));
  if (draft.unsettled.length > 0) parts.push(`**Not settled**: ${draft.unsettled.map(sentence).join(' ')}`);
  if (draft.next.length > 0) parts.push(`**Next**: ${draft.next.join(' ')}`);
  return { markdown: parts.filter((part) => part !== undefined).join('\n\n'), droppedClaims, proof: proofNumbers };
}

function sentence(text: Text): string {
  return /[.?!:]$/.test(text.md) ? text.md : `${text.md}.`;
}

type Cited = { file: string; line_start: number; line_end: number; excerpt: string };

export function placeOf(citation: Cited): string {
  const lines =
    citation.line_end > citation.line_start ? `${citation.line_start}-${citation.line_end}` : `${citation.line_start}`;
  return codeSpan(`${code(citation.file).plain}:${lines}`);
}

const maxShownChars = 700;
const maxShownLines = 6;
const maxAlso = 5;
const maxNotCause = 3;

/** One line stands beside its place, several stand below it; what is not shown is told, what is shown is verbatim. */
function quoteLines(citation: Cited, claim: string): string[] {
  // Before it is cut: the part that is left of a secret may not look like one.
  const lines = maskSecrets(citation.excerpt)
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  if (lines.length === 1) {
    const line = lines[0]!;
    const shown = line.slice(0, maxShownChars);
    return [`  - ${placeOf(citation)} ${codeSpan(shown)}${shown.length < line.length ? ' (line goes on)' : ''}`];
  }
  const from = lines.length > maxShownLines ? tellingStart(lines, claim) : 0;
  const shown = lines.slice(from, from + maxShownLines).map((line) => line.slice(0, maxShownChars));
  const first = citation.line_start + from;
  const isCut = shown.length < lines.length;
  const block = codeBlock(shown)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return [`  - ${placeOf(citation)}${isCut ? `, lines ${first} to ${first + shown.length - 1}` : ''}\n\n${block}\n`];
}

/** Where to begin in an excerpt too long to show: at the line with the most words of the claim and what leads to it. */
function tellingStart(lines: readonly string[], claim: string): number {
  const words = new Set(claim.match(/[\w.$]{4,}/g) ?? []);
  const scores = lines.map((line) => new Set((line.match(/[\w.$]{4,}/g) ?? []).filter((word) => words.has(word))).size);
  const best = scores.indexOf(Math.max(...scores));
  if (best < maxShownLines) return 0;
  return Math.min(lines[best - 1]!.trim() === '' ? best : best - 1, lines.length - maxShownLines);
}
