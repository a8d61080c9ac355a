const irregular = new Map(
  Object.entries({
    failure: 'fail',
    deployment: 'deploy',
    denial: 'deni',
    refusal: 'refus',
    exception: 'exception',
    froze: 'freez',
    frozen: 'freez',
    lost: 'los',
    loss: 'los',
    died: 'di',
    dying: 'di',
    hung: 'hang',
    sent: 'send',
    broken: 'break',
    broke: 'break',
    slept: 'sleep',
    gave: 'giv',
    given: 'giv',
    took: 'tak',
    taken: 'tak',
    wrote: 'writ',
    written: 'writ',
    threw: 'throw',
    thrown: 'throw',
    fell: 'fall',
    fallen: 'fall',
    began: 'begin',
    begun: 'begin',
    stuck: 'stick',
    chose: 'choos',
    chosen: 'choos',
    stole: 'steal',
    stolen: 'steal',
  }),
);

/**
 * What the forms of an English word share: "failed", "failing", "fails" and "failures" are `fail`. Lower case letters
 * in; the same word for words that have no ending to lose.
 */
export function stemOf(word: string): string {
  const single = withoutPlural(word);
  const known = irregular.get(single) ?? irregular.get(word);
  if (known !== undefined) return known;
  const bare = withoutEnding(single);
  if (bare.length > 3 && bare.endsWith('e')) return bare.slice(0, -1);
  return bare.length > 3 && bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}

/** The letters that stand in all forms of the word, to be looked for in a text. */
export function commonStart(word: string): string {
  const stem = stemOf(word);
  const forms = [stem.endsWith('i') ? stem.slice(0, -1) : stem];
  for (const [form, of] of irregular) if (of === stem) forms.push(form);
  return forms.reduce(sharedStart, word).slice(0, word.length) || word;
}

function sharedStart(a: string, b: string): string {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return a.slice(0, Math.max(2, shared));
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending !== undefined) {
    const rest = word.slice(0, -ending.length);
    if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
    return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
  }
  return /^.{4,}[st]ion$/.test(word) && word.length >= 8 ? word.slice(0, -3) : word;
}
