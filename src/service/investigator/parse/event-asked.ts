import { oncePer } from '#core/once-per.ts';
import { nameOfReason } from '../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import { isNounTheySay, meansOperation } from './operation-called.ts';
import { isDenied, isStrange } from './operations-asked.ts';
import { outageWords } from './outage-words.ts';
import { isToldOf } from './told-words.ts';
import { isOfQuestions, singular } from './words.ts';

/** What a question is about, in words that the parser knows. */
export interface EventAsked {
  text: string;
  kind: 'outage' | 'operation' | 'other';
  outcome?: 'ok' | 'failed';
  /** Words that no line has. */
  taken?: string;
  /** Numbers them, where they are what the program does again and again. */
  operation?: Column;
  /** What narrows them, behind the noun: "on app1". */
  rest?: string;
}

const bad =
  'fail(?:ed|ing)?|unsuccessful|bad|broken|aborted|rejected|refused|declined|denied|cancell?ed|interrupted|discarded|abandoned|incomplete|unfinished|missed|faulty|died|crashed|killed|errored|invalid';
const good =
  'successful|succeeded|passed|finished|completed?|ended|good|ok|clean|done|delivered|accepted|approved|confirmed|acknowledged';
const auxiliary = '(?:(?:that|which|who) )?(?:(?:have|had|has|were|was|are|is|got|get|did|been) )*';
/** How people say in several words how something came out. */
const badPhrase = `(?:did not (?:go|come|get|make)(?: through| out| it| over)?|did not (?:succeed|work|pass)|never (?:came out|went through|got through|made it)|(?:turned|shot) (?:down|away)|broke(?:n)? off|thrown (?:out|away)|kicked out|given up|called off|cut short|stopped early|(?:went|going|go|goes|gone) wrong|went red|turned out (?:badly|wrong|invalid)|end(?:ed|ing) (?:up )?(?:in|with) (?:an? )?(?:error|failure)|gave up|fell through|not (?:delivered|completed|finished|accepted|connected))`;
const goodPhrase = `(?:(?:went|goes|go|gone|going) (?:well|through|fine|green|to the end)|(?:be |been |get |got |was |were )?played to the end|turned out (?:well|fine|good)|ran (?:to the end|through)|came (?:through|out (?:well|fine))|made it(?: through)?|got through|(?:finish|end|complete|close|answer|process|handle|serve)(?:ed|d)? (?:normally|regularly|successfully|fine|well|ok|cleanly|properly|correctly))`;
const badWord = new RegExp(`^(?:${bad})$`, 'i');
const goodWord = new RegExp(`^(?:${good})$`, 'i');
export const outcomePhrases = [
  { outcome: 'failed', pattern: new RegExp(` ${auxiliary}${badPhrase}(?![\\w-])`, 'i') },
  { outcome: 'ok', pattern: new RegExp(` ${auxiliary}${goodPhrase}(?![\\w-])`, 'i') },
] as const;
const behindNoun = new RegExp(
  ` ${auxiliary}(?<word>[a-z-]+(?:ed|en)|sold|lost|sent|done|paid|shut|ok|fine|good|bad|(?:un)?successful|(?:in)?complete)(?= |$)`,
  'i',
);
const article = /^(?:(?:the|all|any|of|single|every|those|these|our) )+/i;
/** What narrows them begins with one of these. */
const narrowing =
  / (?=(?:on|in|at|to|into|via|through|over|for|by|with|from|of|since|before|after|between|until|during|due to|because of|caused by)\b)/i;
const reason =
  / (?:due to|because of|caused by|with (?:the )?reason|for the reason)(?: of)? (?:"(?<quoted>[^"]+)"|(?<plain>[^",]+?))$/i;

