/**
 * What a byte means to the form of a line. Words are runs of `word`, `digit` and inner dots; the rest separates.
 * The order matters to the loop over them: below `dot` goes on with a word.
 */
export const byteClass = {
  word: 0,
  digit: 1,
  dot: 2,
  blank: 3,
  joiner: 4,
  separator: 5,
  ignored: 6,
  escape: 7,
} as const;

/** Class of each byte value. Joiners may stand between two numbers without ending the run of numbers. */
export const byteClasses: Uint8Array = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const isLetter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte >= 128;
    table[byte] = isLetter ? byteClass.word : byteClass.separator;
  }
  for (let byte = 48; byte <= 57; byte++) table[byte] = byteClass.digit;
  for (const char of '_-/\\@$%+&~') table[char.charCodeAt(0)] = byteClass.word;
  for (const char of ',:#|') table[char.charCodeAt(0)] = byteClass.joiner;
  table[0x20] = table[0x09] = byteClass.blank;
  table[0x2e] = byteClass.dot;
  table[0x00] = table[0x0d] = byteClass.ignored;
  table[0x1b] = byteClass.escape;
  return table;
}
