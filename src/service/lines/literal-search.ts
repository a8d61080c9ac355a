/** Finds the next place in `bytes` (up to `end`) where a term stands, from `from` on; -1: nowhere. */
export type FindLiteral = (bytes: Buffer, from: number, end: number) => number;

/** Upper and lower case count as the same where `ignoreCase` is set, beyond ASCII too. */
export function literalFinder(term: string, ignoreCase: boolean): FindLiteral {
  const needle = Buffer.from(term, 'utf8');
  if (needle.length === 0) return (_, from, end) => (from <= end ? from : -1);
  if (!ignoreCase || term.toLowerCase() === term.toUpperCase()) {
    return (bytes, from, end) => {
      const at = bytes.indexOf(needle, from);
      return at < 0 || at + needle.length > end ? -1 : at;
    };
  }
  const variants = caseVariants(term);
  if (variants) return earliestOf(variants.map((variant) => foldedFinder(Buffer.from(variant, 'utf8'))));
  return foldedFinder(needle);
}

/** Terms with letters beyond ASCII: the spellings that are likely to stand in a text. */
function caseVariants(term: string): string[] | undefined {
  if (/^[\x00-\x7f]*$/.test(term)) return undefined;
  const lower = term.toLowerCase();
  return [...new Set([term, lower, term.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])];
}

function earliestOf(finders: readonly FindLiteral[]): FindLiteral {
  return (bytes, from, end) => {
    let best = -1;
    for (const find of finders) {
      const at = find(bytes, from, best < 0 ? end : best);
      if (at >= 0 && (best < 0 || at < best)) best = at;
    }
    return best;
  };
}

const fold = new Uint8Array(256).map((_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Boyer, Moore and Horspool's search over folded ASCII. */
function foldedFinder(needle: Buffer): FindLiteral {
  const length = needle.length;
  const folded = Uint8Array.from(needle, (byte) => fold[byte]!);
  const skip = new Int32Array(256).fill(length);
  for (let i = 0; i < length - 1; i++) skip[folded[i]!] = length - 1 - i;
  for (let byte = 65; byte <= 90; byte++) skip[byte] = skip[byte + 32]!;
  const last = folded[length - 1]!;
  return (bytes, from, end) => {
    for (let p = from + length - 1; p < end; ) {
      const byte = bytes[p]!;
      if (fold[byte] === last) {
        let i = length - 2;
        let q = p - 1;
        while (i >= 0 && fold[bytes[q]!] === folded[i]) {
          i--;
          q--;
        }
        if (i < 0) return q + 1;
      }
      p += skip[byte]!;
    }
    return -1;
  };
}
