import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { Frame } from './frames.ts';
import { nounOf, numberIn } from './named-columns.ts';
import { tokensOfPhrase } from './read-phrase.ts';
import { recordNouns, requestNouns } from './words.ts';

/** A question as its parts, in whatever order they stood; `rest` says which lines are meant. */
interface Parts {
  rest: string;
  taken: { kind: Kind; text: string }[];
  /** Names of rows of a table, "which path" or "per path". */
  noun?: string;
  isPerNoun?: boolean;
  /** It stands first: "number of devices". */
  isHeadNoun?: boolean;
  asks?: 'many' | 'long' | 'when' | 'yes';
  statistic?: Partial<Query> & Pick<Query, 'take'>;
  extreme?: 'max' | 'min';
  /** What an adjective says is measured: "slowest" is of times. */
  measure?: string;
  order?: 'most' | 'least';
  edge?: 'first' | 'last';
  every?: string;
  sides?: [string, string];
  isShare?: boolean;
  isDistinct?: boolean;
  isTotal?: boolean;
  isNever?: boolean;
  isTogether?: boolean;
  isOfState?: boolean;
  state?: string;
}

type Kind =
  | 'every'
  | 'statistic'
  | 'total'
  | 'order'
  | 'extreme'
  | 'share'
  | 'distinct'
  | 'many'
  | 'long'
  | 'when'
  | 'edge'
  | 'never'
  | 'together';

interface Reading {
  query: Partial<Query> & Pick<Query, 'take'>;
  groups: Record<string, string | undefined>;
  /** Which marks it makes use of. */
  uses: readonly Kind[];
}
type Add = (uses: string, query: Reading['query'], groups?: Reading['groups']) => void;

/** Words that say what is asked, whatever stands between them; each is taken out of what is left. */
type Mark = readonly [Kind, RegExp, (parts: Parts, found: Record<string, string>) => void];

