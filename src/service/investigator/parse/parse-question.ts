import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { ownStates, stateIn } from '../facts/state-in.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { asksKind, asksWhy, type Frame, frames } from './frames.ts';
import { inPlainOrder } from './plain-order.ts';
import { withoutPoliteness, withoutTheFile } from './politeness.ts';
import { columnsCalled, type Phrase, quoteMark, readPhrase, tokensOfPhrase } from './read-phrase.ts';
import { settleTimes } from './settle-times.ts';
import { timesIn } from './times-asked.ts';
import { resolveTime, type TimeRead } from './window.ts';
import { numberOf, plainWords, recordNouns, requestNouns } from './words.ts';

/** A question as understood, and how much of it was. */
export interface Parsed {
  query: Query;
  /** Content words that nothing in the file or the language of questions took up. */
  unread: string[];
  /** Names that are nowhere in the file. */
  absent: string[];
  /** Words were taken by what they mean rather than by what the lines say. */
  isInferred: boolean;
  /** A time outside of the file. */
  timeOutside?: string;
  /** The kind a cause is asked to be of. */
  isProse: boolean;
}

/** The first line that a phrase means, for "after the reload". */
export type FindMoment = (where: readonly Condition[]) => Promise<number | undefined>;

/** In characters. What is longer is a report, and explained. */
export const maxQuestion = 400;

/** "Find the root cause and prove it": what is to be done about a question is no name in the file. */
const orders = /(?<=[.?!]\s*)\b(?:please )?(?:find|prove|show|tell|say|explain|give|quote|if)\b[^.?!]*(?:[.?!]|$)/gi;

const subject =
  /\b(?:wrong|matter|happened|happening|trouble|problem) (?:with|to) (?:the )?(?<one>[\w.-]+)(?: service| component)?$|^why (?:did|does|do|is|was|has|are|were) (?:the )?(?<other>[\w.-]+) \w+/i;
const anyThing =
  /^(?:it|this|that|they|we|he|she|you|i|there|app|application|system|server|service|services|program|process|job|jobs|build|test|tests|device|machine|kernel|request|requests|connection|connections|file|log|node|host|network|database|db|everything|things|phone|computer|box|boot|startup|deploy|deployment|pipeline|container|pod|cluster|site|website|page|api|user|users|client|clients|update|upgrade|install|installation|driver|disk|memory|cpu|screen|display|wifi|bluetooth|audio|sound|usb|battery|sensor|link|interface|port|my|our|their|his|her|its|an?|all|so|no)$/i;

/** Whom a question why is about, where no line names it. */
function strangerIn(question: string, schema: Schema): string | undefined {
  const groups = subject.exec(question)?.groups;
  const name = groups?.one ?? groups?.other;
  if (name === undefined || anyThing.test(name)) return undefined;
  const phrase = readPhrase(name, schema);
  return phrase.where.length === 0 && phrase.columns.length === 0 && phrase.unread.length + phrase.absent.length > 0
    ? name
    : undefined;
}

