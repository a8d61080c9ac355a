import type { Claim } from '../detect/observation.ts';
import type { CitationBook } from '../evidence/citation-book.ts';
import { codeSpan, type Text } from '../wording/say.ts';
import type { Draft } from './draft.ts';
import { type Citation, citationsOf, placeOf, quoteLines } from './quotes.ts';

interface RenderedAnswer {
  markdown: string;
  droppedClaims: number;
  /** Numbers of the citations under proof. */
  proof: number[];
}

const maxAlso = 5;
const maxNotCause = 3;

/**
 * Writes the draft as Markdown: verdict and cause, the file, plain words, proof, what is not the cause, next.
 * A claim whose quotes are not in the file is left out and counted.
 */
export async function renderAnswer(draft: Draft, filesLine: string, book: CitationBook): Promise<RenderedAnswer> {
  const { explanation, unsettled, next } = draft;
  const claims = claimRenderer(draft, book);
  const proof = await claims.quoted(draft.proof);
  const notCause = await claims.quoted(draft.notCause.slice(0, maxNotCause));
  const also = await claims.inBrief(draft.also);
  const parts = [
    `**${draft.verdict}: ${draft.cause.md}**`,
    filesLine,
    explanation.length === 0 ? [] : explanation.map(({ text }) => sentence(text)).join(' '),
    draft.readAs === undefined ? [] : `Read as: ${codeSpan(draft.readAs)}`,
    section('Proof', proof.lines),
    section('Not the cause', notCause.lines),
    section('Also in the file', also),
    unsettled.length === 0 ? [] : `**Not settled**: ${unsettled.map(sentence).join(' ')}`,
    next.length === 0 ? [] : `**Next**: ${next.join(' ')}`,
  ];
  return { markdown: parts.flat().join('\n\n'), droppedClaims: claims.dropped(), proof: proof.citations };
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`**${title}**\n\n${lines.join('\n')}`];

/** What was quoted once is later only named by its place. */
function claimRenderer(draft: Draft, book: CitationBook) {
  const told = new Set<number>();
  let dropped = 0;
  /** Undefined for a claim none of whose quotes holds. */
  const citedBy = async (claim: Claim, mostRanges?: number) => {
    const cited = await citationsOf(claim.ranges.slice(0, mostRanges), book);
    const isProved = claim.ranges.length === 0 || cited.length > 0;
    if (!isProved) dropped++;
    return isProved ? cited : undefined;
  };
  const isTold = (places: readonly Citation[]) =>
    places.length > 0 && places.every(({ n }) => told.has(n)) && draft.proof.length > 0;
  return {
    dropped: () => dropped,
    /** Each with its quotes below it. */
    async quoted(claims: readonly Claim[]): Promise<{ lines: string[]; citations: number[] }> {
      const lines: string[] = [];
      const citations: number[] = [];
      for (const claim of claims) {
        const cited = await citedBy(claim);
        if (cited === undefined) continue;
        const quotes = cited.flatMap((citation) => {
          if (told.has(citation.n)) return [`  - ${placeOf(citation)}`];
          told.add(citation.n);
          return quoteLines(citation, claim.text.plain);
        });
        lines.push(underClaim(claim, quotes));
        citations.push(...cited.map(({ n }) => n));
      }
      return { lines, citations };
    },
    /** One line each, its first places beside it; what was quoted already is not told again. */
    async inBrief(claims: readonly Claim[]): Promise<string[]> {
      const lines = new Map<string, string>();
      for (const claim of claims) {
        if (lines.size >= (draft.maxAlso ?? maxAlso)) break;
        const places = await citedBy(claim, 8);
        if (places === undefined || lines.has(claim.text.plain) || isTold(places)) continue;
        const shown = places.length === 0 ? '' : ` ${places.slice(0, 3).map(placeOf).join(', ')}`;
        lines.set(claim.text.plain, `- ${sentence(claim.text)}${shown}`);
      }
      return [...lines.values()];
    },
  };
}

/** A quote that speaks for itself stands alone. */
function underClaim({ text }: Claim, quotes: readonly string[]): string {
  if (text.md !== '') return [`- ${text.md}`, ...quotes].join('\n');
  return quotes.map((quote) => quote.replace(/^ {2}/, '').replace(/\n {4}/g, '\n  ')).join('\n');
}

function sentence(text: Text): string {
  return /[.?!:]$/.test(text.md) ? text.md : `${text.md}.`;
}
