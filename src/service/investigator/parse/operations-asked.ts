import { oncePer } from '#core/once-per.ts';
import { levelNamed } from '../../lines/level-words.ts';
import { failedWord, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import { statedReason } from '../facts/reason.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import type { InFileTerms } from './file-terms.ts';
import { hasOtherWord } from './in-file-words.ts';
import { isOfOtherTrade } from './operation-called.ts';
import { hasMeaning, isToldOf } from './told-words.ts';
import { isNounForLines, isOfQuestions } from './words.ts';

/** How people say that something failed, where lines have other words for it, or none. */
const failing = [
  'did not (?:go|come|get|make)(?: through| out| it| over)?',
  'did not (?:succeed|work|pass)',
  'never (?:came out|went through|got through|made it)',
  '(?:were|was|got|are|is) (?:turned (?:down|away)|broken off|thrown out|kicked out|cut short|interrupted|rejected|refused|declined|denied|aborted|cancelled|abandoned|not delivered)',
  'went wrong',
  'end(?:ed|ing) (?:up )?(?:in|with) (?:an? )?(?:error|failure)',
  'broke(?: off)?',
  'gave up',
];
const succeeding = [
  'went (?:well|through|fine)',
  '(?:finished|ended|completed) (?:normally|fine|well|ok|cleanly)',
  '(?:were|was|got) (?:approved|accepted|delivered|completed|finished|committed|successful)',
  'came out (?:well|fine)',
  '(?:completed|finished|succeeded)(?= *(?:$|[?,.]|(?:on|by|for|in|at|before|after|between|from|to|there|were)\\b))',
];
const failed = new RegExp(String.raw`\b(?:${failing.join('|')})\b`, 'gi');
const succeeded = new RegExp(String.raw`\b(?:${succeeding.join('|')})\b`, 'gi');
/** Before what it is said of. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:aborted|rejected|refused|declined|denied|cancelled|abandoned|broken|interrupted|bad)$/i, 'failed'],
  [/^(?:completed|finished|approved|accepted|successful|good|delivered|committed)$/i, 'successful'],
];

/**
 * A question about what the program does again and again, in the words of the file: "card payments that did not go
 * through", where each line has the number of a transaction and some end with an error. `taken`: what was said of them
 * that no line has.
 */
export function inOperations(text: string, schema: Schema): InFileTerms {
  const { operation } = schema;
  if (operation === undefined) return { text, taken: [] };
  const taken: string[] = [];
  const told = (all: string) =>
    !isOnlyOfFailed(all.replace(auxiliary, ''), schema) &&
    all.split(' ').some((word) => /(?:ed|en|off)$/.test(word) && isToldOf(schema, word));
  const inWords = text
    .replace(/^(?:what (?:is|was) )?(?:the )?total (?=(?:[a-z]+ )?([a-z]+)$)/i, (all, noun: string) =>
      columnsCalled(schema, [noun])[0] === operation ? 'how many ' : all,
    )
    .replace(doneWith, (all, word: string) => (isDenied(word, schema) ? 'succeeded' : all))
    .replace(failed, (all) => (told(all) ? all : 'failed'))
    .replace(succeeded, (all) => (told(all) && !isSaidOfFailed(all, schema) ? all : 'succeeded'))
    .replace(/[a-z]+(?= [a-z])/gi, (word) => {
      const kind = kinds.find(([pattern]) => pattern.test(word))?.[1];
      return kind === undefined || isToldOf(schema, word) ? word : kind;
    });
  const inTheirWords = (all: string, ...found: unknown[]): string => {
    const { lead = '', nouns = '', tail = '' } = found.at(-1) as Record<string, string>;
    const words = nouns.split(' ');
    // "The backups of rhea that failed": whose they are.
    const ofWhat = /([a-z]+) $/i.exec(inWords.slice(0, Number(found.at(-3))))?.[1] ?? '';
    if (lead === 'of ' && columnsCalled(schema, [ofWhat])[0] === operation) return all;
    const strange = words.filter(
      (word) => isStrange(word, schema) || !isSaidOfThem(word, schema) || isOnlyWhy(word, schema),
    );
    // "Failed password attempts" beside failed batches are of neither.
    if (strange.length === 0 || words.some((word) => isSaidOfOthers(word, schema))) return all;
    if (strange.some(isOfOtherTrade)) return all;
    const head = words.at(-1) ?? '';
    const isOfHead = strange.includes(head);
    // "Refunds that failed" of a file that numbers payments are not there.
    const isStranger = isOfHead && isStrange(head, schema) && !hasOtherWord(head, schema);
    if (isStranger) return all;
    // "Card transactions", where no line has the noun: all of it is a name for them.
    const own = isOfHead ? [] : words.filter((word) => !strange.includes(word));
    taken.push(words.filter((word) => !own.includes(word)).join(' '));
    return `${lead}${isOfHead ? `${operation.name}s` : own.join(' ')}${tail}`;
  };
  const named = inWords.replace(behind, inTheirWords).replace(before, inTheirWords);
  const short = named.replace(/\b([a-z]{3,}) (?=([a-z]{3,})\b)/gi, (all, word: string, next: string) => {
    const isNew = isStrange(word, schema) || !isSaidOfThem(word, schema) || isOnlyStem(word, schema);
    const isOfThem = isNew && !ofMany.test(word) && columnsCalled(schema, [next])[0] === operation;
    if (isOfThem) taken.push(word);
    return isOfThem ? '' : all;
  });
  return { text: short, taken };
}

/** How they are counted, and no name for them. */
const ofMany =
  /^(?:min(?:imum)?|max(?:imum)?|average|avg|mean|median|total|longest|shortest|slowest|fastest|highest|lowest|concurrent|simultaneous|parallel|overlapping|consecutive|distinct|unique|different)$/i;

const auxiliary = /^(?:were|was|got|are|is|did) /i;

/** "Not delivered": the lines that have it are those of what failed. */
function isOnlyOfFailed(words: string, { sample, operation, columns }: Schema): boolean {
  const outcome = columnNamed({ columns }, 'outcome');
  const low = words.toLowerCase();
  if (outcome === undefined || !/^not /.test(low)) return false;
  const said = sample.filter((record) => record.text.toLowerCase().includes(low));
  return (
    said.length > 0 &&
    said.every((record) => operation?.read(record) !== undefined && outcome.read(record) === 'failed')
  );
}

/** "Completed", where lines say "finished" of what failed as well. */
function isSaidOfFailed(words: string, { sample, operation, columns, said }: Schema): boolean {
  const outcome = columnNamed({ columns }, 'outcome');
  const stems = words
    .split(' ')
    .filter((word) => /ed$/.test(word))
    .flatMap((word) => [word, ...synonymsOf(word)])
    .map(stem);
  return sample.some(
    (record) =>
      operation?.read(record) !== undefined &&
      outcome?.read(record) === 'failed' &&
      stems.some((one) => said(record).stems().has(one)),
  );
}

const doneWith = /\b(?:were|was|got|that) (?:actually |really )?([a-z]{3,}(?:ed|en))\b/gi;

/** "How many were printed", where lines say only of some that the program "could not print" them. */
export function isDenied(word: string, { kinds }: Schema): boolean {
  const one = stem(word);
  const own = kinds.filter(({ stems }) => stems.has(one));
  return (
    own.length > 0 &&
    own.every(({ example }) => denial.test(example) && !new RegExp(`\\b${word}\\b`, 'i').test(example))
  );
}
const denial = /\b(?:could not|can ?not|can't|couldn't|failed to|unable to|did not|was not able to) [a-z]/i;

const small =
  'that|which|who|on|of|in|at|by|for|from|to|with|were|was|are|is|did|and|or|had|has|have|per|between|before|after|over|there|first|last|most|least|all|each|every|any|how|what|many|count|rate|time|times|share|reason|reasons|consecutive|number';
/** One to three words for what failed or came out well. */
const noun = String.raw`(?<nouns>(?:(?!(?:${small})\b)[a-z]+ ){0,2}(?!(?:${small})\b)[a-z]+)`;
const behind = new RegExp(String.raw`(?<lead>\b(?:failed|successful|succeeded) )${noun}\b`, 'gi');
const before = new RegExp(
  String.raw`(?<lead>\b(?:how many|number of|all|of|the|which) )${noun}(?<tail> (?:that |which )?(?:have |had )?(?:failed|succeeded|completed|finished))\b`,
  'gi',
);

/** No line has it, and no name is called so. */
export const isStrange = (word: string, schema: Schema): boolean =>
  /^[a-z]{3,}$/i.test(word) && !hasMeaning(word, schema);

/** Some line that numbers one of them has the word, or it is a word for them or what they have. */
function isSaidOfThem(word: string, schema: Schema): boolean {
  const { operation } = schema;
  if (operation === undefined || !/^[a-z]{3,}$/.test(word) || isOfQuestions(word) || isNounForLines(word, schema))
    return true;
  if (failedWord.test(word) || succeededWord.test(word) || levelNamed(word) !== undefined) return true;
  if (columnsCalled(schema, [word]).length > 0 || schema.columns.some(({ values }) => values.has(word.toLowerCase())))
    return true;
  return saidIn(schema).own.has(stem(word));
}

/** "Print job" of lines that tell of printing and of what was printed. */
const isOnlyStem = (word: string, schema: Schema): boolean =>
  /^[a-z]{3,}$/.test(word) &&
  !/(?:ed|en|ing|off)$/.test(word) &&
  !isOfQuestions(word) &&
  !isNounForLines(word, schema) &&
  columnsCalled(schema, [word]).length === 0 &&
  isToldOf(schema, word) &&
  !schema.kinds.some(({ example }) => new RegExp(`\\b${word}\\b`, 'i').test(example));

const isOnlyWhy = (word: string, schema: Schema): boolean =>
  schema.operation !== undefined && saidIn(schema).reasons.has(stem(word));

/** Of what else came out well or failed, and of none of them. */
function isSaidOfOthers(word: string, schema: Schema): boolean {
  const { operation } = schema;
  const one = stem(word);
  return operation !== undefined && !saidIn(schema).own.has(one) && saidIn(schema).others.has(one);
}

/** What the lines say that number one of them, and others that say how something came out. */
const saidIn = oncePer((schema: Schema): Said => {
  const { operation } = schema;
  const outcome = columnNamed(schema, 'outcome');
  const reason = columnNamed(schema, statedReason);
  const told = { own: new Set<string>(), others: new Set<string>(), reasons: new Set<string>() };
  const reasons = new Set<string>();
  for (const record of schema.sample) {
    const isOwn = operation?.read(record) !== undefined;
    if (!isOwn && outcome?.read(record) === undefined) continue;
    const why = reason?.read(record);
    // "Card expired" is why one failed: it makes none of them a card.
    const ofWhy = why === undefined ? undefined : stemsOf(why);
    for (const one of ofWhy ?? []) reasons.add(one);
    for (const one of schema.said(record).stems())
      if (ofWhy?.has(one) !== true) told[isOwn ? 'own' : 'others'].add(one);
  }
  for (const one of reasons) if (!told.own.has(one)) told.reasons.add(one);
  return told;
});
interface Said {
  own: ReadonlySet<string>;
  others: ReadonlySet<string>;
  /** Words of why one failed, and of nothing else of them. */
  reasons: ReadonlySet<string>;
}