export async function parseQuestion(
  text: string,
  scene: Scene,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Parsed> {
  const isProse = text.length > maxQuestion || text.trim().split('\n').length > 2;
  if (isProse) return { ...explained(text.slice(0, 8000), schema), isProse };
  const { plain, quotes } = normalized(text);
  const { times: asked, rest } = timesIn(plain);
  const settled = await settleTimes(asked, scene.documents);
  const read = settled.map((one) => resolveTime(one, scene, schema));
  const times = read.filter((one) => one !== undefined);
  const question = rest.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,?!.]+$/g, '');
  const outside = settled.find((one, index) => read[index] === undefined && one.isVague !== true)?.label;
  const kind = asksKind.exec(question)?.groups?.kind;
  if (kind !== undefined)
    return {
      query: { take: 'explain', of: kind.toLowerCase(), where: [], ...windowOf(times) },
      unread: [],
      absent: [],
      isInferred: false,
      isProse,
    };
  if (question === '' || asksWhy.test(question)) {
    const told = explained(question.replace(orders, '').replace(asksWhy, ''), schema, quotes);
    const stranger = strangerIn(question, schema);
    if (stranger !== undefined) told.absent.unshift(stranger);
    return { ...told, query: { ...told.query, ...windowOf(times) }, isProse };
  }
  const plainReading = marked(question, times, quotes, schema) ?? best(question, times, quotes, schema);
  const eventReading = await withEvent(question, times, quotes, schema, findMoment);
  const chosen = [plainReading, eventReading]
    .filter((one) => one !== undefined)
    .sort((a, b) => costOf(a) - costOf(b))[0];
  if (chosen === undefined) {
    const { unread, absent } = readPhrase(question, schema, quotes);
    return {
      query: { take: 'unknown', where: [], unread: [...unread, ...absent].slice(0, 20) },
      unread: unread.length > 0 ? unread : [question],
      absent,
      isInferred: false,
      isProse,
    };
  }
  return { ...chosen, isProse, ...(outside === undefined ? {} : { timeOutside: outside }) };
}

/** `loose`: columns that were named and not used. */
type Candidate = Omit<Parsed, 'isProse' | 'timeOutside'> & { loose: number };

const costOf = ({ unread, absent, isInferred, loose }: Candidate): number =>
  unread.length * 10 + absent.length * 4 + loose * 2 + (isInferred ? 1 : 0);

/** A word that only this file has for a state stands in frames as one private character. */
function marked(
  question: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
): Candidate | undefined {
  const states = ownStates(schema);
  const index = states.findIndex((word) => new RegExp(`\\b${word}\\b`, 'i').test(question));
  if (index < 0 || index > 255) return undefined;
  const mark = String.fromCharCode(0xe100 + index);
  const word = states[index]!;
  const found = best(question.replace(new RegExp(`\\b${word}\\b`, 'i'), mark), times, quotes, schema);
  if (found?.query.state !== mark || costOf(found) >= 10) return undefined;
  return { ...found, query: { ...found.query, state: word } };
}

/** Of all frames that fit the one that leaves the least unread; of equals the first. */
function best(
  question: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
): Candidate | undefined {
  let found: Candidate | undefined;
  for (const frame of frames) {
    const match = frame.pattern.exec(question);
    if (match === null) continue;
    const candidate = compose(frame, groupsOf(match), times, quotes, schema);
    if (candidate !== undefined && (found === undefined || costOf(candidate) < costOf(found))) found = candidate;
    if (found !== undefined && costOf(found) === 0) break;
  }
  return found;
}

const groupsOf = (match: RegExpExecArray): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, value?.trim() || undefined])),
  all: match[0],
});

/** "After the reload": the moment is that of the first line that tells of it. */
async function withEvent(
  question: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
  findMoment: FindMoment,
): Promise<Candidate | undefined> {
  if (times.length > 0) return undefined;
  const match =
    /^(?<main>.+?),? (?<side>before|after|since|until|following|prior to|once) (?:the )?(?:first )?(?<event>.+)$/i.exec(
      question,
    );
  if (match?.groups === undefined) return undefined;
  const { main = '', side = '', event = '' } = match.groups;
  const phrase = readPhrase(event, schema, quotes);
  if (phrase.unread.length + phrase.absent.length > 0 || phrase.where.length === 0) return undefined;
  const atMs = await findMoment(phrase.where);
  if (atMs === undefined) return undefined;
  const isBefore = /before|until|prior/i.test(side);
  const time: TimeRead = {
    window: isBefore ? { toMs: atMs } : { fromMs: atMs },
    atMs,
    label: `${side} ${event}`,
    kind: isBefore ? 'before' : 'after',
  };
  return best(main, [time], quotes, schema);
}

