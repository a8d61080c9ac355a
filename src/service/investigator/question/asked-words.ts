import { type AskedWord, isSaidManyWays, literal, looksLikeName, plainWord, statusCode } from '../words/asked-word.ts';
import type { Question } from './question.ts';

/** A word with the part it plays in the question. */
export interface WordPart {
  word: AskedWord;
  /** `quoted`: to be found as it is. `outcome`: "failed", beside what failed. `status`: where access logs have a code. */
  part: 'quoted' | 'soft' | 'term' | 'outcome' | 'status';
}

const maxWords = 24;
const none: ReadonlySet<string> = new Set();
const outcomes =
  /^(?:fail\w*|errors?|timeouts?|timed|refused|denied|reset|expired|rejected|lost|broken|invalid|killed|exceeded|slow)$/i;

const statusText = /^[1-5](?:\d\d|xx)$/i;

/** A number of the question that is a status code, for all its words tell. */
export function isStatus({ part, word }: WordPart): boolean {
  return part === 'term' && statusText.test(word.text);
}

/** What a question says that is looked for in the file: what it quotes, its phrase, its words, and "failed" beside a word. */
export function askedWords(question: Question, sources: ReadonlySet<string> = none): WordPart[] {
  const parts: WordPart[] = [];
  const add = (word: AskedWord, part: WordPart['part']) => {
    const isKnown = parts.some((one) => one.word.text.toLowerCase() === word.text.toLowerCase());
    if (!isKnown && parts.length < maxWords) parts.push({ word, part });
  };
  // What writes lines of the file is meant by its name, not in other forms of the word.
  const isNameHere = (term: string) =>
    looksLikeName(term) || (sources.has(term.toLowerCase()) && !isSaidManyWays(term));
  for (const phrase of question.phrases) add(literal(phrase), 'quoted');
  if (question.softPhrase?.includes(' ') && question.intent === 'find') add(literal(question.softPhrase), 'soft');
  for (const term of question.terms) {
    if (isAskedField(question, term) || isQuoted(question, term)) continue;
    const isCode = statusText.test(term);
    add(isCode ? statusCode(term) : isNameHere(term) ? literal(term) : plainWord(term), 'term');
    if (isCode) add(statusCode(term, inAccessLog), 'status');
  }
  for (const text of question.pairs.flatMap((pair) => pair.split(' ')))
    if (outcomes.test(text)) add(plainWord(text), 'outcome');
  return parts;
}

const inAccessLog = (code: string) => `" ${code} `;

/** A word of what is quoted is looked for with the rest of it. */
function isQuoted({ phrases }: Question, term: string): boolean {
  return phrases.some((phrase) => phrase.toLowerCase().includes(term.toLowerCase()));
}

/** "which client", "how many users": the noun names the field to tell by, not words to look for. */
function isAskedField({ by, intent }: Question, term: string): boolean {
  if (intent !== 'which' && intent !== 'count') return false;
  const word = term.toLowerCase();
  const isGeneric = /^(?:requests?|responses?|entries|entry|sends?|sent|makes?|made|events?|records?)$/.test(word);
  return isGeneric || (by !== undefined && (word === by || word === `${by}s`));
}
