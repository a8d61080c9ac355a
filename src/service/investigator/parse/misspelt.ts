/** Words that say what a question asks; nothing in a file is likely to be one letter away from them. */
const vocabulary =
  `number numbers average percent percentage longest shortest highest lowest largest smallest biggest fastest slowest
 quickest hottest coldest maximum minimum median duration different distinct between before during difference together
 happened occurred frequent frequently greatest earliest latest heaviest lightest
 consecutive successive original`.split(/\s+/);
const known: ReadonlySet<string> = new Set(vocabulary);
/** One letter from "median". */
const own = 'media';
const fewestLetters = 6;
/** Of short words only what is left out or swapped is put right, where that is no word: "mary" is a name. */
const short = ['which', 'when', 'many', 'often', 'until'];

/** "Longst", "numbr", "precent": what asks is put right where one letter is missing, too many, wrong, or out of its place. */
export const withSpelling = (question: string): string =>
  question.replace(/(?<![\w"'`./@-])[a-z]{4,12}(?![\w"'`./@-])/g, (word) => {
    if (known.has(word) || short.includes(word) || word === own) return word;
    const brief = short.filter((one) => isOneOff(word, one) && (one.length > word.length || hasSameLetters(word, one)));
    if (brief.length === 1) return brief[0]!;
    if (word.length < fewestLetters - 1) return word;
    const meant = vocabulary.filter((one) => one.length >= fewestLetters && isOneOff(word, one));
    return meant.length === 1 ? meant[0]! : word;
  });

const hasSameLetters = (word: string, meant: string): boolean =>
  [...word].sort().join('') === [...meant].sort().join('');

/** One edit apart: optimal string alignment of distance 1. An ending of its own ("averaged") is no mistake. */
function isOneOff(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 1 || word[0] !== meant[0] || word.startsWith(meant)) return false;
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at++;
  const [left, right] = [word.slice(at), meant.slice(at)];
  if (left.length < right.length) return left === right.slice(1);
  if (left.length > right.length) return left.slice(1) === right;
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || left.slice(1) === right.slice(1);
}
