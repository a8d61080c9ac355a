import { queryBegins } from '#core/query-takes.ts';
import { type Condition, comparators, type Query, querySchema, type Window } from './query.ts';
import { type QueryClock, utc } from './write-query.ts';

const takeWord = new RegExp(`^(?:${queryBegins})$`, 'i');
const token = /\s*("(?:[^"\\]|\\.)*"|!=|>=|<=|[=<>,]|[^\s",=<>!]+)/gy;

type Draft = Record<string, unknown>;

interface Tokens {
  peek(): string | undefined;
  next(): string | undefined;
  /** Passes over a word where it is the next. */
  skip(word: string): boolean;
}

/** A query in its written form; undefined where the text is none. Typed by hand, the small words may be left out. */
export function readQuery(text: string, clock: QueryClock = utc): Query | undefined {
  const tokens = tokensOf(asTyped(text));
  const first = tokens?.next();
  if (tokens === undefined || first === undefined || !takeWord.test(first)) return undefined;
  const percent = /^p(\d.*)$/i.exec(first)?.[1];
  const draft: Draft = {
    take: percent === undefined ? first.toLowerCase() : 'percentile',
    where: [],
  };
  if (percent !== undefined) draft.percent = Number(percent);
  while (tokens.peek() !== undefined) if (!readPart(tokens, draft, clock)) return undefined;
  const parsed = querySchema.safeParse(draft);
  return parsed.success ? parsed.data : undefined;
}

