/** Words that tell what kind of answer is wanted. */
const known = `what when which where there many summary summarize summarise errors error happened happen between compare
  slowest lowest slower lower highest biggest largest reason restart restarted failed failure failures timeout timeouts exception exceptions before after problem
  problems crashed crash started because during yesterday warning warnings often service connection database request requests
  frequent common explain memory`.split(/\s+/);
const vocabulary = new Set(known);
const slips: Record<string, string> = {
  hwo: 'how',
  hou: 'how',
  waht: 'what',
  wat: 'what',
  wht: 'what',
  whta: 'what',
  wen: 'when',
  whn: 'when',
  whne: 'when',
  wich: 'which',
  witch: 'which',
  whcih: 'which',
  wihch: 'which',
  wher: 'where',
  whre: 'where',
  teh: 'the',
  hte: 'the',
  mnay: 'many',
  manny: 'many',
  y: 'why',
  wy: 'why',
  whi: 'why',
  fidn: 'find',
  serach: 'search',
  shwo: 'show',
  lsit: 'list',
  erros: 'errors',
  errros: 'errors',
  hapened: 'happened',
  happend: 'happened',
  hapend: 'happened',
  happned: 'happened',
  summery: 'summary',
  sumary: 'summary',
  wrnog: 'wrong',
  worng: 'wrong',
  cuase: 'cause',
  casue: 'cause',
  becuase: 'because',
  wsa: 'was',
  tehre: 'there',
  adress: 'address',
  whats: "what's",
};

/** Slips in words that are no names: letters swapped, doubled or left out. Other words stay as they are. */
export function withoutTypos(text: string): string {
  return text.replace(/(?<![\w./:@-])[A-Za-z]{1,14}(?![\w./:@-]|'\w)/g, (word) => {
    const lower = word.toLowerCase();
    if (vocabulary.has(lower)) return word;
    const known = Object.hasOwn(slips, lower) ? slips[lower] : undefined;
    if (known !== undefined && !(lower.length === 1 && word !== lower)) return known;
    return lower.length < 5 ? word : (nearest(lower) ?? word);
  });
}

function nearest(word: string): string | undefined {
  return known.find((one) => one.length >= 5 && (isSwapped(word, one) || lacksOne(word, one) || isDoubled(word, one)));
}

function isSwapped(word: string, one: string): boolean {
  if (word.length !== one.length) return false;
  let at = 0;
  while (word[at] === one[at]) at++;
  return word[at] === one[at + 1] && word[at + 1] === one[at] && word.slice(at + 2) === one.slice(at + 2);
}

/** A letter of the word was left out, not its last: "error" is a word of its own beside "errors". */
function lacksOne(word: string, one: string): boolean {
  if (word.length !== one.length - 1 || one.length < 6) return false;
  let at = 0;
  while (at < word.length && word[at] === one[at]) at++;
  return at < word.length && word.slice(at) === one.slice(at + 1);
}

function isDoubled(word: string, one: string): boolean {
  if (word.length !== one.length + 1) return false;
  let at = 0;
  while (at < one.length && word[at] === one[at]) at++;
  return at > 0 && word[at] === word[at - 1] && word.slice(at + 1) === one.slice(at);
}