const marks: readonly Mark[] = [
  [
    'every',
    /\b(?:(?:on average )?(?:per|an|a|each|every|in (?:an?|one|each|every)) (?<every>second|minute|hour|day)|(?<rate>hourly|daily))\b(?! (?:long|earlier|later|ago|before|after))/i,
    (parts, { every, rate }) => {
      parts.every = every ?? (rate === 'daily' ? 'day' : 'hour');
    },
  ],
  [
    'every',
    /\b(?:(?:in|during|at) )?(?:which|what|the|when was the)? ?(?<ord>busiest|quietest|noisiest|peak)? ?(?<every>second|minute|hour|day)(?: of the day)?\b(?= (?:had|has|have|saw|with|was|were|did|is|are|most|of|for)\b|$)/i,
    (parts, { ord, every }) => {
      parts.every = every!;
      if (ord !== undefined) parts.order = /quiet/i.test(ord) ? 'least' : 'most';
    },
  ],
  [
    'statistic',
    /\b(?:p(?<p>\d\d(?:\.\d)?)|(?<n>\d\d(?:\.\d)?)(?:th|st|nd|rd)?[ -]?percentile)\b/i,
    (parts, { p, n }) => {
      parts.statistic = { take: 'percentile', percent: Number(p ?? n) };
    },
  ],
  [
    'statistic',
    /\bmedian\b/i,
    (parts) => {
      parts.statistic = { take: 'median' };
    },
  ],
  [
    'statistic',
    /\b(?:(?:on|in) (?:the )?average|averaged?|avg|mean|typical(?:ly)?|usual(?:ly)?)\b/i,
    (parts) => {
      parts.statistic = { take: 'mean' };
    },
  ],
  [
    'total',
    /\b(?:in total|in sum|in all|altogether|all together|taken together|combined|summed up|sum(?: up)? of|add(?:ed)? up|sum|total|overall)\b(?: (?:of|all(?: the)?))*/i,
    (parts) => {
      parts.isTotal = true;
    },
  ],
  [
    'order',
    /\b(?:most|more) (?:of the time|time)\b/i,
    (parts) => {
      parts.order = 'most';
      parts.asks = 'long';
    },
  ],
  [
    'extreme',
    /\b(?:the )?(?<word>slowest|longest|hottest|warmest|deepest|largest|biggest|highest|greatest|heaviest|maximum|max|peak|worst|top|slower|longer|hotter|warmer|higher|larger|bigger|fastest|quickest|shortest|coldest|coolest|lowest|smallest|minimum|min|driest|faster|quicker|shorter|colder|cooler|lower|smaller)\b(?! (?:than )?[\d.]+)(?: (?:single|individual|possible|recorded|measured|observed|number of(?= \w+)))?/i,
    (parts, { word }) => {
      parts.extreme = /^(?:fast|quick|short|cold|cool|low|small|min|dri)/i.test(word!) ? 'min' : 'max';
      if (/^(?:slow|long|fast|quick|short)/i.test(word!)) parts.measure = 'time';
      if (/^(?:hot|warm|cold|cool)/i.test(word!)) parts.measure = 'temperature';
    },
  ],
  [
    'extreme',
    /\b(?:how (?<word>hot|warm|cold|cool|high|low|deep|large|big|small|fast|slow|dry)\b|at (?<bound>most|least|worst|best)(?! \d))/i,
    (parts, { word, bound }) => {
      parts.extreme = /^(?:cold|cool|low|small|fast|dry|least|best)/i.test(word ?? bound ?? '') ? 'min' : 'max';
      if (/^(?:hot|warm|cold|cool)/i.test(word ?? '')) parts.measure = 'temperature';
      if (/^(?:fast|slow)/i.test(word ?? '')) parts.measure = 'time';
    },
  ],
  [
    'order',
    /\b(?:the )?(?<word>(?:most|least|more|less)[ -](?:often|frequent(?:ly)?|common(?:ly)?|active|times|requested|used|frequented)|commonest|busiest|noisiest|rarest|quietest|(?:most|fewest|least|fewer|more|less)(?: of(?: the)?)?(?! recent))\b(?! than)/i,
    (parts, { word }) => {
      parts.order = /^(?:least|less|few|rar|quiet)/i.test(word!) ? 'least' : 'most';
    },
  ],
  [
    'share',
    /\b(?:as )?(?:(?:a|the|which|what|how large a|how big a|how many|how much) )?(?:share|percentage|percent|fraction|proportion|portion|ratio|rate|%)\b(?: of)?|\bin percent\b/i,
    (parts) => {
      parts.isShare = true;
    },
  ],
  [
    'distinct',
    /\b(?:different|distinct|unique|various|separate)\b/i,
    (parts) => {
      parts.isDistinct = true;
    },
  ],
  [
    'many',
    /\b(?:how many(?: times| of (?:them|the|these|all))?|how often|how frequently|(?:the )?numbers? of(?: times)?|(?:the )?count(?: of(?: all)?| all| the)?\b|tally)/i,
    (parts) => {
      parts.asks ??= 'many';
    },
  ],
  [
    'long',
    /\b(?:for )?(?:how long|how much time|what (?:amount of )?time|time spent|duration of|total time)\b|\bfor how long\b/i,
    (parts) => {
      parts.asks ??= 'long';
    },
  ],
  [
    'when',
    /\b(?:since when|when exactly|when|at what time|what time|time of|timestamp of)\b/i,
    (parts) => {
      parts.asks ??= 'when';
    },
  ],
  [
    'edge',
    /\b(?:for the |the )?(?:very )?(?<word>first|earliest|initially|last|latest|most recent(?:ly)?|newest)\b(?: (?:time|of all|occurrence(?: of)?))?/i,
    (parts, { word }) => {
      parts.edge = /^(?:first|earl|init)/i.test(word!) ? 'first' : 'last';
    },
  ],
  [
    'together',
    /\b(?:at the same (?:time|moment)|simultaneously|concurrently|in parallel|together|at once|both|overlap(?:s|ped|ping)?(?: in time)?|any time)\b/i,
    (parts) => {
      parts.isTogether = true;
    },
  ],
];

const absence: Mark = [
  'never',
  /\b(?:never(?: once)?|not(?: (?:a|any|once|one|even))*|without(?: (?:a|any))?|free of|no(?: single)?|zero|none)\b(?! longer)/i,
  (parts) => {
    parts.isNever = true;
  },
];