/** Copied from an answer, or typed where quotes are made round. */
function asTyped(text: string): string {
  return text
    .trim()
    .replace(/^read as:?\s*/i, '')
    .replace(/(?<=[^\s?!])[?!]{1,5}$/, '')
    .replace(/^`{1,3}([^`]*)`{1,3}\.?$/, (_, typed: string) => typed.trim())
    .replace(/[“”„]/g, '"');
}

function tokensOf(text: string): Tokens | undefined {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return undefined;
    found.push(match[1]!);
    at = token.lastIndex;
  }
  let place = 0;
  return {
    peek: () => found[place],
    next: () => found[place++],
    skip(word) {
      const isNext = found[place]?.toLowerCase() === word;
      if (isNext) place++;
      return isNext;
    },
  };
}

const plain = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text);
const ends =
  /^(?:,|by|through|beside|only|every|from|before|while|than|at|most|least|top|expecting|against|not|nth|bound|half)$/i;

type Part = (tokens: Tokens, draft: Draft, clock: QueryClock, word: string) => unknown;

/** What stands behind each word that begins a part; undefined where it is not read. */
const partsBehind: Readonly<Record<string, Part>> = {
  ',': () => true,
  lines: () => true,
  of: readName,
  state: readName,
  by: readName,
  through: readName,
  beside: readName,
  only: readName,
  against(tokens, draft) {
    return set(draft, 'against', tokens.skip('*') ? [] : readConditions(tokens));
  },
  every(tokens, draft) {
    const amount = /^\d/.test(tokens.peek() ?? '') ? Number(tokens.next()) : 1;
    const unit = /^(?:s|sec|seconds?|min|minutes?|h|hours?|d|days?)$/i.test(tokens.peek() ?? '') ? tokens.next()! : 's';
    const size = /^s/i.test(unit) ? 1000 : /^m/i.test(unit) ? 60_000 : /^h/i.test(unit) ? 3_600_000 : 86_400_000;
    return set(draft, 'everyMs', amount * size);
  },
  from: readWindow,
  half: readWindow,
  before: readWindow,
  while(tokens, draft) {
    const state = tokens.next();
    const where = tokens.skip('with') ? readConditions(tokens) : [];
    if (state === undefined || where === undefined) return undefined;
    return set(draft, 'window', { ...(draft.window as Window | undefined), during: { state: plain(state), where } });
  },
  than: (tokens, draft, clock) => readWindow(tokens, draft, clock, tokens.next() ?? '', 'than'),
  at: (tokens, draft, clock) => set(draft, 'atMs', readTime(tokens, clock)),
  most: readRank,
  least: readRank,
  top: readRank,
  nth: (tokens, draft) => set(draft, 'nth', Number(tokens.next())),
  bound: (tokens, draft) => set(draft, 'bound', { is: tokens.next(), value: plain(tokens.next() ?? '') }),
  expecting: (tokens, draft) => set(draft, 'expects', tokens.next()),
  not(tokens, draft) {
    tokens.next();
    const unread: string[] = [];
    for (let one = tokens.next(); one !== undefined; one = tokens.next()) if (one !== 'and') unread.push(plain(one));
    return set(draft, 'unread', unread);
  },
  with: readWhere,
  where: readWhere,
};

function readPart(tokens: Tokens, draft: Draft, clock: QueryClock): boolean {
  const word = tokens.peek()!.toLowerCase();
  if (draft.take === 'show' && (word === 'line' || word === 'around')) {
    tokens.next();
    return Number.isSafeInteger(set(draft, word, Number(tokens.next())));
  }
  if (!Object.hasOwn(partsBehind, word)) return readWhere(tokens, draft) !== undefined;
  tokens.next();
  return partsBehind[word]?.(tokens, draft, clock, word) !== undefined;
}

function set<T>(draft: Draft, key: string, value: T): T {
  if (value !== undefined) draft[key] = value;
  return value;
}

function readWhere(tokens: Tokens, draft: Draft): unknown {
  return set(draft, 'where', readConditions(tokens));
}

function readName(tokens: Tokens, draft: Draft, _clock: QueryClock, word: string): unknown {
  const name = tokens.next();
  return set(draft, word, name === undefined ? undefined : plain(name));
}

function readWindow(tokens: Tokens, draft: Draft, clock: QueryClock, word: string, key = 'window'): unknown {
  if (word === 'half') return set(draft, key, { half: tokens.next()?.toLowerCase() });
  const first = readTime(tokens, clock);
  if (first === undefined) return undefined;
  // What comes at that moment is not before it.
  const window: Window = word === 'from' ? { fromMs: first } : { toMs: first - 1 };
  if (word === 'from' && tokens.skip('to')) window.toMs = readTime(tokens, clock);
  return set(draft, key, window);
}

function readRank(tokens: Tokens, draft: Draft, _clock: QueryClock, word: string): unknown {
  if (word !== 'top') draft.order = word;
  if (/^\d+$/.test(tokens.peek() ?? '')) draft.limit = Number(tokens.next());
  return true;
}

function readConditions(tokens: Tokens): Condition[] | undefined {
  const found: Condition[] = [];
  while (tokens.peek() !== undefined && (found.length === 0 || !ends.test(tokens.peek()!))) {
    if (found.length > 0) tokens.skip('and');
    const field = tokens.next();
    const is = tokens.next()?.toLowerCase();
    const value = tokens.next();
    if (field === undefined || value === undefined || !comparators.includes(is as Condition['is'])) return undefined;
    const or = furtherValues(tokens);
    if (or === undefined) return undefined;
    const condition: Condition = { field: plain(field), is: is as Condition['is'], value: plain(value) };
    found.push(or.length === 0 ? condition : { ...condition, or });
  }
  return found.length === 0 ? undefined : found;
}

/** "status=502 or 503" */
function furtherValues(tokens: Tokens): string[] | undefined {
  const found: string[] = [];
  while (tokens.skip('or')) {
    const value = tokens.next();
    if (value === undefined) return undefined;
    found.push(plain(value));
  }
  return found;
}

const day = /^\d{4}-\d\d-\d\d$/;
const time = /^\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

/** "2026-11-20 14:00:00", or seconds since boot. */
function readTime(tokens: Tokens, { zoneMinutes, isBoot }: QueryClock): number | undefined {
  const first = tokens.next() ?? '';
  if (isBoot) {
    tokens.skip('s');
    return /^-?\d+(?:\.\d+)?$/.test(first) ? Math.round(Number(first) * 1000) : undefined;
  }
  if (!day.test(first)) return undefined;
  const clock = time.test(tokens.peek() ?? '') ? tokens.next()! : '00:00';
  const ms = Date.parse(`${first}T${clock}Z`);
  return Number.isNaN(ms) ? undefined : ms - zoneMinutes * 60_000;
}
