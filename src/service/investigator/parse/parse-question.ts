import { literalPattern } from '#core/literal-pattern.ts';
import { levelNamed } from '../../lines/level-words.ts';
import { oppositeOf } from '../facts/lexicon.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { asksHowOften, isToldAnyway, type Shorter, shorterWordings } from './asides.ts';
import { asksKind, asksWhy, asksWhyAtLast } from './asks-why.ts';
import { besideEvent } from './beside-event.ts';
import { byOutcome } from './by-outcome.ts';
import { inChanges } from './changes-asked.ts';
import { withClockTimes } from './clock-times.ts';
import { columnsCalled, thingCalled } from './columns-called.ts';
import { type Around, type Candidate, isUnderstood, type Parsed } from './compose.ts';
import { namesIn } from './cues/names-said.ts';
import { withDatedTimes } from './dated-times.ts';
import { isDoubtful } from './doubts.ts';
import { fewLines } from './few-lines.ts';
import { inFileTerms } from './file-terms.ts';
import { freely, isInPart, isMisread, saysLess, toCome } from './freely.ts';
import { inKinds } from './kinds-asked.ts';
import { meansOne } from './means-one.ts';
import { ofThoseWithAny, withoutNone } from './of-some.ts';
import { onceEach } from './once-each.ts';
import { asksWhichFirst } from './order-asked.ts';
import { quoteMark, tokensOfPhrase } from './phrase.ts';
import { inPlainOrder } from './plain-order.ts';
import { inPlainTerms } from './plain-terms.ts';
import { withoutPoliteness, withoutTheFile } from './politeness.ts';
import { readPhrase } from './read-phrase.ts';
import { readings, readingsInTime } from './readings-in-time.ts';
import { eventNoun } from './refusals.ts';
import { asksForBoth } from './settings-asked.ts';
import { settleTimes } from './settle-times.ts';
import { inPlainSpans } from './time-phrases.ts';
import { timesIn } from './times-asked.ts';
import { isToldOf } from './told-words.ts';
import { isOfTrouble } from './trouble-report.ts';
import { resolveTime, type TimeRead, windowOf } from './window.ts';
import { exceptThose, withoutThose } from './without-those.ts';
import { isNounForLines, isOfQuestions, meansRequests, softWords } from './words.ts';

/** In characters. What is longer is a report, and explained. */
export const maxQuestion = 400;

/** "Find the root cause and prove it": what is to be done about a question is no name in the file. */
const orders = /(?<=[.?!]\s*)\b(?:please )?(?:find|prove|show|tell|say|explain|give|quote|if)\b[^.?!]*(?:[.?!]|$)/gi;

const subject =
  /\b(?:wrong|matter|happened|happening|trouble|problem) (?:with|to) (?:the )?(?<one>[\w.-]+)(?: service| component)?$|^why (?:did|does|do|is|was|has|are|were) (?:the )?(?<other>[\w.-]+) \w+/i;
const anyThing =
  /^(?:it|this|that|they|we|he|she|you|i|there|app|application|system|server|service|services|program|process|job|jobs|build|test|tests|device|machine|kernel|request|requests|connection|connections|file|log|node|host|network|database|db|everything|things|phone|computer|box|board|unit|target|tablet|laptop|pc|vm|instance|boot|startup|deploy|deployment|pipeline|container|pod|cluster|site|website|page|api|user|users|client|clients|update|upgrade|install|installation|driver|disk|memory|cpu|screen|display|wifi|bluetooth|audio|sound|usb|battery|sensor|link|interface|port|my|our|their|his|her|its|an?|all|so|no)$/i;

/** Whom a question why is about, where no line names it. */
function strangerIn(question: string, schema: Schema): string | undefined {
  const groups = subject.exec(question)?.groups;
  const name = groups?.one ?? groups?.other;
  if (name === undefined || anyThing.test(name) || isOfQuestions(name)) return undefined;
  const phrase = readPhrase(name, schema);
  return phrase.where.length === 0 && phrase.columns.length === 0 && phrase.unread.length + phrase.absent.length > 0
    ? name
    : undefined;
}

/** In words. What is longer tells of more than one thing. */
const shortQuestion = 12;

/** What a short question why is about, where no line has any word of it. */
function strangeWords(question: string, schema: Schema): string[] {
  const words = tokensOfPhrase(question).map((word) => word.toLowerCase());
  if (words.length > shortQuestion) return [];
  const content = words.filter(
    (word) => /^[a-z]{4,}$/.test(word) && !isOfQuestions(word) && !softWords.has(word) && !isOfTrouble(word),
  );
  const isKnown = (word: string) => isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0;
  return content.some(isKnown) ? [] : content.filter((word) => !anyThing.test(word) && !isNounForLines(word, schema));
}

