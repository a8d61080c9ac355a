export interface Spelling {
  text: string;
  places: number;
  /** Whether it is a form of the word, once that was asked. */
  isForm?: boolean;
}

/** The different spellings met, each read as text once; of one byte pattern always the same object. */
export function createSpellings(): { at(bytes: Uint8Array, start: number, end: number): Spelling } {
  const known = new Map<number, { bytes: Uint8Array; spelling: Spelling }>();
  let latest: { bytes: Uint8Array; spelling: Spelling } | undefined;
  return {
    at(bytes, start, end) {
      if (latest !== undefined && isSame(latest.bytes, bytes, start, end)) return latest.spelling;
      const hash = hashOf(bytes, start, end);
      const found = known.get(hash);
      if (found !== undefined && isSame(found.bytes, bytes, start, end)) {
        latest = found;
        return found.spelling;
      }
      const own = new Uint8Array(bytes.subarray(start, end));
      const fresh = { bytes: own, spelling: { text: decoder.decode(own), places: 0 } };
      if (found === undefined && known.size < maxKnown) {
        known.set(hash, fresh);
        latest = fresh;
      }
      return fresh.spelling;
    },
  };
}

const maxKnown = 4096;
const decoder = new TextDecoder();

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}
