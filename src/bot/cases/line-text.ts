/** A line of a file as it is cited, and as people wrote it. */
export interface LineText {
  /** What is no UTF-8 is U+FFFD: how every service cites it. */
  cited: string;
  /** The same, but for letters of an older encoding, which a log in German or French may be written in. */
  shown: string;
}

const unknown = '\ufffd';
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const western = new TextDecoder('windows-1252');

/** Marks and letters that stand in such texts; `\xff\xfe` and whatever controls something stand in none. */
const isWestern = /^[\p{L}€„“”‚‘’–—…°§µ²³±«»¡¿·£¥©®´]$/u;
const never = /[ÿþÞ]/;

export function readLineText(bytes: Uint8Array): LineText {
  const cited = utf8.decode(bytes);
  if (!cited.includes(unknown)) return { cited, shown: cited };
  const read = western.decode(bytes);
  // Where a sign stands for several bytes, some of them made sense as UTF-8: the line is in no older encoding.
  if (read.length !== cited.length) return { cited, shown: cited };
  for (let at = cited.indexOf(unknown); at >= 0; at = cited.indexOf(unknown, at + 1)) {
    const letter = read[at] ?? '';
    if (!isWestern.test(letter) || never.test(letter)) return { cited, shown: cited };
  }
  return { cited, shown: read };
}

const words = /[\p{L}\p{N}\p{M}_\ufffd]+/gu;

/** Words with letters that an answer could not tell, by how it has them; none that could be either of two. */
export function lettersOf(lines: Iterable<LineText>): Map<string, string> {
  const letters = new Map<string, string>();
  for (const { cited, shown } of lines) {
    if (cited === shown) continue;
    for (const match of cited.matchAll(words)) {
      const [word] = match;
      if (!word.includes(unknown)) continue;
      const read = shown.slice(match.index, match.index + word.length);
      letters.set(word, (letters.get(word) ?? read) === read ? read : word);
    }
  }
  return letters;
}

/** A file's first line begins with it where a program marked its text as UTF-8. */
const byteOrderMark = /(^|[\n`])\ufeff/g;

/** Words of an answer as people read them in the file. */
export function asPeopleRead(text: string, letters: ReadonlyMap<string, string>): string {
  const unmarked = text.replace(byteOrderMark, '$1');
  if (letters.size === 0 || !unmarked.includes(unknown)) return unmarked;
  return unmarked.replace(words, (word) => letters.get(word) ?? word);
}
