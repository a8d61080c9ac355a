/** How lines write one of several that go by a number or a letter: `disk[4]`, CAR2, `cam12`, DIMM_B2. */
export interface UnitSpelling {
  /** As the line writes it where word and number are one; else the number alone. */
  read(text: string): string | undefined;
}

const id = String.raw`(\d{1,6}|(?<![A-Za-z])[A-Z]\d{0,3})(?![\p{L}\d]|[.:,]\d|%)`;
const named = '(?:[_ ]?(?:[Ii][Dd]|[Nn]o|[Nn]r|[Nn]um(?:ber)?|[Ii]nde?x))?';
const between = `["']?(?:[ =:#,/_-]{0,2}|[[(]|: )["']?`;
const anyUnit = new RegExp(String.raw`(?<![\p{L}\d])([A-Za-z]{2,20}?)${named}(${between})${id}`, 'gu');
const fewest = 3;

/** Learned from lines of the file; undefined where they write no such thing. */
export function unitSpelling(noun: string, texts: readonly string[], fewestUnits = 2): UnitSpelling | undefined {
  if (!/^\p{L}{2,24}$/u.test(noun)) return undefined;
  const wanted = noun.toLowerCase();
  const known = new Map<number, { words: Set<string>; count: number; ids: Set<string> }>();
  for (const text of texts) {
    for (const [, word = '', sign = '', number = ''] of text.slice(0, 2000).matchAll(anyUnit)) {
      const rank = likeness(word, sign, wanted);
      // A letter behind a short form is as likely a word.
      if (rank === 0 || (/^[A-Z]$/.test(number) && rank < 4)) continue;
      const one = known.get(rank) ?? { words: new Set<string>(), count: 0, ids: new Set<string>() };
      one.count++;
      one.ids.add(number);
      if (one.words.size < 20) one.words.add(word);
      known.set(rank, one);
    }
  }
  const [best] = [...known]
    .filter(([, { count, ids }]) => count >= fewest && ids.size >= fewestUnits)
    .sort((a, b) => b[0] - a[0]);
  if (best === undefined) return undefined;
  const words = [...best[1].words];
  const pattern = new RegExp(String.raw`(?<![\p{L}\d])(?:${words.join('|')})${named}(${between})${id}`, 'u');
  return {
    read(text) {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      return /^[_/-]?$/.test(match[1]!) ? match[0] : match[2]!;
    },
  };
}

/** How surely lines mean the noun by a word before a number: the word itself, its beginning, its letters, its first two. */
function likeness(word: string, sign: string, noun: string): number {
  const low = word.toLowerCase();
  if (low === noun || low === `${noun}s`) return 4;
  if (low.length >= noun.length || low[0] !== noun[0]) return 0;
  if (low.length > 2 && noun.startsWith(low)) return 3;
  const isCode = word === word.toUpperCase() && /^[_-]?$/.test(sign);
  if (!isCode) return 0;
  return low.length > 2 ? (isWithin(low, noun) ? 2 : 0) : noun.startsWith(low) && sign === '' ? 1 : 0;
}

function isWithin(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Two spellings of one number or letter are one: "cam04" is 4, "gate A7" is A7. */
export function unitNumber(label: string): string {
  const found = /(?:\d+|(?<![A-Za-z])[A-Za-z]\d{0,3})$/.exec(label)?.[0] ?? label;
  return found.replace(/^0+(?=\d)/, '').toUpperCase();
}
