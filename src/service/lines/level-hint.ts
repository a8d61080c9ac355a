/**
 * Whether a line may name or mean a level at all: one cheap pass that spares most lines of a document without repeated
 * wording the reading of `levelOfLine`, which finds none where this is false (a seed apart).
 */
export function mayTellLevel(bytes: Uint8Array, start: number, end: number): boolean {
  let isInWord = false;
  for (let p = start; p < end; p++) {
    const byte = bytes[p]!;
    const kind = kinds[byte]!;
    if (kind === telling) return true;
    if (kind === other) {
      isInWord = false;
      continue;
    }
    if (isInWord) continue;
    isInWord = true;
    if (kind !== letter) continue;
    const second = bytes[p + 1]!;
    if (kinds[second] === letter) {
      if (beginnings[beginningOf(byte, second, bytes[p + 2]!)] === 1) return true;
    } else if (second === 0x20 || second === 0x09 || second === 0x2f) {
      // A level as a single letter: `E/Tag`, ` W `.
      if (byte < 0x60) return true;
    }
  }
  return false;
}

/** Levels are told near a message's beginning. */
export const hintBytes = 600;

const other = 0;
const letter = 1;
const digit = 2;
const telling = 3;

/** Records, terminal codes and quoted requests are always read in full. */
const kinds = new Uint8Array(256);
for (let byte = 0x41; byte <= 0x5a; byte++) kinds[byte] = kinds[byte | 0x20] = letter;
for (let byte = 0x30; byte <= 0x39; byte++) kinds[byte] = digit;
kinds[0x5f] = digit;
kinds[0x7b] = kinds[0x1b] = kinds[0x22] = telling;

const beginningOf = (a: number, b: number, c: number): number => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31);

const words =
  'emerg panic fatal crit alert dpanic severe err failure eror audit warn notice inf note log config debug dbg fine ' +
  'trace trc verbose silly system detail hint statement context success wrn ftl level lvl severity kernel out oom segfault ' +
  'core stack double assertion space fail exception denied refused unreachable timed timeout unable cannot ' +
  'can could abort corrupt invalid crash lost broken reset deprecated retry slow degraded throttl disconnect';

const beginnings = new Uint8Array(1 << 15);
for (const word of words.split(' ')) {
  beginnings[beginningOf(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2))] = 1;
}
