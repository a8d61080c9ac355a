import { levelNamed } from '../../../lines/level-words.ts';
import { learnOutage } from '../../facts/learn-outage.ts';
import { isUnitFor } from '../../facts/measures.ts';
import { type ReadingNamed, readingNamed, readingsIn } from '../../facts/readings-of.ts';
import type { Column, Schema } from '../../facts/schema.ts';
import { stem } from '../../facts/stem.ts';
import { tryWords } from '../../facts/tries.ts';
import { type Condition, hasAny } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { columnsCalled } from '../columns-called.ts';
import { outcomePhrases, outcomeSaid, several } from '../event-asked.ts';
import { hasOtherWord } from '../in-file-words.ts';
import { type LinesMeant, linesMeant } from '../lines-meant.ts';
import { isOfOtherTrade, meansOperation } from '../operation-called.ts';
import { startedWords } from '../operation-meant.ts';
import { isStrange } from '../operations-asked.ts';
import { outageCalled, outageWords } from '../outage-words.ts';
import { isToldOf, looksLikeName } from '../told-words.ts';
import { isOfQuestions, recordNouns } from '../words.ts';
import { anyMark } from './names-said.ts';
import type { SpellsMeant } from './of-spells.ts';

/** What a question is about. */
export type Subject =
  | { kind: 'reading'; reading: ReadingNamed['reading']; taken: readonly string[] }
  | { kind: 'outage'; thing: Column; taken: readonly string[] }
  | { kind: 'spells'; spells: SpellsMeant }
  | { kind: 'setting' }
  | { kind: 'state' }
  | { kind: 'rows' }
  | { kind: 'lines'; lines: LinesMeant };
export type SubjectOf<Kind extends Subject['kind']> = Extract<Subject, { kind: Kind }>;

/** Said around what is asked about. */
const around =
  /^(?:and|or|but|yet|still|of|for|at|on|in|by|from|to|with|was|were|is|are|did|does|do|has|have|had|been|be|the|a|an|any|all|every|each|some|it|its|this|that|these|those|which|who|there|here|we|you|i|our|us|me|ever|just|only|exactly|overall|altogether|total|one|ones|among|across|over|within|during|between|as|so|then|than|both|happen|happened|occur|occurred|see|saw|seen|get|got|gave|give|find|found|show|shows|shown|appear|appeared|came|come|log|file|logs|files|reported|report|logged|recorded|measured|figure|moment|same|named|note|too|also|not|do|hit|read|whole|because|after|before|until|till|when|while|if|what|how|going|go|went|vs|versus|immediately|saw|needed|need|given|counted|pls|please|thx|thanks|cheers|having|now|point|time|times|took|take|takes|taking|able|very|timestamp|timestamps|stamp|stamps|lies|lie|lay|comparing|compared)$/i;