/** Outages, or what the program does again and again and how it came out; undefined where the words are of neither. */
export function eventAsked(phrase: string, schema: Schema): EventAsked | undefined {
  if (isOfBoth.test(phrase)) return undefined;
  const because = reason.exec(phrase)?.groups;
  const why = because?.quoted ?? because?.plain;
  if (why !== undefined && because?.quoted === undefined && !isReason(why, schema)) return undefined;
  const told = phrase.replace(why === undefined ? /^$/ : reason, '').replace(article, '');
  const found =
    outagesIn(told, schema) ??
    (isSaidOfOthers(told, schema) ? undefined : operationsCalled(told, schema)) ??
    othersIn(told, schema);
  return found === undefined || why === undefined ? found : { ...found, text: `${found.text} with reason "${why}"` };
}

/** "Rejected tags", where lines say all of it that are of nothing the program numbers. */
function isSaidOfOthers(phrase: string, schema: Schema): boolean {
  const [head = ''] = phrase.toLowerCase().split(narrowing);
  const words = head.split(' ').map(stem);
  const isSaid = (stems: ReadonlySet<string>) => words.every((word) => stems.has(word));
  if (words.length < 2 || !schema.kinds.some(({ stems }) => isSaid(stems))) return false;
  const known = saidOfOthers(schema);
  const isKnown = known.get(head);
  if (isKnown !== undefined) return isKnown;
  const held = schema.sample.filter((record) => isSaid(schema.said(record).stems()));
  const isOfOthers =
    held.length > 0 && held.every((record) => schema.operations.every(({ read }) => read(record) === undefined));
  known.set(head, isOfOthers);
  return isOfOthers;
}
const saidOfOthers = oncePer((_: Schema) => new Map<string, boolean>());

/** "Failed ones included": all of them, whatever came of each. */
const isOfBoth = /\b(?:incl(?:uded|uding)?|counting|together|both|as well|too|alike|combined)\b|\+/i;
const isReason = (text: string, { columns }: Schema): boolean =>
  columns.some(({ name, values }) => nameOfReason.test(name) && values.has(text.toLowerCase()));

/** Head and what narrows it, the shortest head first. */
function* splits(phrase: string): Generator<[head: string, rest: string]> {
  const parts = phrase.split(narrowing);
  for (let count = 1; count <= parts.length; count++)
    yield [
      parts.slice(0, count).join(' '),
      parts
        .slice(count)
        .map((one) => ` ${one}`)
        .join(''),
    ];
}

function outagesIn(phrase: string, schema: Schema): EventAsked | undefined {
  const words = outageWords(schema);
  for (const [head, rest] of splits(phrase))
    if (words.isOutage(head))
      return {
        text: `${/s$/i.test(head) ? 'outages' : 'outage'}${rest.replace(ofAll, '')}`,
        kind: 'outage',
        rest: rest.replace(ofAll, '').trim(),
        ...takenFor(head, 'outage'),
      };
  return undefined;
}

const ofAll = / (?:of|for|over|across|on) (?:all|any|the|our)(?: the)? [a-z]+(?: together)?$/i;

const takenFor = (said: string, plain: string): Pick<EventAsked, 'taken'> =>
  said.toLowerCase().startsWith(plain) ? {} : { taken: said };

/** What else lines tell of, in their own words. */
function othersIn(phrase: string, schema: Schema): EventAsked | undefined {
  const [[said] = ['']] = splits(phrase);
  // "Nearly full car deck notices": what the lines say, and that they are lines.
  const head = said.replace(/(?<= \S+) (?:notice|warning|alert|message|event)s?$/i, '');
  const words = head.split(' ').filter((word) => !isOfQuestions(word));
  const isTold =
    words.length > 0 && words.length <= 6 && words.every((word) => /^[a-z-]+$/i.test(word) && isToldOf(schema, word));
  return isTold ? { text: `${head}${phrase.slice(said.length)}`, kind: 'other' } : undefined;
}

/** Where no line has what their noun is narrowed by, all are meant: "brew steps" of steps. */
function operationsCalled(phrase: string, schema: Schema): EventAsked | undefined {
  const found = operationsIn(phrase, schema);
  if (found !== undefined) return found;
  const taken: string[] = [];
  const short = phrase.replace(/\b([a-z]+) (?=([a-z]+)\b)/gi, (all, word: string, next: string) => {
    if (/(?:ed|en)$/i.test(word) || !isStrange(word, schema) || !isNounOfOperation([next], schema)) return all;
    taken.push(word);
    return '';
  });
  const of = taken.length === 0 ? undefined : operationsIn(short, schema);
  return of && { ...of, taken: taken.join(' ') };
}