function normalized(text: string): { plain: string; quotes: string[] } {
  const quotes: string[] = [];
  const plain = withoutPoliteness(text)
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(
      /"([^"]{1,200})"|`([^`]{1,200})`|(?<=^|\s)'([^']{2,200})'(?=[\s?.,!]|$)/g,
      (_, a?: string, b?: string, c?: string) => {
        quotes.push(a ?? b ?? c ?? '');
        return ` ${quoteMark(quotes.length - 1)} `;
      },
    )
    .replace(/\b(what|who|when|where|how|there|it|that|which)'s\b/gi, '$1 is')
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:show|say|give|find out|check)(?:[,:]| whether| if| to me| for me)? +(?=(?:how|what|which|who|when|why|whether|if|is|are|was|were|did|does|has|have|at|in|between|from)\b)/i,
      '',
    )
    .replace(/^(?:whether|if) (?<subject>.+?) (?<aux>is|are|was|were|has|have|had|did|does) /i, '$<aux> $<subject> ')
    .replace(/\b(from|between) (\d[\d:.]*) (?:until|till|up to) (?=\d)/gi, '$1 $2 to ')
    .replace(
      /\b(?:up to|up until|until|till|prior to|earlier than) (?=(?:about )?\d{1,2}(?::\d|\s?[ap]m))/gi,
      'before ',
    )
    .replace(/\b(?:later than|starting (?:at|from)|from) (\d{1,2}:\d\d(?::\d\d)?) (?:on|onwards)\b/gi, 'after $1')
    .replace(/[?!.\s]+$/, '');
  return { plain: inPlainOrder(withoutTheFile(plain)), quotes };
}

/** Which component, unit or words an explanation is about: what of the question stands in the file. */
function explained(text: string, schema: Schema, quotes: readonly string[] = []): Candidate {
  const phrase = readPhrase(text, schema, quotes);
  const where = phrase.where.filter(({ is }) => is === '=' || is === 'has');
  return {
    query: { take: 'explain', where: where.filter(({ field }) => field !== 'level').slice(0, 12) },
    unread: [],
    absent: [],
    isInferred: phrase.isInferred,
    loose: 0,
  };
}

function windowOf(times: readonly TimeRead[]): Pick<Query, 'window'> {
  const [time] = times;
  return time === undefined ? {} : { window: time.window };
}

const join = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' ');

