import type { LogRecord } from '../facts/records.ts';
import { formOf, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { readCues } from './cues/read-cues.ts';
import { withoutPoliteness } from './politeness.ts';
import { isFunctionWord } from './unnamed-noun.ts';
import { isOfQuestions, negations, plainWords, softWords } from './words.ts';

/** Lines that have the words of a question, the nearest first. */
interface LookedUp {
  lines: LogRecord[];
  /** They have all of its words, and few others do. */
  isSaid: boolean;
}

const mostWords = 6;
const mostLines = 3;
/** In words: what is longer says more of it than that. */
const longestLookUp = 7;
/** Of what its words weigh: what has less comes near by chance. */
const leastShare = 0.34;

/** What a question speaks of, looked for word by word: undefined where nothing comes near it. */
export function lookUp(question: string, schema: Schema): LookedUp | undefined {
  const words = contentOf(question);
  if (words.length === 0 || words.length > mostWords || !schema.isWhole) return undefined;
  const lines = schema.sample.map((record) => ({ record, has: hasOf(record, words) }));
  const weights = words.map((_, at) => weightOf(lines.filter(({ has }) => has[at] === true).length, lines.length));
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const scored = lines
    .map(({ record, has }) => ({ record, has, score: weights.reduce((sum, one, at) => sum + (has[at] ? one : 0), 0) }))
    .filter(({ score }) => score > 0 && score >= whole * leastShare)
    .sort((a, b) => b.score - a.score);
  const all = scored.filter(({ has }) => has.every(Boolean));
  if (scored.length === 0) return undefined;
  const isLookUp = words.length > 1 && asksForNothingElse(question);
  return {
    lines: kindsOf(
      scored.map(({ record }) => record),
      schema,
    ),
    isSaid: isLookUp && all.length === 1,
  };
}

/** Neither a number nor a time, a yes or a no. */
function asksForNothingElse(question: string): boolean {
  const { asks, stat, edges, bound, order } = readCues(question);
  const isPolar = /^(?:is|are|was|were|did|does|do|has|have|had|can|could|will|any)\b/i.test(question.trim());
  const isOther = [...asks].some((one) => one !== 'id' && one !== 'value');
  const isShort =
    question.trim().split(/\s+/).length <= longestLookUp && !/\b(?:before|after|not|than|but)\b/i.test(question);
  return isShort && !isPolar && !isOther && (stat ?? bound ?? order) === undefined && edges.size === 0;
}

const contentOf = (question: string): string[] =>
  [
    ...new Set(
      withoutPoliteness(question)
        .toLowerCase()
        .match(/[\p{L}\d][\p{L}\d_.:/-]*/gu) ?? [],
    ),
  ]
    .map((word) => word.replace(/[.:/-]+$/, ''))
    .filter((word) => word.length > 1 && !isFunctionWord(word) && !isOfQuestions(word))
    .filter((word) => !negations.has(word) && !plainWords.has(word) && !softWords.has(word));

function hasOf({ text }: LogRecord, words: readonly string[]): boolean[] {
  const low = text.toLowerCase();
  const stems = stemsOf(low);
  return words.map((word) => stems.has(stem(word)) || (word.length > 2 && begins(low, word)));
}

/** "rev" of `rev-C2`. */
const begins = (text: string, word: string): boolean => {
  const at = text.indexOf(word);
  return at === 0 || (at > 0 && !/[\p{L}\d]/u.test(text[at - 1] ?? ''));
};

/** A word that most lines have says little; one that no line has counts as the rarest. */
const weightOf = (count: number, lines: number): number => Math.log((lines + 1) / (count + 0.5));

/** One of each kind. */
function kindsOf(records: readonly LogRecord[], schema: Schema): LogRecord[] {
  const found = new Map<string, LogRecord>();
  for (const record of records) {
    const form = formOf(record, schema);
    if (!found.has(form)) found.set(form, record);
    if (found.size === mostLines) break;
  }
  return [...found.values()];
}