function operationsIn(phrase: string, schema: Schema): EventAsked | undefined {
  const { operation, figure } = schema;
  const [noun = ''] = /^[a-z]+/i.exec(phrase) ?? [];
  // "Litres used in finished washes" are no washes.
  const isOfFigure =
    figure !== undefined && !/(?:ed|en|ing)$/i.test(noun) && columnsCalled(schema, [noun])[0] === figure;
  if (operation === undefined || isOfFigure) return undefined;
  const of = (outcome: EventAsked['outcome'], rest: string): EventAsked => ({
    text: `${outcome === undefined ? '' : outcome === 'ok' ? 'successful ' : 'failed '}${several(operation.name)}${rest}`,
    kind: 'operation',
    ...(outcome === undefined ? {} : { outcome }),
    operation,
    rest: rest.trim(),
  });
  for (const { outcome, pattern } of outcomePhrases) {
    const plain = phrase.replace(pattern, '');
    if (plain !== phrase) return withNoun(plain, schema, (rest) => of(outcome, rest));
  }
  for (const [head, rest] of splits(phrase)) {
    const words = head.split(' ');
    const [first = ''] = words;
    const outcome = outcomeSaid(first, schema);
    if (outcome !== undefined && words.length > 1 && isNounOfOperation(words.slice(1), schema))
      return of(outcome, rest);
    const last = outcomeOfNoun(words.at(-1) ?? '', schema);
    const isOfThem = words.length === 1 || isNounOfOperation(words.slice(0, -1), schema);
    if (last !== undefined && isOfThem) return of(last, rest);
  }
  const behind = behindNoun.exec(phrase);
  const said = outcomeSaid(behind?.groups?.word ?? '', schema);
  if (behind !== null && said !== undefined)
    return withNoun(phrase.replace(behind[0], ''), schema, (rest) => of(said, rest));
  return withNoun(phrase, schema, (rest) => of(undefined, rest));
}

/** More than one of what the file numbers. */
export const several = (noun: string): string => `${noun}${/(?:s|x|ch|sh)$/i.test(noun) ? 'es' : 's'}`;

function withNoun(phrase: string, schema: Schema, told: (rest: string) => EventAsked): EventAsked | undefined {
  for (const [head, rest] of splits(phrase)) if (isNounOfOperation(head.split(' '), schema)) return told(rest);
  return undefined;
}

/** Some noun for them, or what was tried: "readouts", "unlock attempts". */
export function isNounOfOperation(words: readonly string[], schema: Schema): boolean {
  if (words.length > 3 || !words.every((word) => /^[a-z-]+$/i.test(word))) return false;
  const head = (words.at(-1) ?? '').toLowerCase();
  const { own } = saidOf(schema);
  if (outcomeSaid(head, schema) !== undefined) return false;
  const isOwn = (word: string) => {
    const [column] = columnsCalled(schema, [word]);
    if (column !== undefined) return column === schema.operation;
    return meansOperation(word, schema) || isSaid(word, own);
  };
  // What else is said of them would be passed over: "ended trips" are not all trips.
  const isKnown = (word: string) => (isOwn(word) && !isValue(word, schema)) || isAttempt.test(word);
  if (!words.slice(0, -1).every(isKnown)) return false;
  return isOwn(head) || isOwn(singular(head)) || (isAttempt.test(head) && words.length > 1);
}
/** That noun is theirs by what they are called, or by what their lines say, and not by a guess. */
export const isTheirNoun = (word: string, schema: Schema): boolean =>
  columnsCalled(schema, [word]).some((one) => one === schema.operation) ||
  isSaid(word, saidOf(schema).own) ||
  isNounTheySay(word, schema);