const sidesOf =
  /(?<![\w.-])(?<left>[\w.#/@-]+)(?:,)? (?:or|vs\.?|versus|and|against|compared (?:to|with)) (?<right>[\w.#/@-]+)(?![\w-])/i;

/** Readings by parts, best first; `unread` are words that a reading has no use for. */
export function readingsByParts(
  question: string,
  schema: Schema,
): { frame: Frame; groups: Record<string, string | undefined>; unread: string[] }[] {
  const parts = partsOf(question, schema);
  return decide(parts, schema).map(({ query, groups, uses }, index) => ({
    frame: { name: `parts-${index}`, pattern: nothing, query },
    groups: { ...groups, all: question },
    unread: parts.taken.filter(({ kind }) => !uses.includes(kind)).map(({ text }) => text.trim()),
  }));
}
const nothing = /(?!)/;

function partsOf(question: string, schema: Schema): Parts {
  const parts: Parts = { rest: ` ${question.replace(/[,:;?!]+(?=\s|$)/g, ' ')} `.replace(/\s+/g, ' '), taken: [] };
  if (/^ (?:is|are|was|were|did|does|do|has|have|had|any|anything|can)\b/i.test(parts.rest)) parts.asks = 'yes';
  takeSides(parts, schema);
  for (const mark of marks) take(parts, mark, schema);
  takeNoun(parts, schema);
  if (parts.noun !== undefined && !parts.isPerNoun) take(parts, absence, schema);
  parts.rest = parts.rest.replace(/\s+/g, ' ').trim();
  return parts;
}

function take(parts: Parts, [kind, pattern, set]: Mark, schema: Schema): void {
  const found = pattern.exec(parts.rest);
  if (found === null || isName(found[0], schema)) return;
  set(parts, { ...found.groups } as Record<string, string>);
  parts.taken.push({ kind, text: found[0] });
  parts.rest = parts.rest.replace(pattern, ' ').replace(/\s+/g, ' ');
  if (kind === 'together') take(parts, [kind, pattern, () => {}], schema);
}

/** A word of the file is never only a word of the question. */
const isName = (text: string, { columns }: Schema): boolean => {
  const low = text.trim().toLowerCase();
  return columns.some(({ name, values }) => values.has(low) || (name === low && low.includes('_')));
};

function takeSides(parts: Parts, { columns }: Schema): void {
  const found = sidesOf.exec(parts.rest)?.groups;
  const [left = '', right = ''] = [found?.left, found?.right];
  const isValue = (one: string) =>
    columns.some((column) => !column.isNumber && column.name !== 'outcome' && column.values.has(one.toLowerCase())) ||
    /\d/.test(one);
  if (left === '' || !isValue(left) || !isValue(right)) return;
  parts.sides = [left, right];
  parts.rest = parts.rest.replace(sidesOf, ' ');
}

const nounBehind =
  /\b(?<how>(?:on |in |at |to |from |by |for |of |with )?(?:which|what|whose)(?: of(?: the)?| single| kind of)?|per|by|(?:for |on |from |in |of |did |does )?(?:each|every)|break ?down (?:of|by)|distribution of|grouped by|split by|the) (?<noun>[\w.-]+(?: [\w.-]+){0,2})/gi;

/** What the rows of the answer are called: "which path", "per shard", "the device with". */
function takeNoun(parts: Parts, schema: Schema): void {
  if (/\b(?:who|whom|whose)\b/i.test(parts.rest)) {
    const who = nounOf('who', schema, false);
    if (who !== undefined) {
      parts.noun = 'who';
      parts.rest = parts.rest.replace(/\bwho(?:m|se)?\b(?: (?:is|was|are|were))?/i, ' ');
      return;
    }
  }
  for (const match of parts.rest.matchAll(nounBehind)) {
    const { how = '', noun: text = '' } = match.groups ?? {};
    const words = text.split(' ');
    const isRanked = parts.order !== undefined || parts.extreme !== undefined || parts.isNever === true;
    if (/^the$/i.test(how) && !isRanked) continue;
    for (let size = words.length; size >= 1; size--) {
      const noun = words.slice(0, size).join(' ');
      const found = nounOf(noun, schema, false);
      if (found === undefined || found.rest !== '') continue;
      parts.noun = noun;
      parts.isPerNoun = /^(?:per|by|break|distribution|grouped|split)|each|every/i.test(how);
      parts.rest = parts.rest.replace(`${how} ${noun}`, ' ');
      return;
    }
  }
  const isHeaded = parts.order !== undefined || parts.extreme !== undefined || parts.asks === 'many';
  if (isHeaded) takeHead(parts, schema);
}

/** "Busiest path", "top customer by orders": the noun stands first in what is left. */
function takeHead(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest);
  for (let size = Math.min(2, words.length); size >= 1; size--) {
    const noun = words.slice(0, size).join(' ');
    const found = nounOf(noun, schema, false);
    if (found === undefined || found.rest !== '' || recordNouns.has(noun) || requestNouns.has(noun)) continue;
    parts.noun = noun;
    parts.isHeadNoun = true;
    parts.rest = words
      .slice(size)
      .join(' ')
      .replace(/^(?:by|with|for)\b/i, '');
    return;
  }
}

/** What the parts come to; several where the file decides between them. */
function decide(parts: Parts, schema: Schema): Reading[] {
  const { rest, every, order, extreme, sides } = parts;
  const found: Reading[] = [];
  const add: Add = (uses, query, groups = { where: rest }) =>
    found.push({ query, groups, uses: ['many', 'total', ...uses.split(' ')] as Kind[] });
  const rank = order ?? (extreme === 'min' ? 'least' : 'most');
  const number = numberText(parts, schema);
  if (every !== undefined) {
    const everyMs = { second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 }[every.toLowerCase()]!;
    if (order !== undefined || extreme !== undefined)
      add('every order extreme', { take: 'count', everyMs, order: rank });
    else add('every statistic', { take: 'rate', everyMs });
  } else if (sides !== undefined) besides(parts, sides, number, add);
  else {
    if (parts.isShare) add('share', { take: 'share' });
    if (parts.noun !== undefined) rankedBy(parts, parts.noun, number, rank, add);
    else measured(parts, number, rank, add);
    singled(parts, number, add);
  }
  return found;
}

/** Of two names beside each other. */
function besides(parts: Parts, [where, against]: [string, string], number: string | undefined, add: Add): void {
  const { rest, edge, order, extreme, statistic } = parts;
  const groups = { where, against, of: rest };
  if (parts.isTogether)
    add('together long', { take: 'overlap', state: 'running' }, { where: `${rest} ${where}`, against });
  else if (edge !== undefined) add('edge', { take: 'order' }, groups);
  else if (number !== undefined && (extreme !== undefined || statistic !== undefined))
    add('extreme statistic order', { take: 'compare' }, { ...groups, of: number });
  else if (order !== undefined || extreme !== undefined) add('order extreme', { take: 'compare' }, groups);
}

/** Rows of a table: which of them has the most, the highest, none. */
function rankedBy(parts: Parts, by: string, number: string | undefined, rank: 'most' | 'least', add: Add): void {
  const { rest: where, asks, statistic, extreme, measure, order, edge, isTotal, isPerNoun } = parts;
  if (parts.isDistinct || (asks === 'many' && parts.isHeadNoun))
    add('distinct', { take: 'distinct' }, { of: by, where });
  if (parts.isNever) add('never', { take: 'never' }, { by, where });
  if (extreme !== undefined) {
    const taken = statistic ?? { take: isTotal ? ('sum' as const) : extreme };
    if (number !== undefined) add('extreme statistic', { ...taken, order: rank }, { by, of: number });
    const times = { take: isTotal ? ('duration' as const) : ('longest' as const), state: 'running', order: rank };
    if (measure === 'time') add('extreme long', times, { by, where });
    add('extreme', { take: 'count', order: rank }, { by, where });
  }
  if (order !== undefined) {
    if (asks === 'long') add('order long', { take: 'duration', state: 'running', order }, { by, where });
    add('order', { take: 'count', order }, { by, where });
    if (number !== undefined) add('order', { take: 'sum', order }, { by, of: number });
  }
  if (edge !== undefined) add('edge', { take: edge }, { by, where });
  if (number !== undefined && statistic !== undefined) add('statistic', statistic, { by, of: number });
  if (number !== undefined && isPerNoun && isTotal) add('', { take: 'sum' }, { by, of: number });
  if (isPerNoun) add('', { take: 'count' }, { by, where });
  else if (asks === undefined) add('', { take: 'values' }, { of: by, where });
}

/** A number over all lines that are meant. */
function measured(parts: Parts, number: string | undefined, order: 'most' | 'least', add: Add): void {
  const { rest, asks, statistic, extreme, measure, isTotal } = parts;
  const isOfTime = asks === 'long' || measure === 'time';
  if (parts.isDistinct) add('distinct', { take: 'distinct' }, { of: rest });
  if (statistic !== undefined) {
    if (number !== undefined) add('statistic long', statistic, { of: number });
    if (isOfTime) add('statistic long', { ...statistic, state: 'running' });
  } else if (extreme !== undefined) {
    if (number !== undefined) add('extreme long when', { take: extreme }, { of: number });
    if (measure === 'time') add('extreme long', { take: 'longest', state: 'running', order });
  } else if (isTotal && number !== undefined) add('', { take: 'sum' }, { of: number });
}

/** What is counted, looked for or placed in time. */
function singled({ asks, noun, isTotal, edge }: Parts, number: string | undefined, add: Add): void {
  if (asks === 'when') add('when edge', { take: edge ?? 'first' });
  if (asks === 'many') add('', { take: 'count' });
  if (asks === 'yes') add('', { take: 'exists' });
  if (asks === undefined && noun === undefined) {
    if (isTotal && number === undefined) add('', { take: 'count' });
    if (edge !== undefined) add('edge', { take: edge });
  }
}

/** The words with the number that is measured, where the file has it. */
function numberText({ rest, measure, asks, statistic, extreme }: Parts, schema: Schema): string | undefined {
  if (numberIn(rest, schema) !== undefined) return rest;
  const meant = measure ?? (asks === 'long' && (statistic !== undefined || extreme !== undefined) ? 'time' : undefined);
  if (meant === undefined || numberIn(meant, schema) === undefined) return undefined;
  // What a word of messages says it is of stays.
  return `${meant} ${rest}`;
}