/** The query a frame and its parts come to; undefined where its slots cannot be filled from this file. */
function compose(
  frame: Frame,
  groups: Record<string, string | undefined>,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
): Candidate | undefined {
  const query: Query = { where: [], ...frame.query, ...frame.adjust?.(groups) };
  if (
    /^(?:was-state|ever-state|times-state)$/.test(frame.name) &&
    /\b(?:ever|never|always|both|there)\b/i.test(groups.where ?? '')
  )
    return undefined;
  const isStateful =
    /^(?:state|episodes|duration|longest|overlap)$/.test(query.take) ||
    (query.take === 'never' && groups.state !== undefined);
  if (isStateful && /^there\b/.test(groups.where ?? '')) return undefined;
  let nouns: readonly Column[] = [];
  let isNounOpen = false;
  let rest = join(
    groups.where,
    groups.where2,
    /^(?:always|end-up)$/.test(frame.name) ? join(groups.of, groups.against) : undefined,
  ).trim();
  if (frame.name === 'end-up') query.state = groups.state ?? groups.by ?? 'down';
  const phrases: Phrase[] = [];
  if (groups.state !== undefined && query.state === undefined)
    query.state = groups.state.replace(/^in /, '').toLowerCase();
  if (query.state !== undefined && !/[\ue100-\ue1ff]/.test(query.state) && stateIn(schema, query.state) === undefined)
    return undefined;
  const byText = query.by ?? (noBy.test(frame.name) ? undefined : groups.by);
  delete query.by;
  if (byText !== undefined && query.take !== 'distinct' && query.take !== 'values') {
    const noun = nounOf(byText, schema, frame.name === 'most-common' || frame.name.startsWith('which-most-plain'));
    // Who can be in a state is told by the lines that say so, whatever people call it.
    isNounOpen = noun === undefined && query.take === 'state' && /^[a-z]{3,}(?: [a-z]{3,})?$/i.test(byText);
    if (noun === undefined && !isNounOpen) return undefined;
    query.by = noun?.column.name;
    nouns = noun?.alike ?? [];
    rest = join(noun?.rest, rest);
  }
  const limit = numberOf(groups.n);
  if (limit !== undefined) query.limit = limit;
  const numbers = fillNumber(frame, query, groups, schema, rest);
  if (numbers === undefined) return undefined;
  rest = numbers;
  const phrase = readPhrase(rest, schema, quotes);
  phrases.push(phrase);
  query.where = phrase.where;
  if (groups.against !== undefined) {
    const other = readPhrase(groups.against, schema, quotes);
    if (other.where.length === 0 && other.absent.length === 0) return undefined;
    phrases.push(other);
    query.against = other.where;
    if (query.take === 'compare' || query.take === 'order') {
      const shared =
        groups.of === undefined || query.of !== undefined ? undefined : readPhrase(groups.of, schema, quotes);
      if (shared !== undefined) {
        phrases.push(shared);
        query.where = [...query.where, ...shared.where];
        query.against = [...query.against, ...shared.where];
      }
      if (phrase.where.length === 0 && phrase.absent.length === 0) return undefined;
      query.against = [...query.against, ...sharedWith(query.where, query.against, schema)];
      query.where = [...query.where, ...sharedWith(query.against, query.where, schema)];
    }
  }
  // How often something came out well is a share of what came to an end.
  const isOfOutcome = query.take === 'share' && query.against?.every(({ field }) => field === 'outcome') === true;
  if (isOfOutcome && !schema.isAccess) query.where.push({ field: 'outcome', is: 'has', value: '*' });
  // "How many jobs failed" counts how often; "how many users" counts users.
  const isOfEvents = query.where.some(({ field }) => field === 'words' || field === 'outcome');
  if (frame.name === 'distinct-plain' && isOfEvents && !actors.test(groups.of ?? groups.by ?? '')) return undefined;
  if (!settleEvery(query, groups.all ?? '') || !isOrdered(query, groups.all ?? '')) return undefined;
  if (isContradictory(query) || isOfMoment(frame, query, groups.all ?? '', times)) return undefined;
  const fitting = fitColumns(query, nouns, schema);
  if (frame.name.startsWith('turned-') && !hasTurned(query, schema)) return undefined;
  if (!placeInTime(frame, query, times)) return undefined;
  if (!isTold(query, schema)) return undefined;
  if (!isMeaningful(frame, query, phrases, rest)) return undefined;
  return {
    query,
    unread: phrases.flatMap(({ unread }) => unread),
    absent: phrases.flatMap(({ absent }) => absent),
    isInferred: isNounOpen || fitting.isAmbiguous || phrases.some(({ isInferred }) => isInferred),
    loose: phrases.reduce((sum, { columns }) => sum + columns.length, 0),
  };
}

/** "Did A stop before B?": what is said of one side alone is meant of the other, where that only names a thing. */
function sharedWith(said: readonly Condition[], bare: readonly Condition[], { columns }: Schema): Condition[] {
  const isName = ({ field, is }: Condition) =>
    (is === 'has' && field === 'text') ||
    (is === '=' && columns.some(({ name }) => name === field) && !told.test(field));
  if (bare.length === 0 || !bare.every(isName)) return [];
  const fields = new Set(bare.map(({ field }) => field));
  if (!said.some(({ field }) => fields.has(field))) return [];
  return said.filter(({ field }) => !fields.has(field));
}
const told = /^(?:level|outcome|status)$/;

/** Lines of what is asked about say what it turned into. */
function hasTurned({ where, by }: Query, schema: Schema): boolean {
  const column = schema.columns.find(({ name }) => name === by);
  const test = compile(where, schema);
  return (
    where.length > 0 && column !== undefined && schema.sample.some((one) => test(one) && column.read(one) !== undefined)
  );
}

