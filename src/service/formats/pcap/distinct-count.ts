/**
 * Counts distinct strings by their 53-bit hash in one flat table, since a capture of a scan holds millions of
 * conversations: 8 bytes each, and a chance below one in 10,000 that a million of them miscount by one.
 */
interface DistinctCount {
  add(text: string): void;
  count(): number;
}

/** Beyond this the count stays as it is: the table is 64 MiB then. */
const maxEntries = 4_000_000;

export function createDistinctCount(): DistinctCount {
  let table = new Float64Array(1 << 12);
  let count = 0;

  function place(into: Float64Array, hash: number): boolean {
    const mask = into.length - 1;
    let at = (hash % into.length) & mask;
    while (into[at] !== 0) {
      if (into[at] === hash) return false;
      at = (at + 1) & mask;
    }
    into[at] = hash;
    return true;
  }

  return {
    add(text) {
      if (count >= maxEntries || !place(table, hashOf(text))) return;
      count++;
      if (count * 2 <= table.length) return;
      const larger = new Float64Array(table.length * 2);
      for (const hash of table) if (hash !== 0) place(larger, hash);
      table = larger;
    },
    count: () => count,
  };
}

/** Two independent FNV-like halves joined to 53 bits; never zero, which marks a free place. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0) + 1;
}
