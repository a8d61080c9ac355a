import type { LineBytes } from '../lines/open-document.ts';

/** Where in lines of a form a text stands, and whether it is the value looked for there. */
export interface ValuePlaces {
  /** Undefined where the line has to be read. */
  settled(line: LineBytes): boolean | undefined;
  learn(line: LineBytes, isHeld: boolean): void;
}

/** So many lines that say the same of a place settle it. */
const enough = 4;
const mostHits = 60;
const most = 255;
const mostPlaces = 100_000;

/** For texts in ASCII. */
export function createValuePlaces(text: string): ValuePlaces {
  const wanted = Uint8Array.from(Buffer.from(text.toLowerCase()));
  const [first] = wanted;
  /** How many lines held it there; below zero: how many did not; NaN: some did. */
  const votes = new Map<number, number>();

  function stands(bytes: Buffer, at: number): boolean {
    for (let i = 1; i < wanted.length; i++) if (small[bytes[at + i]!] !== wanted[i]) return false;
    return true;
  }

  function placesIn({ bytes, start, end, form }: LineBytes): number[] {
    const places: number[] = [];
    const last = end - wanted.length;
    let [blanks, marks] = [0, 0];
    for (let p = start; p <= last; p++) {
      const byte = bytes[p]!;
      if (small[byte] === first && stands(bytes, p)) {
        const before = p === start ? 0 : kindOf[bytes[p - 1]!]!;
        const after = p === last ? 0 : kindOf[bytes[p + wanted.length]!]!;
        if (blanks > most || marks > most || places.length === mostHits) return [];
        places.push((((form * 256 + blanks) * 256 + marks) * 256 + before) * 256 + after);
      }
      if (byte === 0x20) blanks++;
      else marks += isMark[byte]!;
    }
    return places;
  }

  return {
    settled(line) {
      const places = placesIn(line);
      if (places.length === 0) return undefined;
      let isOpen = false;
      for (const place of places) {
        const vote = votes.get(place) ?? 0;
        if (vote >= enough) return true;
        if (!(vote <= -enough)) isOpen = true;
      }
      return isOpen ? undefined : false;
    },
    learn(line, isHeld) {
      const places = placesIn(line);
      const open = isHeld ? places.filter((place) => !((votes.get(place) ?? 0) <= -enough)) : places;
      // Where it stands twice, it is not known which is the value.
      if (isHeld && open.length !== 1) return;
      for (const place of open) {
        const vote = votes.get(place) ?? 0;
        const isSame = vote === 0 || vote > 0 === isHeld;
        if (vote !== 0 || votes.size < mostPlaces) votes.set(place, isSame ? vote + (isHeld ? 1 : -1) : Number.NaN);
      }
    },
  };
}

const small = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Letters and digits each count as one kind. */
const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/\d/.test(char)) return 0x30;
  return /[A-Za-z]/.test(char) || byte > 127 ? 0x61 : byte;
});
const isMark = kindOf.map((kind) => (kind === 0x30 || kind === 0x61 ? 0 : 1));