/** "Did every run succeed?" is whether none failed; of other things one line proves nothing about all. */
function settleEvery(query: Query, text: string): boolean {
  if (query.take !== 'exists' || !/^(?:did|do|does|have|has|were|are|was) (?:all|every|each)\b/i.test(text))
    return true;
  const outcome = query.where.find(({ field, is }) => field === 'outcome' && is === '=');
  if (outcome === undefined) return false;
  query.where = query.where.map((one) =>
    one === outcome ? { ...one, value: one.value === 'ok' ? 'failed' : 'ok' } : one,
  );
  query.expects = 'none';
  return true;
}

/** "Most" is never passed over, and two names are in a state together only where both have a column. */
function isOrdered({ take, order, where, against }: Query, text: string): boolean {
  if (take === 'overlap' && against !== undefined && [...where, ...against].some(({ field }) => field === 'text'))
    return false;
  if (order !== undefined || !/^(?:list|values|exists|first|last|count|distinct)$/.test(take)) return true;
  return !/\b(?:most|fewest|least|highest|lowest)\b/i.test(
    text.replace(/\b(?:at (?:most|least)|most recent(?:ly)?)\b/gi, ''),
  );
}

/** One line has one value of a name. */
function isContradictory({ take, of, where }: Query): boolean {
  const names = where.filter(({ is, field }) => is === '=' && field !== 'text' && field !== 'words');
  if (take === 'distinct' && names.some(({ field }) => field === of)) return true;
  return new Set(names.map(({ field }) => field)).size < names.length;
}

/** Whether something is so at one moment is no question of whether a line says it. */
function isOfMoment({ name }: Frame, { take }: Query, text: string, times: readonly TimeRead[]): boolean {
  if (take !== 'exists' || !/^(?:is-there|did)$/.test(name) || /^\w+ there\b/i.test(text)) return false;
  const isMoment =
    times.some(({ kind, atMs }) => kind === 'around' && atMs !== undefined) && /^(?:is|was|are|were)\b/i.test(text);
  return (
    isMoment ||
    /\b(?:still|now|currently|again|ends? up|at the (?:very )?end|(?:when|as) the (?:log|file) (?:ends|stops))\b/i.test(
      text,
    )
  );
}

/** Of several columns of the name asked for the one that the lines meant have. */
function fitColumns(query: Query, nouns: readonly Column[], schema: Schema): { isAmbiguous: boolean } {
  const isRanked = query.order !== undefined && /^(?:count|share)$/.test(query.take);
  if (query.by === undefined || (!isRanked && query.where.length === 0)) return { isAmbiguous: false };
  const test = compile(query.where, schema);
  const held = schema.sample.filter((record) => test(record));
  const counted = nouns.map((column) => ({
    column,
    count: held.filter((record) => column.read(record) !== undefined).length,
  }));
  const fitting = counted.filter(({ count }) => count > 0 && count >= held.length / 2);
  const [best, second] = fitting;
  if (best === undefined) return { isAmbiguous: isRanked && held.length > 0 };
  query.by = best.column.name;
  return {
    isAmbiguous: second !== undefined && second.column.seen === best.column.seen && second.count === best.count,
  };
}

const noBy = /^(?:both|overlap|did-never|always|end-up|when-max|how-high|most-at-once$)/;

