/** A question without a clause that says when, and what that clause says. */
export interface Clause {
  main: string;
  side: 'after' | 'before' | 'while';
  said: string;
  /** It goes on until then: what comes behind is not set against it. */
  isUpTo?: boolean;
}

const after = 'after|ever since|since|once|as soon as|following';
const before = 'before|until|till|up to|by the time|prior to|ahead of';
const within =
  'while|whilst|during the time|during|throughout|in the time|at times|at the time|when|inside of|inside|amid|within';
const lead = '(?: (?:that|when|of|where|in which))*(?: (?:the|an?|its|their))?';
/** What begins the other clause behind one that stands first. */
const asking =
  '(?:how|what|which|who|whose|where|did|does|do|was|were|is|are|has|have|had|list|show|number|count|on average)\\b';
const place = (words: string) => new RegExp(`(?<![\\w/.-])(?<side>${words})\\b(?!-)${lead} `, 'gi');
const sides: readonly (readonly [Clause['side'], RegExp])[] = [
  ['after', place(after)],
  ['before', place(before)],
  ['while', place(within)],
];

/** Each way in which a clause may be taken out of a question, wherever it stands. */
export function clausesOfTime(question: string): Clause[] {
  const { text, aside } = withoutAside(question);
  const found = sides.flatMap(([side, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [head, tail] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
      const word = match.groups?.side ?? '';
      // "When was it lost" asks for the time.
      if (head.trim() === '' && /^when$/i.test(word) && /^(?:is|was|are|were|did|does|do)\b/i.test(tail)) return [];
      const isUpTo = /^(?:until|till|up to)$/i.test(word);
      return split(head, tail).map((one) => ({ ...one, side, ...(isUpTo ? { isUpTo } : {}) }));
    }),
  );
  return found
    .map((one) => ({ ...one, main: tidy(`${one.main} ${aside}`), said: tidy(one.said) }))
    .filter(({ main, said }) => main !== '' && said !== '' && !isTime.test(main) && !asksMore.test(said));
}

/** "When and on which printer" asks twice, and tells of no time. */
const asksMore = /^(?:and|or)\b/i;

/** "Any time when both were down" asks for that time itself. */
const isTime = /\b(?:time|moment|period|point)s?$/i;

/** "(latency_ms)" says more of the question, wherever it stands. */
function withoutAside(question: string): { text: string; aside: string } {
  const asides = [...question.matchAll(/ \((?<said>[^()]{1,60})\)/g)].map(({ groups }) => groups?.said ?? '');
  return { text: question.replace(/ \([^()]{1,60}\)/g, ''), aside: asides.join(' ') };
}

type Split = Pick<Clause, 'main' | 'said'>;

/** Where the clause ends: with the question, at a comma, or where the other clause begins. */
function split(head: string, tail: string): Split[] {
  const isFirst = head.trim() === '';
  const ends = [...tail.matchAll(isFirst ? new RegExp(`[,:;] | - | (?=${asking})`, 'gi') : /[,:;] | - /g)];
  // What stands behind a sign is a clause sooner than what a word begins: "once it had been changed, how often".
  const parts = ends
    .toSorted((one, other) => Number(one[0] === ' ') - Number(other[0] === ' '))
    .map(({ 0: sign, index }) => ({
      main: `${head} ${tail.slice(index + sign.length)}`,
      said: tail.slice(0, index),
    }));
  return isFirst ? parts : [{ main: head, said: tail }, ...parts];
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:;-]+|[\s,:;-]+$/g, '')
    .trim();
