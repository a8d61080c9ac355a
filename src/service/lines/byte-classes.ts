/** What a byte means to the form of a line. Words are runs of `word`, `digit` and inner dots; the rest separates. */
export const byteClass = { separator: 0, word: 1, digit: 2, dot: 3, joiner: 4, ignored: 5, escape: 6 } as const;

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
  for (const char of ' ,:#|') table[char.charCodeAt(0)] = byteClass.joiner;
  table[9] = byteClass.joiner;
  table[46] = byteClass.dot;
  table[0] = byteClass.ignored;
  table[13] = byteClass.ignored;
  table[27] = byteClass.escape;
  return table;
}