/** What is left of the words once the number or name taken is known; undefined where there is none in this file. */
function fillNumber(
  frame: Frame,
  query: Query,
  groups: Record<string, string | undefined>,
  schema: Schema,
  rest: string,
): string | undefined {
  switch (query.take) {
    case 'distinct':
    case 'values': {
      const text = query.of ?? groups.of ?? groups.by ?? '';
      const noun = nounOf(text, schema, false);
      if (
        noun === undefined ||
        (noun.column.isNumber === true && noun.column.values.size > 50 && noun.column.unit.name !== '')
      )
        return undefined;
      if (frame.name === 'distinct-plain' && isCounted(text, schema)) return undefined;
      query.of = noun.column.name;
      return join(noun.rest, rest);
    }
    case 'first':
    case 'last': {
      if (groups.of === undefined) return rest;
      const number = numberIn(groups.of, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      return join(number.rest, rest);
    }
    case 'sum':
    case 'mean':
    case 'median':
    case 'percentile':
    case 'max':
    case 'min': {
      if (query.state !== undefined) return rest;
      const isRanked = frame.name === 'which-slowest';
      const text = isRanked ? 'time' : (groups.of ?? rest);
      if (groups.of === undefined && !isRanked) rest = '';
      const cleaned = text.replace(/^(?:average|mean|median|total|p\d\d|maximum|minimum) /, '');
      const number = numberIn(isRanked ? `${cleaned} ${rest}` : cleaned, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      // What is summed up is named by all of its words.
      if (
        /^(?:how-much|in-total)$/.test(frame.name) &&
        number.rest.split(' ').some((word) => word !== '' && !plainWords.has(word.toLowerCase()))
      )
        return undefined;
      return isRanked ? rest : join(number.rest, rest);
    }
    case 'trend':
    case 'change': {
      const number = numberIn(rest, schema);
      if (number === undefined || /\b(?:number|count) of\b/.test(rest)) return rest;
      query.of = number.column.name;
      return number.rest;
    }
    case 'compare': {
      const number = groups.of === undefined ? undefined : numberIn(groups.of, schema);
      if (frame.name === 'slower-than') {
        const time = numberIn('time', schema) ?? numberIn(rest, schema);
        if (time === undefined) return undefined;
        query.of = time.column.name;
      } else if (number !== undefined && number.rest === '') query.of = number.column.name;
      return rest;
    }
    default:
      return rest;
  }
}

const actors =
  /^(?:users?|people|persons?|accounts?|clients?|customers?|hosts?|ips?|ip addresses|addresses|devices?|nodes?|servers?|machines?|services?|components?|visitors?|tenants?|sensors?|paths?|endpoints?)$/i;
const numericTake = /^(?:sum|mean|median|percentile|max|min)$/;

/** Lines that are asked about state the number that is asked for. */
function isTold({ take, of, where, state }: Query, schema: Schema): boolean {
  const column = schema.columns.find(({ name }) => name === of);
  if (!numericTake.test(take) || state !== undefined || column === undefined) return true;
  const test = compile(where, schema);
  return schema.sample.some((record) => test(record) && column.number(record) !== undefined);
}

/** Lines themselves, not names of things, are counted. */
function isCounted(text: string, schema: Schema): boolean {
  const word = text.toLowerCase();
  return (
    recordNouns.has(word) ||
    (schema.isAccess && requestNouns.has(word)) ||
    /^(?:errors?|warnings?|failures?|exceptions?|timeouts?)$/.test(word)
  );
}

interface Noun {
  column: Column;
  /** All that are called so, the best first. */
  alike: readonly Column[];
  rest: string;
}

/** The column a noun names; words before or behind it narrow the lines. */
function nounOf(text: string, schema: Schema, isOfMessages: boolean): Noun | undefined {
  const tokens = tokensOfPhrase(text).filter(
    (token) => !/^(?:the|all|of|different|distinct|unique|individual|single)$/i.test(token),
  );
  for (let size = Math.min(3, tokens.length); size >= 1; size--) {
    for (const at of new Set([tokens.length - size, 0])) {
      const alike = columnsCalled(schema, tokens.slice(at, at + size)).filter(
        (one) =>
          !one.isNumber ||
          isStatus(one) ||
          (one.unit.name === '' && !/^(?:time|request|response)s?$/i.test(tokens[at]!)),
      );
      const [column] = alike;
      if (column !== undefined)
        return { column, alike, rest: [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ') };
    }
  }
  const message = schema.columns.find(({ name }) => name === 'message');
  const last = tokens.at(-1)?.toLowerCase() ?? '';
  const isOfKind =
    recordNouns.has(last) || /^(?:errors?|warnings?|failures?|exceptions?|problems?|types?|kinds?)$/.test(last);
  if (!isOfMessages && !/^(?:messages?|kinds?|types?)$/.test(last)) return undefined;
  return message === undefined || !isOfKind ? undefined : { column: message, alike: [], rest: tokens.join(' ') };
}

function numberIn(text: string, schema: Schema): Noun | undefined {
  const tokens = tokensOfPhrase(text);
  for (let size = Math.min(4, tokens.length); size >= 1; size--) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const part = tokens.slice(at, at + size);
      if (size === 1 && /^(?:times?|requests?|responses?|lines?|events?)$/i.test(part[0]!) && !/^time$/i.test(part[0]!))
        continue;
      const isOwnName =
        size === 1 && schema.columns.some(({ name, isNumber }) => isNumber && name === part[0]!.toLowerCase());
      if (!isOwnName && (plainWords.has(part[0]!.toLowerCase()) || plainWords.has(part.at(-1)!.toLowerCase())))
        continue;
      const column = isOwnName
        ? schema.columns.find(({ name }) => name === part[0]!.toLowerCase())
        : columnsCalled(
            schema,
            part.filter((word) => !plainWords.has(word.toLowerCase())),
          ).find((one) => one.isNumber && !isStatus(one));
      if (column !== undefined)
        return { column, alike: [], rest: [...tokens.slice(0, at), ...tokens.slice(at + size)].join(' ') };
    }
  }
  return undefined;
}

/** Puts the times of the question where the query has room for them; false where they do not fit it. */
function placeInTime(frame: Frame, query: Query, times: readonly TimeRead[]): boolean {
  const [time, second] = times;
  if (query.take === 'change' && time?.atMs === undefined) return false;
  if (
    query.take === 'change' ||
    (query.take === 'trend' && time !== undefined && /^(?:after|before)$/.test(time.kind))
  ) {
    query.take = 'change';
    query.atMs = time!.atMs!;
    query.expects ??= frame.name === 'more-after' ? 'up' : undefined;
    if (time!.kind === 'before' && query.expects !== undefined) query.expects = query.expects === 'up' ? 'down' : 'up';
    return true;
  }
  if (time === undefined) return true;
  if (query.take === 'state' && time.kind === 'between') {
    query.take = 'episodes';
    query.expects = 'any';
  }
  if (query.take === 'state' || query.take === 'doing') {
    if (time.atMs !== undefined) query.atMs = time.atMs;
    return true;
  }
  if (frame.name === 'turned-into' && time.atMs !== undefined) {
    query.window = { toMs: time.atMs };
    return true;
  }
  query.window = second === undefined ? time.window : { ...time.window, ...second.window };
  return true;
}

/** A query about nothing is no reading of a question that has words. */
function isMeaningful(frame: Frame, query: Query, phrases: readonly Phrase[], text: string): boolean {
  const isAboutSomething =
    query.where.length > 0 || (query.against ?? []).length > 0 || query.by !== undefined || query.of !== undefined;
  const hasRest = phrases.some(({ unread, absent }) => unread.length > 0 || absent.length > 0);
  if (frame.name === 'busiest' || query.take === 'span' || /^log-/.test(frame.name)) return true;
  if (/^(?:who|which)$/.test(frame.name) && query.where.length === 0 && query.window === undefined) return hasRest;
  const isOfLines = tokensOfPhrase(text).some((word) => recordNouns.has(word.toLowerCase()));
  if (/^(?:first|last)$/.test(query.take) && isOfLines) return true;
  if (/^(?:exists|never|first|last|list|order|doing|compare|share|trend)$/.test(query.take))
    return isAboutSomething || hasRest;
  if (/^(?:state|episodes)$/.test(query.take)) return isAboutSomething || hasRest;
  // "How many lines are there?" counts all; of other words without a meaning here nothing is counted.
  if (/^(?:count|rate)$/.test(query.take) && !isAboutSomething && !hasRest)
    return tokensOfPhrase(text).some(
      (word) => recordNouns.has(word.toLowerCase()) || requestNouns.has(word.toLowerCase()),
    );
  return true;
}