const plainSign = /^[-–—:,;.?!()"'&/+|=]+$/;

/** "Went wrong", "came back". */
const beginsOutcome = /^(?:go|going|went|come|came|get|got) (?:wrong|well|fine|through|red|green|out|back|off)$/i;

/** "Imports from {partners} started": what only leads to a name. */
const behindMark = new RegExp(`\\b(?:from|for|of|on|in|at|by|to) (?=${anyMark})`, 'gi');

/** Its words without those that only hold the question together at either end. */
export function phraseOf(rest: string): string {
  const words = rest
    .replace(behindMark, ' ')
    .replace(/\blog (?:entries|messages|records)\b/gi, 'lines')
    .replace(new RegExp(anyMark, 'g'), ' ')
    .replace(/[(),;:?!"“”]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '' && !plainSign.test(word));
  let [from, to] = [0, words.length];
  while (
    from < to &&
    isAroundAt(words, from) &&
    !/^not \d/i.test(words.slice(from, from + 2).join(' ')) &&
    !beginsOutcome.test(words.slice(from, from + 2).join(' '))
  )
    from++;
  while (to > from && isAroundAt(words, to - 1)) to--;
  return words.slice(from, to).join(' ');
}

/** "Log in", "time out": what someone does, and no part of it holds a question together. */
const ofTwoWords = /^(?:log(?:ged)?|sign(?:ed)?|tim(?:e|es|ed|ing)) (?:in|out|on|off)$/i;
const isAroundAt = (words: readonly string[], at: number): boolean =>
  around.test(words[at] ?? '') &&
  // "GET" is a method.
  !/^[A-Z]{3,}$/.test(words[at] ?? '') &&
  ![at - 1, at].some((from) => ofTwoWords.test(words.slice(Math.max(from, 0), from + 2).join(' ')));

const ofReadings = /(?: (?:readings?|values?|measurements?|samples?|figures?|reported|level))+$/i;

/** A number that is read again and again. */
export function readingSaid(phrase: string, schema: Schema): SubjectOf<'reading'> | undefined {
  const words = phrase
    .replace(ofReadings, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => !around.test(word));
  if (words.length === 0 || words.length > 5) return undefined;
  const found = readingNamed(words, schema) ?? byHead(words, schema) ?? byColumn(words, schema);
  // "The score of the match" is no other number of matches.
  const [head = ''] = phrase.toLowerCase().split(/ (?:of|for|in|on|at|from|by|behind) /);
  const isNamed = head.split(' ').some((word) => words.includes(word) && found?.taken.includes(word) === false);
  return found && isNamed ? { kind: 'reading', ...found } : undefined;
}

/** "Replication lag" of lines that state one lag, whatever it is of. */
function byHead(words: readonly string[], schema: Schema): ReadingNamed | undefined {
  const known = words.filter((word) => readingsIn(schema).some(({ words: own }) => own.has(stem(word))));
  const [reading, second] = readingsIn(schema).filter(({ words: own }) => known.every((word) => own.has(stem(word))));
  const isOfColumn = known.some((word) => reading?.column.stems.has(stem(word)) === true);
  if (!isOfColumn || reading === undefined || second !== undefined) return undefined;
  const taken = words.filter((word) => !known.includes(word));
  return taken.some((word) => isToldOf(schema, word)) ? undefined : { reading, taken };
}

/** "Density of the ink" of a number `ink_density`. */
function byColumn(words: readonly string[], { columns }: Schema): ReadingNamed | undefined {
  const content = words.filter((word) => !around.test(word)).map(stem);
  const [column, second] = columns.filter(
    ({ name, isNumber, isSerial, stems }) =>
      isNumber &&
      isSerial !== true &&
      (content.length > 1 || stem(name.toLowerCase()) === content[0]) &&
      content.every((word) => stems.has(word)),
  );
  if (column === undefined || second !== undefined) return undefined;
  return { reading: { column, where: [], words: column.stems, count: column.seen }, taken: [] };
}

/** What lines state a number of that have such a name, where they state one alone. */
export function readingOf(
  names: readonly Condition[],
  phrase: string,
  schema: Schema,
): SubjectOf<'reading'> | undefined {
  const [one] = names;
  if (one === undefined || phrase === '' || /\b(?:state|status|mode)s?\b/i.test(phrase)) return undefined;
  const isOn = compile([one], schema);
  const [reading, second] = readingsIn(schema).filter(({ column, where }) => {
    const isStated = compile([...where], schema);
    return schema.sample.some((record) => isOn(record) && column.read(record) !== undefined && isStated(record));
  });
  if (reading === undefined || second !== undefined) return undefined;
  const taken = phrase
    .replace(ofReadings, '')
    .split(' ')
    .filter((word) => !around.test(word));
  const isOther = taken.some((word) => isOfOtherUnit(word, reading.column));
  return isOther || taken.length > 3 || taken.every((word) => isToldOf(schema, word))
    ? undefined
    : { kind: 'reading', reading, taken };
}

/** A measure of which the number's unit is none. */
function isOfOtherUnit(word: string, { unit, stems, aliases }: Column): boolean {
  const isOfMeasure = isUnitFor(word);
  return (
    isOfMeasure !== undefined &&
    unit.name !== '' &&
    !isOfMeasure(unit.name) &&
    !stems.has(stem(word)) &&
    !aliases.has(stem(word))
  );
}

/** That things were out of reach, in whichever words. */
export function outageSaid(phrase: string, schema: Schema, isNamed = false): SubjectOf<'outage'> | undefined {
  const thing = learnOutage(schema)?.column;
  if (thing === undefined) return undefined;
  const said = phrase.replace(
    /^(?:completed?|finished|closed|single) | (?:begin|began|start|started|end|ended)$/gi,
    '',
  );
  const [head = ''] = said.split(/ (?:of|for|on|at|in|to|from) /);
  for (const one of [said, head]) {
    if (outageWords(schema).isDown(one)) return { kind: 'outage', thing, taken: [] };
    const taken = outageCalled(one, schema);
    if (taken !== undefined) return { kind: 'outage', thing, taken };
  }
  // "Core link down": what is called so is named beside it.
  const words = said.split(' ');
  const down = [1, 2, 3].find(
    (size) => size < words.length && outageWords(schema).isDown(words.slice(-size).join(' ')),
  );
  const isKnown = isNamed || words.slice(0, -(down ?? 0)).every((word) => !isStrange(word, schema));
  if (down !== undefined && words.length - down <= 2 && !words.some(looksLikeName) && isKnown)
    return { kind: 'outage', thing, taken: [] };
  // "MME connections" of "mme link down": the things themselves are named elsewhere.
  return undefined;
}

/** Lines, by what they say or by what the program does; `isOfThem` where more than the words shows that the latter is meant. */
export function linesSaid(phrase: string, schema: Schema, isOfThem = false): SubjectOf<'lines'> | undefined {
  for (const [said, taken] of wordings(phrase, schema, isOfThem)) {
    const lines = linesMeant(said, schema);
    if (lines === undefined) continue;
    return { kind: 'lines', lines: { ...lines, taken: [...lines.taken, ...taken] } };
  }
  return undefined;
}

const ofLevel =
  /^(?:(?:[a-z]+ )??(?:entry|entries|lines?|messages?) )?(?:(?:with|at|of|on) )?(?:the )?(?:severity|log level|level) (?<behind>[a-z]+)$|^(?:(?:entry|entries|lines?|messages?) )?(?:with|at|of) (?<before>[a-z]+)[- ](?:level|severity)$|^(?<own>[a-z]+)[- ](?:level|severity) (?:entry|entries|lines?|messages?|records?)$/i;
const ofSettings =
  /^(?:(?:the |any )?(?:config(?:uration)?|settings?|parameters?|options?)(?: (?:were|was|got))? (?:changed|altered|touched|modified|updated|edited|adjusted)|(?:changed|altered|touched|modified|updated|edited|adjusted) (?:the )?(?:settings?|parameters?|options?))$/i;

/** "Entries at warn level", "settings touched": in words that name such lines. */
function inOwnTerms(phrase: string): string {
  const { behind, before, own } = ofLevel.exec(phrase)?.groups ?? {};
  const level = behind ?? before ?? own;
  return level === undefined
    ? ofSettings.test(phrase)
      ? 'setting changes'
      : phrase
    : `level ${levelNamed(level) ?? level}`;
}

const started = new RegExp(`^(?:${startedWords}|begin|prepared|initiated)$`, 'i');

/** The phrase itself, then with a word for what the program numbers in place of one that no line has. */
function* wordings(
  phrase: string,
  schema: Schema,
  isOfThem: boolean,
): Generator<[said: string, taken: readonly string[]]> {
  yield [inOwnTerms(phrase), []];
  const words = phrase.split(' ');
  const plain = words.filter((_, at) => !isAroundAt(words, at));
  if (plain.length < words.length && plain.length > 0) yield [plain.join(' '), []];
  const { operation } = schema;
  if (operation === undefined || plain.length > 5) return;
  const outcome = outcomeIn(phrase, plain, schema);
  const begun = plain.find((word) => started.test(word));
  const unsaid = outcomePhrases.reduce((left, { pattern }) => left.replace(pattern, ''), ` ${phrase}`).split(' ');
  // "Interference overflights failed": beside what says so, a noun of theirs says why.
  const told = plain.filter((word) => outcomeSaid(word, schema) !== undefined);
  const isOfOutcome = (word: string) =>
    told.includes(word) && (told.length < 2 || !/(?:ence|ance|ion|age|ity)$/i.test(word));
  const others = plain
    .filter((word) => unsaid.includes(word))
    .filter((word) => !isOfOutcome(word) && !started.test(word));
  const strange = others.filter(
    (word) =>
      !recordNouns.has(word.toLowerCase()) &&
      !isOfQuestions(word) &&
      !isToldOf(schema, word) &&
      columnsCalled(schema, [word]).length === 0,
  );
  const isTheirs = (word: string) => strange.includes(word) || columnsCalled(schema, [word])[0] === operation;
  if (!isOfThem && (!others.every(isTheirs) || (outcome === undefined && begun === undefined))) return;
  if (strange.some((word) => isOfOtherTrade(word) && !meansOperation(word, schema))) return;
  if (!strange.every((word) => mayBeNoun(word, schema))) return;
  // "Refunds" of a file that numbers payments are not there.
  if (strange.length > 0 && !strange.some((word) => hasOtherWord(word, schema))) return;
  // One noun of one or two words: "licence loans".
  const [first = 0, second = first] = strange.map((word) => plain.indexOf(word));
  if (strange.length > 2 || second - first > 1) return;
  const how = outcome === undefined ? (begun ?? '') : outcome === 'ok' ? 'successful' : 'failed';
  yield [`${how} ${several(operation.name)}`.trim(), strange];
}

/** What people may call a thing: no number, no name of the file, and no word that asks or tells what was done. */
const mayBeNoun = (word: string, { columns }: Schema): boolean =>
  /^[a-z][a-z-]*$/i.test(word) && !noNoun.test(word) && !columns.some(({ values }) => values.has(word.toLowerCase()));
const noNoun = new RegExp(
  `(?:ed|en)$|^(?:next|previous|following|final|top|every|never|begins?|end|ends|take|takes|set|did|well|comparing|changes?|apply|add|cut|cost|cause|causes|reasons?|${tryWords})$`,
  'i',
);

/** "Called off", "went through"; what ended in a failure has failed. */
function outcomeIn(phrase: string, words: readonly string[], schema: Schema): 'ok' | 'failed' | undefined {
  const told = outcomePhrases.find(({ pattern }) => pattern.test(` ${phrase}`))?.outcome;
  const said = words.map((word) => outcomeSaid(word, schema));
  return told ?? (said.includes('failed') ? 'failed' : said.find((one) => one !== undefined));
}

/** Without any word of its own: what the program numbers. */
export function operationsAll({ operation }: Schema): SubjectOf<'lines'> | undefined {
  return (
    operation && {
      kind: 'lines',
      lines: { where: [hasAny(operation.name)], taken: [], operation },
    }
  );
}