/** The question as it stands; where that means nothing, without what was said beside it. */
export async function parseQuestion(
  asked: string,
  scene: Scene,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Parsed> {
  const text = inPlainSpans(asked);
  const ahead = toCome.exec(text)?.[0];
  if (ahead !== undefined && !isToldOf(schema, ahead))
    return { ...notUnderstood(ahead, [], schema), isProse: false, others: [] };
  const whole = await parseWhole(text, scene, schema, findMoment);
  const free = await freely(text, whole, scene, schema);
  const isRefused = isUnderstood(whole) && isInPart(text, whole, schema);
  if (free !== undefined && (isRefused || isMisread(text, whole, free.query))) return free;
  if (isRefused) return { ...notUnderstood(timesIn(text).rest, [], schema), isProse: false, others: [] };
  const told = await withShorter(whole, text, scene, schema, findMoment);
  if (told !== whole && told.left === undefined && isUnderstood(told) && isInPart(text, told, schema)) return whole;
  if (free === undefined || told.query.take === 'explain') return told;
  return saysLess(told, free.query, schema) ? free : { ...told, free };
}

async function withShorter(
  whole: Parsed,
  text: string,
  scene: Scene,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Parsed> {
  if (whole.isProse || whole.query.take === 'explain' || whole.timeOutside !== undefined) return whole;
  const shorterOnes = shorterWordings(text).filter(({ left }) => !left.some((one) => isOfLead(one, text, schema)));
  const understood: Parsed[] = [];
  for (const shorter of shorterOnes) {
    const parsed = await parseWhole(shorter.text, scene, schema, findMoment);
    if (!isUnderstood(parsed) || parsed.query.take === 'list') continue;
    const one = withRest(parsed, shorter, schema);
    if (!isUnderstood(whole) || isUnanswered(shorter.also, whole.query, parsed.query)) return one;
    // A remark with a quoted text says which lines are meant.
    if (!shorter.left.some((said) => /["`]/.test(said))) understood.push(one);
  }
  return understood.length === 0 ? whole : { ...whole, shorter: understood };
}

/** "The highest ping, and who was that": the whole tells no more than the question without it. */
const isUnanswered = (also: string, whole: Query, shorter: Query): boolean =>
  (asksHowOften(also) && shorter.take === 'values' && whole.by === undefined) ||
  (/^(?:(?:at|in|on|for|from|by|to) )?(?:who|whom|whose|which|what|where)\b/i.test(also) &&
    whole.by === shorter.by &&
    whole.beside === shorter.beside);

/** Before a colon stands which lines are meant, and not what for it is asked. */
const isOfLead = (one: string, text: string, schema: Schema): boolean =>
  text.includes(`${one}: `) && readPhrase(one, schema).where.length > 0;

/** "And which client got it": what else the line says that a number was found on. */
function withRest(parsed: Parsed, { left, also }: Shorter, schema: Schema): Parsed {
  const query = asksHowOften(also) ? countOfEach(parsed.query) : parsed.query;
  const asked = left.filter((one) => !isToldAnyway(one, query.take));
  const isOfOneLine = /^(?:max|min)$/.test(query.take) && query.beside === undefined;
  const names =
    isOfOneLine && asked.includes(also) ? columnsNamed(also, schema).filter((name) => name !== query.of) : [];
  const [beside] = names;
  const kept = beside === undefined ? asked : asked.filter((one) => one !== also);
  const isInferred = parsed.isInferred || kept.length > 0;
  return { ...parsed, query: beside === undefined ? query : { ...query, beside }, isInferred, left: kept };
}

/** "Who ran into it, and how often". */
function countOfEach({ of, ...query }: Query): Query {
  return query.take === 'values' && of !== undefined
    ? { ...query, take: 'count', by: of }
    : { ...query, ...(of === undefined ? {} : { of }) };
}

const columnsNamed = (text: string, schema: Schema): string[] =>
  tokensOfPhrase(text).flatMap((word) => columnsCalled(schema, [word])[0]?.name ?? []);

async function parseWhole(text: string, scene: Scene, schema: Schema, findMoment: FindMoment): Promise<Parsed> {
  const { rest, said } = withoutThose(text, schema);
  const parsed = await parseSentence(rest, scene, schema, findMoment);
  return said === undefined ? parsed : exceptThose(parsed, said);
}

async function parseSentence(text: string, scene: Scene, schema: Schema, findMoment: FindMoment): Promise<Parsed> {
  const isProse = text.length > maxQuestion || text.trim().split('\n').length > 2;
  if (isProse) return { ...explained(text.slice(0, 8000), schema), isProse, others: [] };
  const { text: counted, isOfSome } = withoutNone(text);
  const { plain: said, quotes } = normalized(inChanges(counted, schema));
  const { text: inTerms, taken, of: stating } = inFileTerms(said, schema);
  const plain = withPhrases(withRuns(inTerms, schema), quotes, schema);
  const { times: asked, rest } = timesIn(withoutRanges(withDatedTimes(plain, schema)));
  const settled = await settleTimes(asked, scene.documents);
  const read = settled.map((one) => resolveTime(one, scene, schema));
  const times = read.filter((one) => one !== undefined);
  const question = rest.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,?!.]+$/g, '');
  const outside = settled.find((one, index) => read[index] === undefined && one.isVague !== true)?.label;
  const isOfBoth = asksForBoth(question);
  const isBesideEvent = times.length === 0 && !isOfBoth;
  const beside = isBesideEvent ? await besideEvent(question, quotes, schema, findMoment) : undefined;
  if (beside !== undefined) return { ...beside, isProse, others: [] };
  const why = asksForCause(question, times, quotes, schema);
  const missed = outside === undefined ? {} : { timeOutside: outside };
  if (why !== undefined) return { ...why, isProse, others: [], ...missed };
  const ends = fewLines(question, { times, quotes }, schema);
  if (ends !== undefined) return { ...ends, isProse, others: [], ...missed };
  const plainReadings = readings(question, { times, quotes }, schema);
  const isAsked = /\?\s*$/.test(text);
  const inTime = isOfBoth ? [] : await readingsInTime(question, { times, quotes, isAsked }, schema, findMoment);
  const ranked = [...inTime, ...plainReadings].sort((a, b) => costOf(a) - costOf(b) || rankOf(a) - rankOf(b));
  const [best] = ranked;
  const chosen =
    best === undefined || costOf(best) >= unreadCost
      ? (linesNamed(question, { times, quotes, isAsked }, schema) ?? best)
      : best;
  // "Which channel had no closures": of nothing that lines say each has a line.
  const isOfNothing =
    chosen?.query.take === 'never' && chosen.query.where.length === 0 && chosen.query.state === undefined;
  if (chosen === undefined || isOfNothing) return { ...notUnderstood(question, quotes, schema), isProse, others: [] };
  const others = ranked
    .filter((one) => one !== chosen)
    .filter(({ unread, absent, unnamed }) => unread.length + absent.length === 0 && unnamed === chosen.unnamed)
    .map(({ query }) => query)
    .slice(0, 6);
  const isInferred =
    taken.length > 0 ||
    chosen.isInferred ||
    chosen.unnamed !== undefined ||
    isDoubtful({ query: chosen.query, all: question, schema });
  const ended = byOutcome(chosen.query, schema);
  const query = onceEach(ended ?? chosen.query, schema) ?? ended ?? chosen.query;
  const { where } = query;
  const stated = statedBeside(query, stating);
  return {
    ...chosen,
    query: ofThoseWithAny({ ...query, where: [...where, ...stated] }, isOfSome),
    isInferred: isInferred || query !== chosen.query,
    isOneOf: meansOne(chosen.query, question),
    isProse,
    others,
    ...(taken.length === 0 ? {} : { taken }),
    ...(chosen.query.take === 'exists' && ofAny.test(question) ? { isOfAny: true } : {}),
    ...missed,
  };
}

/** Which lines state the number that is asked for, where nothing says so yet. */
function statedBeside({ of, where }: Query, stating?: Condition): Condition[] {
  const isSaid = where.some(({ field }) => field === stating?.field);
  return of === undefined || stating === undefined || isSaid ? [] : [stating];
}

/** Whether there is one at all, and not what is true of one that there is. */
const ofAny =
  /^(?:(?:is|are|was|were|has|have|had) there|(?:did|has|have|had|was|were) (?:any|some|an?)(?:one|body|thing)?)\b|^any\b|\bever\b|\bat (?:any|some) (?:time|point)\b/i;

/** Why it went wrong, or whether the cause is of a kind. */
function asksForCause(
  question: string,
  times: readonly TimeRead[],
  quotes: readonly string[],
  schema: Schema,
): Omit<Parsed, 'isProse' | 'others'> | undefined {
  const kind = asksKind.exec(question)?.groups?.kind;
  if (kind !== undefined) {
    const query: Query = { take: 'explain', of: kind.toLowerCase(), where: [], ...windowOf(times) };
    return { query, unread: [], absent: [], isInferred: false };
  }
  if (question !== '' && !asksWhy.test(question) && !asksWhyAtLast.test(question)) return undefined;
  if (asksWhichFirst(question)) return undefined;
  const ofEnd = howItEnded.exec(question)?.groups?.about;
  const rest = ofEnd ?? question.replace(orders, '').replace(asksWhy, '').replace(asksWhyAtLast, '');
  const only = onlyOf(question);
  const told = explained(rest, schema, quotes, only.only !== undefined);
  const stranger = strangerIn(question, schema);
  if (rest.trim() === '') return { ...told, query: { ...told.query, ...windowOf(times) } };
  if (stranger !== undefined) told.absent.unshift(stranger);
  else if (told.query.where.length === 0) told.unread.push(...strangeWords(question, schema));
  return { ...told, query: { ...told.query, ...only, ...windowOf(times) } };
}

/** "How did match 12 end": its lines are meant, where there are any. */
const howItEnded = /^how did (?<about>.{1,80}) (?:end|turn out|come out)$/i;

/** Which of several times it happened is asked about. */
function onlyOf(question: string): Pick<Query, 'only'> {
  const edge = /\b(?<first>first|earliest)\b|(?<!\bat )\b(?:last|latest|most recent)\b/i.exec(question)?.groups;
  return edge === undefined ? {} : { only: edge.first === undefined ? 'last' : 'first' };
}

function notUnderstood(question: string, quotes: readonly string[], schema: Schema): Omit<Candidate, 'loose'> {
  const { unread, absent } = readPhrase(question, schema, quotes);
  return {
    query: { take: 'unknown', where: [], unread: [...unread, ...absent].slice(0, 20) },
    unread: unread.length > 0 ? unread : [question],
    absent,
    isInferred: false,
  };
}

const unreadCost = 10;
const unnamedCost = 6;
const costOf = ({ unread, absent, isInferred, loose, unnamed }: Candidate): number =>
  unread.length * unreadCost +
  absent.length * 4 +
  (unnamed === undefined ? 0 : unnamedCost) +
  loose * 2 +
  (isInferred ? 1 : 0);

/** Which way something goes is asked in words of its own, and so is which came first. */
const rankOf = ({ query: { take } }: Candidate): number =>
  /^(?:trend|change)$/.test(take) ? 0 : take === 'order' ? 1 : 2;

const amountRange =
  /\b(?<lead>(?:took|takes?|taking|lasted|lasting|with|of|in|by|is|was|were|are|level|size|duration|latency|time|delay|temperature|load|length|value)\b[^?]{0,30}? )(?:(?:between|from) )?(?<from>\d+(?:\.\d+)?) ?(?<unit>[a-zµ%°]{0,12}) (?:and|to) (?<to>\d+(?:\.\d+)?) ?(?<unit2>ms|[µmn]?s|milliseconds?|seconds?|minutes?|[kmgt]i?b|bytes|%|percent|degrees|°?c|v|a|w|kg)(?![\w:])/i;

/** "Took between 1 and 2 seconds" is a range of amounts, not of times of the clock. */
const withoutRanges = (text: string): string =>
  text.replace(amountRange, (_, ...found) => {
    const { lead, from, unit, to, unit2 }: Record<string, string> = found.at(-1);
    return `${lead}at least ${from} ${unit || unit2} and at most ${to} ${unit2}`;
  });

/** "Requests between ten and eleven", "OOMKilled events in shop": a noun for lines, and which of them. */
function linesNamed(question: string, { times, quotes, isAsked }: Around, schema: Schema): Candidate | undefined {
  if (asksAtAll.test(question)) return undefined;
  const { where, columns, unread, absent, isInferred } = readPhrase(question, schema, quotes);
  // "Statements over 500 ms".
  const [noun = ''] = /^[a-z]{3,}s\b/i.exec(question) ?? [];
  const isCompared = noun !== '' && where.some(({ is }) => /[<>]/.test(is));
  // "Jobs completed by worker-2", where lines name jobs.
  const isOfNames = donePart.test(question) && columnsCalled(schema, [noun]).length > 0;
  const isOfLines =
    isCompared ||
    isOfNames ||
    tokensOfPhrase(question).some(
      (word) =>
        namesThings(word, schema) ||
        (isAsked && eventNoun.test(word)) ||
        ((isAsked || where.length > 2 || (times.length > 0 && !telling.test(question))) &&
          /^[a-z]{3,}s$/i.test(word) &&
          isToldOf(schema, word)),
    );
  const isNarrowed = (where.length > 0 || times.length > 0) && !ofFigure.test(question);
  if (!isOfLines || !isNarrowed || unread.length + absent.length > 0 || columns.some(({ isLabel }) => isLabel !== true))
    return undefined;
  const of = valuesOf(question, where, schema);
  if (of !== undefined)
    return { query: { take: 'values', of, where, ...windowOf(times) }, unread, absent, isInferred, loose: 0 };
  const named = where.filter(({ is, field }) => is === '=' && field !== 'text');
  if (new Set(named.map(({ field }) => field)).size < named.length) return undefined;
  // "Jobs received": what the verb says of them is not in the conditions.
  const isNarrower = columns.length > 0 || /\b[a-z]{3,}(?:ed|ing)\b/i.test(question);
  const isGuessed = isInferred || isNarrower;
  // "Lost tasks" are lines that name a task.
  const things = columns.map(({ name }): Condition => ({ field: name, is: 'has', value: '*' }));
  const query: Query = { take: 'list', where: [...where, ...things], ...windowOf(times) };
  return { query, unread, absent, isInferred: isGuessed, loose: 0 };
}
const donePart = /^[a-z]{3,}s [a-z]{3,}ed (?:by|for|on|from|to|with|in) \S/i;

/** "Enterprise users": the names that a field has on those lines. */
function valuesOf(question: string, where: readonly Condition[], schema: Schema): string | undefined {
  const head =
    /^(?<head>.+?)(?: (?:by|with|for|of|in|on|to|from|at|since|before|after|between|during|while|that|which|who) .*)?$/i.exec(
      question,
    )?.groups?.head ?? '';
  const last = tokensOfPhrase(head).at(-1) ?? '';
  if (!/[a-z]s$/i.test(last) || isNounForLines(last, schema) || eventNoun.test(last) || where.length === 0)
    return undefined;
  // Passes under a limit are those that came to it, and no names of what passed.
  if (where.some(({ is }) => /[<>]/.test(is))) return undefined;
  const column = columnsCalled(schema, [last]).find(
    ({ name, isNumber, isLabel, values }) =>
      !isNumber && isLabel !== true && values.size > 1 && !where.some(({ field }) => field === name),
  );
  return column === undefined || /^(?:level|outcome|message|source)$/.test(column.name) ? undefined : column.name;
}

/** What lines are not: "alarm clear time", "% of uploads". */
const ofFigure =
  /%|\b(?:time|times|total|share|percent\w*|sum|duration|average|mean|value|id|max|min|downtime|uptime)\b/i;
/** "Uploads fail since noon" tells of a trouble, "uploads since noon" names lines. */
const telling =
  /\b(?:fails?|crash(?:es)?|hangs?|dies?|died|stops?|breaks?|broke|freezes|froze|is|are|was|were|cannot|goes|went|gets|got|keeps?)\b/i;
const asksAtAll =
  /^(?:why|how|what|when|where|who|whose|which|is|are|was|were|did|does|do|has|have|can|add|sum|any|total|average|number|count)\b|\b(?:most|least|longest|shortest|highest|lowest|total|average|first|last|per)\b/i;

const namesThings = (word: string, schema: Schema): boolean => {
  const low = word.toLowerCase();
  return (
    isNounForLines(low, schema) ||
    meansRequests(low, schema) ||
    (low.endsWith('s') && levelNamed(low.slice(0, -1)) !== undefined) ||
    thingCalled(schema, low) !== undefined
  );
};

/** The answer states its unit, whichever is asked for. */
const inUnit =
  /,? (?:in |\()(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|bytes|[kmgt]i?b|(?:kilo|mega|giga)bytes|[kmg]?wh|per ?cent|%|degrees(?: celsius)?|celsius)\)?(?= today\b|[?!.\s]*$)/i;

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
    .replace(
      /\b(?:not|no longer) (ready|available|reachable|responding|connected|running|healthy|online|enabled|open|locked)\b/gi,
      (all, state: string) => (asksWhy.test(text) ? all : oppositeOf(state)),
    )
    .replace(/\b(?:did|do|does|has|have|had|were|was|is|are) not (?:pass|succeed|work)(?:ed)?\b/gi, 'failed')
    .replace(/\b(?:was|were|is|are) not successful\b/gi, 'unsuccessful')
    .replace(inUnit, '')
    .replace(/\bnon-(?=\w)/gi, 'not ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:show|say|give|find out|check)(?:[,:]| whether| if| to me| for me)? +(?=(?:how|what|which|who|when|why|whether|if|is|are|was|were|did|does|has|have|at|in|between|from)\b)/i,
      '',
    )
    .replace(/^(?:whether|if) (?<subject>.+?) (?<aux>is|are|was|were|has|have|had|did|does) /i, '$<aux> $<subject> ')
    .replace(/(\d{1,2}:\d\d(?::\d\d)?|\b(?:noon|midnight|midday)):(?=\s)/gi, '$1,')
    .replace(/\b(from|between) (\d[\d:.]*) (?:until|till|up to) (?=\d|noon|midnight|midday)/gi, '$1 $2 to ')
    .replace(
      /\b(?:up to|up until|until|till|prior to|earlier than) (?=(?:about )?\d{1,2}(?::\d|\s?[ap]m))/gi,
      'before ',
    )
    .replace(
      /\b(?:later than|starting (?:at|from)|from) (\d{1,2}:\d\d(?::\d\d)?) (?:on|onwards)\b(?! \w)|^later than (?=\d)/gi,
      'after $1',
    )
    .replace(/[?!.\s]+$/, '');
  return { plain: inPlainOrder(inPlainTerms(inKinds(withoutTheFile(withClockTimes(plain))))), quotes };
}

/** "How many jobs failed", where all that fails or not is a run of something, and nothing is called a job. */
function withRuns(text: string, schema: Schema): string {
  const outcome = columnNamed(schema, 'outcome');
  if (outcome === undefined || !/\b(?:jobs|tasks)\b/i.test(text)) return text;
  const judged = schema.sample.filter((record) => outcome.read(record) !== undefined);
  if (judged.length === 0 || !judged.every((record) => /\bruns?\b/i.test(record.text))) return text;
  return text.replace(/(?<![\w.-])(?:jobs|tasks)(?![\w.-])/gi, (word) =>
    isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0 ? word : 'runs',
  );
}

const behindTime = /(?<=\b(?<noun>[a-z]{3,}) )(?:after|before|since|until) (?=[\w.-]*[A-Za-z]{3})[\w.-]+/gi;

/** "Retries after TimeoutError", where the lines of retries say "after TimeoutError", is no time. */
const withPhrases = (text: string, quotes: string[], { kinds }: Schema): string =>
  text.replace(behindTime, (phrase, ...found) => {
    const { noun = '' }: Record<string, string> = found.at(-1);
    const low = phrase.toLowerCase();
    if (!kinds.some(({ example, stems }) => stems.has(stem(noun)) && example.toLowerCase().includes(low)))
      return phrase;
    quotes.push(phrase);
    return quoteMark(quotes.length - 1);
  });

/** Beside what happened: which time of several, how often, that a reason is asked for. */
const saysNothing = (word: string): boolean =>
  isOfQuestions(word) || /^(?:times?|reasons?|causes?|cause[ds]?|longer|phase|went|put|why|happen\w*)$/i.test(word);

/** Which component, unit or words an explanation is about: what of the question stands in the file. */
function explained(text: string, schema: Schema, quotes: readonly string[] = [], isOfOne = false): Candidate {
  const phrase = readPhrase(text, schema, quotes);
  const where = phrase.where.filter(({ is }) => is === '=' || is === 'has');
  return {
    query: { take: 'explain', where: where.filter(({ field }) => isOfOne || field !== 'level').slice(0, 12) },
    ...(phrase.unread.every(saysNothing) ? {} : { isPartly: true }),
    unread: [],
    // "Why did order 84028 fail?": another order's failure is no answer.
    absent:
      text.length > shortQuestion * 8
        ? []
        : [...new Set([...phrase.absent.filter((name) => /\d{3}/.test(name)), ...othersIn(text, schema)])],
    isInferred: phrase.isInferred,
    loose: 0,
  };
}

/** "Why did most firings of tango-11 fail?": of whom or where, by a name that no line has. */
const othersIn = (text: string, schema: Schema): string[] =>
  namesIn(text, schema).absent.filter((name) =>
    new RegExp(
      `\\b(?:of|by|on|for|to|at|in|from|with) (?:the )?(?:[a-z]+ )?${literalPattern(name)}(?![\\w=])`,
      'i',
    ).test(text),
  );
