import type { Column, Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import type { Query } from '../query/query.ts';
import { nounOf } from './named-columns.ts';
import { isStranger, measureOf, readPhrase, tokensOfPhrase, valueIn } from './read-phrase.ts';
import { isNounForLines, requestNouns } from './words.ts';

/** A question as its parts, in whatever order they stood; `rest` says which lines are meant. */
export interface Parts {
  rest: string;
  taken: { kind: Kind; text: string }[];
  /** Names of rows of a table, "which path" or "per path". */
  noun?: string;
  isPerNoun?: boolean;
  /** The file has no name for them. */
  isOpenNoun?: boolean;
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
  /** Which of them is asked to be ahead. */
  expects?: 'more' | 'fewer';
  isShare?: boolean;
  isDistinct?: boolean;
  isTotal?: boolean;
  isNever?: boolean;
  isAlways?: boolean;
  isTogether?: boolean;
  /** Which state or value something has is asked. */
  isOfValue?: boolean;
  state?: string;
}

export type Kind =
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
  | 'together'
  | 'value'
  | 'always'
  | 'state';

/** "Which point was it connected to" asks for what is at the other end. */
export const otherSide = /\b(?:connected|attached|assigned|linked|bound|joined) (?:to|with|from|by)\b/i;

/** Stands for the names that the lines meant have, whatever the question calls them. */
export const openNoun = '*';

/** Words that say what is asked, whatever stands between them; each is taken out of what is left. */
type Mark = readonly [Kind, RegExp, (parts: Parts, found: Record<string, string>) => void];

const marks: readonly Mark[] = [
  [
    'every',
    /(?<!\b(?:than|over|under|above|below|within|last|first|for|after|least|most) )\b(?:(?:on average )?(?:per|an|a|each|every|in (?:an?|one|each|every)) (?<every>second|minute|hour|day)|(?<rate>hourly|daily))\b(?! (?:long|earlier|later|ago|before|after))/i,
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
    'always',
    /\b(?:the (?:whole|entire) time|all the time|throughout|always|all along|without interruption|continuously)\b/i,
    (parts) => {
      parts.isAlways = true;
    },
  ],
  [
    'value',
    /\b(?:(?:in |to |into |at )?(?:which|what)(?: (?:is|was) the)? (?<word>state|status|phase|mode|value|setting)\b(?: of)?|(?:to )?(?:which|what)(?: (?:is|was) the(?: (?<old>old|previous|initial|original|first)| current| new)?)?(?= version\b)|what (?:is|was|were) (?=(?:the )?\S{1,80}(?: (?:set to|now|at the end|then|currently)){0,3} ?$)|(?:the )?(?<age>current|final|last|latest|present|new|old|initial|original|previous|first)? ?(?:state|status|value|setting|phase|mode) of\b|(?:what|tell me what)(?: is| was| does| did)?(?= .{0,120} (?:doing|busy with|up to|set to)\b)|\b(?:doing|busy with)\b)/i,
    (parts, { age, old }) => {
      parts.isOfValue = true;
      if (old !== undefined || (age !== undefined && /^(?:old|init|orig|prev|first)/i.test(age))) parts.edge = 'first';
    },
  ],
  [
    'long',
    /\b(?:for )?(?:how long|how much time|what amount of time|time spent|(?:the )?(?:(?:total|overall|combined|run(?:ning)?|up) )?(?:time|duration)(?: (?:of|that))?(?= [\w.-]*[a-z])|(?:the )?(?:total |all the )?(?:time|duration)$)|\bfor how long\b/i,
    (parts) => {
      parts.asks ??= 'long';
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
    /\b(?:the )?(?<word>slowest|longest|hottest|warmest|deepest|largest|biggest|highest|greatest|heaviest|maximum|max|peak|worst|slower|longer|hotter|warmer|higher|larger|bigger|fastest|quickest|shortest|coldest|coolest|lowest|smallest|minimum|min|driest|faster|quicker|shorter|colder|cooler|lower|smaller|weakest|(?!(?:latest|earliest|newest|oldest|fewest|busiest|quietest|noisiest|rarest|commonest|request|ingest|digest|manifest|harvest|protest|contest|forest|honest|suggest|interest|arrest|invest|guest|quest|chest)\b)[a-z]{4,12}est)\b(?! (?:than )?[\d.]+)(?: (?:single|individual|possible|recorded|measured|observed|number of(?= \w+)))?/i,
    (parts, { word }) => {
      parts.extreme = /^(?:fast|quick|short|cold|cool|low|small|min|dri|weak|light|calm|thin)/i.test(word!)
        ? 'min'
        : 'max';
      setMeasure(parts, word!);
    },
  ],
  [
    'extreme',
    /\b(?:how (?<word>hot|warm|cold|cool|high|low|deep|large|big|small|fast|slow|dry)\b|at (?<bound>most|least|worst|best)(?! \d))/i,
    (parts, { word, bound }) => {
      parts.extreme = /^(?:cold|cool|low|small|fast|dry|least|best)/i.test(word ?? bound ?? '') ? 'min' : 'max';
      setMeasure(parts, word ?? '');
    },
  ],
  [
    'order',
    /\b(?:the )?(?<word>top|(?:most|least|more|less)[ -](?:often|frequent(?:ly)?|common(?:ly)?|active|times|requested|used|frequented|popular|[a-z]{3,12}ed(?= [a-z]))|commonest|busiest|noisiest|rarest|quietest|(?:most|fewest|least|fewer|more|less)(?: of(?: the)?)?(?! recent))\b(?! than)/i,
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

function setMeasure(parts: Parts, adjective: string): void {
  const measure = measureOf(adjective);
  if (measure !== undefined) parts.measure = measure;
}

const absence: Mark = [
  'never',
  /\b(?:never(?: once)?|not(?: (?:a|any|once|one|even))*|without(?: (?:a|any))?|free of|no(?: single)?|zero|none)\b(?! longer)/i,
  (parts) => {
    parts.isNever = true;
  },
];

const sidesOf =
  /(?<![\w.#/@-])(?<left>[\w.#/@-]{1,80})(?:,)? (?:or|vs\.?|versus|and|against|compared (?:to|with)) (?<right>[\w.#/@-]{1,80})(?![\w-])/i;

/** `isOfStates`: words for states are taken as such, and not as words of lines. */
export function partsOf(question: string, schema: Schema, isOfStates: boolean): Parts {
  const parts: Parts = {
    rest: ` ${question.replace(/(?<![,:;?!])[,:;?!]{1,9}(?=\s|$)/g, ' ')} `.replace(/\s+/g, ' '),
    taken: [],
  };
  if (/^ (?:is|are|was|were|did|does|do|has|have|had|any|anything|can)\b/i.test(parts.rest)) parts.asks = 'yes';
  takeSides(parts, schema);
  const doing = /\b(?:tell me )?what(?: (?:is|was|were|did|does))? (?<who>.+?) (?:doing|do|busy with|up to)\b/i.exec(
    parts.rest,
  );
  if (doing?.groups?.who !== undefined) {
    parts.isOfValue = true;
    parts.rest = parts.rest.replace(doing[0], doing.groups.who);
  }
  if (isOfStates) takeState(parts, schema);
  for (const mark of marks) take(parts, mark, schema);
  takeNoun(parts, schema);
  if (isOfStates && parts.state !== undefined && parts.noun === undefined) takeClass(parts, schema);
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

const stateNouns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:outages?|down ?times?|interruptions?|dropouts?|drop out|dropped out)\b/i, 'down'],
  [/\b(?:disconnections?|disconnects)\b/i, 'disconnected'],
  [/\b(?:runs?|ran|executions?|run ?times?)\b/i, 'running'],
  [/\balarms?\b/i, 'alarm'],
  [/\bstalls?\b/i, 'blocked'],
];
const beingIn =
  /\b(?:(?:was|were|is|are|been|be|go|goes|went|gone|gets?|got|become|became|becomes|came|come|stay(?:ed)?|remain(?:ed)?|enter(?:ed)?|spent?) )?(?:in )?(?<state>[\w-]+)\b/gi;

/** The state that is asked about, by its own word or by a noun for it. */
function takeState(parts: Parts, schema: Schema): void {
  const set = (state: string, text: string) => {
    parts.state = state;
    parts.rest = parts.rest.replace(text, ' ').replace(/\s+/g, ' ');
  };
  for (const match of parts.rest.matchAll(beingIn)) {
    const word = match.groups?.state?.toLowerCase() ?? '';
    if (notStates.test(word) || stateIn(schema, word) === undefined) continue;
    return set(word, match[0]);
  }
  for (const [pattern, state] of stateNouns) {
    const found = pattern.exec(parts.rest);
    const isOfOutcome = state === 'running' && /\b(?:fail|succ|error|start|finish|complet)\w*\b/i.test(parts.rest);
    if (found !== null && !isOfOutcome) return set(state, found[0]);
  }
}
const notStates =
  /^(?:cancelled|aborted|killed|exited|terminated|ended|finished|completed|succeeded|on|off|last|take|took|going|end|ends|done|run|ran|start|begin|normal|reset|left|working|complete|failed|fail)$/;

/** A word of the file is never only a word of the question. */
const isName = (text: string, { columns }: Schema): boolean => {
  const low = text.trim().toLowerCase();
  return columns.some(({ name, values }) => values.has(low) || (name === low && low.includes('_')));
};

const thanOf =
  /(?<![\w.#/@-])(?<left>[\w.#/@-]{1,80}) (?<said>(?:\S{1,60} ){0,4}?(?<rel>more|fewer|less|higher|lower|longer|shorter|slower|faster)\b.{0,120}?) than (?:(?:on|in|for|from|at|did|does|has|had) ){0,2}(?<right>[\w.#/@-]{1,80})(?: (?:did|does|had|has|was|is))?(?![\w-])/i;

function takeSides(parts: Parts, { columns }: Schema): void {
  const than = parts.asks === 'yes' ? thanOf.exec(parts.rest)?.groups : undefined;
  const found = sidesOf.exec(parts.rest)?.groups;
  const [left = '', right = ''] = than === undefined ? [found?.left, found?.right] : [than.left, than.right];
  const isValue = (one: string) =>
    columns.some(
      (column) => !column.isNumber && column.name !== 'outcome' && valueIn(column, one.toLowerCase()) !== undefined,
    ) || /\d/.test(one);
  if (left === '' || !isValue(left) || !isValue(right)) return;
  parts.sides = [left, right];
  if (than === undefined) parts.rest = parts.rest.replace(sidesOf, ' ');
  else {
    parts.expects = /^(?:fewer|less|lower|shorter|faster)$/i.test(than.rel ?? '') ? 'fewer' : 'more';
    parts.rest = parts.rest.replace(thanOf, ` ${than.said} `);
  }
}

const nounBehind =
  /\b(?<how>(?:on |in |at |to |from |by |for |of |with )?(?:which|what|whose)(?: of(?: the)?| single| kind of)?|per|by|(?:for |on |from |in |of |did |does )?(?:each|every)|break ?down (?:of|by)|distribution of|grouped by|split by|the) (?<noun>[\w.-]+(?: [\w.-]+){0,2})/gi;

/** What the rows of the answer are called: "which path", "per shard", "the device with". */
function takeNoun(parts: Parts, schema: Schema): void {
  const doer = /\bwho (?:has |have |had )?(?<verb>[a-z]{3,20})\b/i.exec(parts.rest)?.groups?.verb;
  const byVerb = doer === undefined ? undefined : nounOf(doer, schema, false);
  if (doer !== undefined && byVerb !== undefined && isActor(byVerb.column) && byVerb.rest === '') {
    parts.noun = byVerb.column.name;
    parts.rest = parts.rest.replace(new RegExp(`\\bwho (?:has |have |had )?${doer}\\b`, 'i'), ' ');
    return;
  }
  if (/\b(?:who|whom|whose)\b/i.test(parts.rest) && parts.state === undefined) {
    const isRanked = parts.order !== undefined || parts.extreme !== undefined;
    const isWriter = /\bwho (?:logs?|logged|writes?|wrote|produced?|produces|emits?|emitted)\b/i.test(parts.rest);
    const who = (isWriter ? ['component'] : isRanked ? ['who', 'client'] : ['who']).find(
      (one) => nounOf(one, schema, false) !== undefined,
    );
    if (who !== undefined) {
      parts.noun = who;
      parts.rest = parts.rest.replace(/\bwho(?:m|se)?\b(?: (?:is|was|are|were|logs?|logged|writes?|wrote))?/i, ' ');
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
      if (found === undefined || found.rest !== '' || (parts.extreme !== undefined && found.column.isNumber)) continue;
      parts.noun = noun;
      parts.isPerNoun = /^(?:per|by|break|distribution|grouped|split)|each|every/i.test(how);
      parts.rest = parts.rest.replace(`${how} ${noun}`, ' ');
      return;
    }
  }
  if (takeKind(parts, schema) || takeNarrowed(parts, schema)) return;
  const isHeaded = parts.order !== undefined || parts.extreme !== undefined || parts.asks === 'many';
  if (isHeaded) takeHead(parts, schema);
  if (parts.noun === undefined) takeOpenNoun(parts);
}

/** A winner, an approver, who something was set by. */
const isActor = ({ name, isNumber, aliases }: Column): boolean =>
  !isNumber && (/(?:er|or|ee|by)$/i.test(name) || aliases.has('who'));

/** "Which pod", where lines have `kind=Pod name=cart-7f`: the kind says of which lines, and the name tells them apart. */
function takeKind(parts: Parts, { columns }: Schema): boolean {
  const word = /\b(?:which|what|each|every|per) (?<noun>[a-z]{3,20})\b/i.exec(parts.rest)?.groups?.noun?.toLowerCase();
  const name = columns.find((one) => one.name === 'name' && one.isPlace !== true);
  const kind = columns.find(({ name: one, values }) => ofKinds.test(one) && word !== undefined && values.has(word));
  if (word === undefined || name === undefined || kind === undefined) return false;
  parts.noun = name.name;
  parts.rest = parts.rest.replace(new RegExp(`\\b(?:which|what|each|every|per) (?=${word}\\b)`, 'i'), ' ');
  return true;
}
/** "Which failed job": the word before the noun says which of them. */
function takeNarrowed(parts: Parts, schema: Schema): boolean {
  const found = /\b(?:which|what) (?<which>[a-z]{3,20}) (?<noun>[a-z]{3,20})\b/i.exec(parts.rest);
  const { which = '', noun = '' } = found?.groups ?? {};
  const named = noun === '' ? undefined : nounOf(noun, schema, false);
  const { where } = readPhrase(which, schema);
  if (found === null || named?.rest !== '' || named.column.isNumber || where.length === 0) return false;
  parts.noun = noun;
  parts.rest = parts.rest.replace(found[0], which);
  return true;
}

const ofKinds = /^(?:kind|type|class|category|object|resource)$/i;

/** "How often did a camera go offline": what no line calls so is the class of what the lines name. */
function takeClass(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest);
  const strangers = words.filter((word) => /^[a-z]+$/.test(word) && isStranger(schema, word));
  if (strangers.length !== 1 || words.some((word) => isName(word, schema))) return;
  const isRanked = parts.order !== undefined || parts.extreme !== undefined || parts.edge !== undefined;
  const isClass = new RegExp(`\\b(?:an?|any|all|the|each|every) ${strangers[0]}\\b`, 'i').test(parts.rest);
  if (!isRanked && !isClass) return;
  if (isRanked && parts.asks === undefined) parts.noun = openNoun;
  parts.isOpenNoun = true;
  parts.rest = parts.rest.replace(strangers[0]!, ' ');
}

/** A name for what the file has no name for: "which robot", "where", "which one". */
function takeOpenNoun(parts: Parts): void {
  const found =
    /\b(?:(?:in |on |at |for )?(?:which|what) (?!(?:was|were|is|are|did|does|has|had|do|the)\b)(?<noun>[a-z]{3,}(?: (?!is\b|was\b|were\b|did\b|had\b|has\b|went\b|are\b|became\b|become\b|gets?\b|ran\b|took\b|entered\b)[a-z]{3,}(?= (?:is|was|were|did|had|has|went|are|became|become|gets?|got|ran|took|entered)\b))?)|where|who|whose|what(?= (?:was|were|is|are|ran)\b| *$)|which(?= (?:one )?(?:had|has|was|were|is|are)\b))\b/i.exec(
      parts.rest,
    );
  if (found === null || otherSide.test(parts.rest)) return;
  parts.noun = openNoun;
  parts.isOpenNoun = true;
  parts.rest = parts.rest.replace(found[0], ' ').replace(/^ one\b/, ' ');
}

/** "Busiest path", "top customer by orders": the noun stands first in what is left. */
function takeHead(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest);
  for (let size = Math.min(2, words.length); size >= 1; size--) {
    const noun = words.slice(0, size).join(' ');
    const found = nounOf(noun, schema, false);
    if (found === undefined || found.rest !== '' || (parts.extreme !== undefined && found.column.isNumber)) continue;
    if (isNounForLines(noun, schema) || requestNouns.has(noun.toLowerCase())) continue;
    parts.noun = noun;
    parts.isHeadNoun = true;
    parts.rest = words
      .slice(size)
      .join(' ')
      .replace(/^(?:by|with|for)\b/i, '');
    return;
  }
  // "Most common decline code": what stands before the noun says of which lines.
  const found = parts.order === undefined ? undefined : nounOf(words.slice(0, 3).join(' '), schema, false);
  if (found === undefined || words.length > 3) return;
  parts.noun = found.column.name;
  parts.isHeadNoun = true;
  parts.rest = found.rest;
}
