/** A question without a clause that says when, and what that clause says. */
export interface Clause {
  main: string;
  side: 'after' | 'before' | 'between' | 'while' | 'at';
  said: string;
  /** Of two events the other: "between A and B", "after B against before A". */
  other?: string;
  /** It goes on until then: what comes behind is not set against it. */
  isUpTo?: boolean;
  /** The time before is set against the time after. */
  isCompared?: boolean;
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
  // One of several, at its moment.
  [
    'at',
    /(?<![\w/.-])(?<side>at|on|upon) (?:the (?:time|moment) of )?(?:the )?(?=(?:first|second|third|fourth|last) [a-z])/gi,
  ],
];
const between =
  /(?<![\w-])(?:between|from(?: when)?) (?:the )?(?<said>.+?) (?:and|to|till|until|up to)(?: when)? (?:the )?(?<other>.+)$/i;
const against =
  /^(?<said>.+?)[,;:]? (?:than|vs\.?|versus|against|compared (?:to|with)) (?:before|until) (?:the )?(?<other>.+)$/i;

/** "Before vs after the update": what comes after is set against what was before in any case. */
const bothSides =
  /\b(?:before (?:vs\.?|versus|and|or|than|compared (?:to|with)|against) after|after (?:vs\.?|versus|and|or|than|compared (?:to|with)|against) before)\b/i;

/** Each way in which a clause may be taken out of a question, wherever it stands. */
export function clausesOfTime(question: string): Clause[] {
  const { text, aside } = withoutAside(question.replace(bothSides, 'after'));
  const found = sides.flatMap(([side, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [head, tail] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
      // "When was it lost" asks for the time.
      if (
        head.trim() === '' &&
        /^when$/i.test(match.groups?.side ?? '') &&
        /^(?:is|was|are|were|did|does|do)\b/i.test(tail)
      )
        return [];
      const isUpTo = /^(?:until|till|up to)$/i.test(match.groups?.side ?? '');
      return split(head, tail).map((one) => ({ ...one, side, ...(isUpTo ? { isUpTo } : {}) }));
    }),
  );
  return [...found.flatMap(withOther), ...betweenIn(text), ...withState(text)]
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
  return asides.length === 0
    ? { text: question, aside: '' }
    : { text: question.replace(/ \([^()]{1,60}\)/g, ''), aside: asides.join(' ') };
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

/** "After it was restored against before it was lost". */
function withOther(clause: Split & Pick<Clause, 'side'>): Clause[] {
  const { said, other } = (clause.side === 'after' ? against.exec(clause.said)?.groups : undefined) ?? {};
  return said === undefined || other === undefined
    ? [clause]
    : [{ ...clause, said, other: tidy(other), isCompared: true }, clause];
}

function betweenIn(text: string): Clause[] {
  const found = between.exec(text);
  const { said = '', other = '' } = found?.groups ?? {};
  if (
    found === null ||
    /^how (?:long|much time)\b|\b(?:gap|time|duration|delay|difference|longest|shortest|took|takes?|lasted)\b/i.test(
      text,
    )
  )
    return [];
  const [head, tail] = [text.slice(0, found.index), other];
  return split(`${head} `, tail).map(({ main, said: end }) => ({ main, side: 'between', said, other: tidy(end) }));
}

/** "With the circuit open, how many jobs failed". */
function withState(text: string): Clause[] {
  const { said, main } =
    new RegExp(`^with (?:the |an? )?(?<said>[^,]{3,60}),? (?<main>${asking}.+)$`, 'i').exec(text)?.groups ?? {};
  if (said === undefined || main === undefined) return [];
  // "With the new limit in force".
  const { age, name } =
    /^(?<age>new|old) (?<name>.+?) (?:in (?:force|effect|use|place)|active|applied)$/i.exec(said)?.groups ?? {};
  if (name === undefined) return [{ main, side: 'while', said }];
  return [{ main, side: /^new$/i.test(age ?? '') ? 'after' : 'before', said: `${name} was changed` }];
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:;-]+|[\s,:;-]+$/g, '')
    .trim();