/** In one or several; "starts" is not what "started" says. */
const isSaid = (word: string, own: ReadonlySet<string>): boolean =>
  [word, singular(word), `${word}s`].some((one) => own.has(one.toLowerCase()));
const isAttempt = /^(?:attempt|try|tries|case|one)s?$/i;

/** Evidence comes first: a word of lines of one outcome alone. */
export function outcomeSaid(word: string, schema: Schema): EventAsked['outcome'] {
  const one = stem(word);
  const { ok, failed } = saidOf(schema);
  // What they are called says nothing of how they came out.
  const isNoun =
    !/(?:ed|en)$/i.test(word) && (stemsOf(schema.operation?.name ?? '').has(one) || isPartOfNoun(word, schema));
  if (isNoun || isValue(word, schema)) return undefined;
  if (isDenied(word, schema)) return 'ok';
  if (failed.has(one) && !ok.has(one)) return 'failed';
  if (ok.has(one) && !failed.has(one)) return 'ok';
  return badWord.test(word) ? 'failed' : goodWord.test(word) ? 'ok' : undefined;
}

/** "Flash write w71": what lines call them, though those that failed are called otherwise. */
const isPartOfNoun = (word: string, { operation, kinds }: Schema): boolean =>
  /^[a-z]+$/i.test(word) &&
  operation !== undefined &&
  kinds.some(({ example }) => example.toLowerCase().includes(`${word.toLowerCase()} ${operation.name.toLowerCase()} `));

/** "Cancelled" of a field that says how each ended. */
const isValue = (word: string, { columns }: Schema): boolean =>
  columns.some(({ name, values }) => name !== 'outcome' && values.has(word.toLowerCase()));

/** "Refusals" where lines say "refused", "NAKs". */
function outcomeOfNoun(word: string, schema: Schema): EventAsked['outcome'] {
  if (/^(?:failures?|rejects?|rejections?|refusals?|aborts?|cancellations?)$/i.test(word)) return 'failed';
  const low = singular(word.toLowerCase());
  if (!/(?:s|al|ion)$/i.test(word) || schema.columns.some(({ values }) => values.has(word.toLowerCase())))
    return undefined;
  const { ok, failed } = saidOf(schema);
  const isForm = (one: string) => one.length >= 3 && low.startsWith(one) && low.length <= one.length + 5;
  const [isBad, isGood] = [[...failed].some(isForm), [...ok].some(isForm)];
  return isBad && !isGood && columnsCalled(schema, [word]).length === 0 ? 'failed' : undefined;
}

interface Said {
  /** Words of lines that tell how one came out. */
  ok: ReadonlySet<string>;
  failed: ReadonlySet<string>;
  /** Of nearly all of them, whichever line says so. */
  own: ReadonlySet<string>;
}

const saidOf = oncePer((schema: Schema): Said => {
  const outcome = columnNamed(schema, 'outcome');
  const told = { ok: new Set<string>(), failed: new Set<string>(), own: new Map<string, Set<string>>() };
  const ids = new Set<string>();
  const reasons = schema.columns.filter(({ name }) => nameOfReason.test(name));
  for (const record of schema.sample) {
    const id = schema.operation?.read(record);
    if (id === undefined) continue;
    ids.add(id);
    const came = outcome?.read(record);
    const { stems } = schema.book.of(record.row().message).wording;
    // "Car moved" is why one failed: it makes none of them a car.
    const why = new Set(reasons.flatMap(({ read }) => [...stemsOf(read(record) ?? '')]));
    for (const word of new Set(
      record
        .row()
        .message.toLowerCase()
        .match(/[a-z]+/g),
    ))
      if (!why.has(stem(word))) told.own.set(word, (told.own.get(word) ?? new Set()).add(id));
    for (const word of stems) {
      if (why.has(word)) continue;
      if (came === 'ok' || came === 'failed') told[came].add(word);
    }
  }
  return {
    ...told,
    own: new Set([...told.own].flatMap(([word, of]) => (of.size >= ids.size * nearlyAll ? [word] : []))),
  };
});
const nearlyAll = 0.75;
