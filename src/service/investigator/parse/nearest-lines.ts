import { isAlarm } from '../facts/levels.ts';
import { synonymsOf } from '../facts/lexicon.ts';
import type { KindOfLine, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { compile } from '../run/conditions.ts';
import type { LinesMeant } from './lines-meant.ts';
import { isOfQuestions } from './words.ts';

/** What anything that lines report may be called. */
const generic =
  /^(?:warning|notice|alert|message|event|report|notification|incident|occurrence|entry|hit|case|line|update)s?$/i;
/** What trouble may be called, whichever word its lines have for it. */
const ofTrouble =
  /^(?:(?:mis)?fire|error|failure|fault|alarm|problem|issue|reset|timeout|loss|drop(?:-?out)?|jam|stall|crash|glitch|violation|abort|reversal|delay|overflow|underrun|leak|retry|stop|bite|miss|trip|rejection|refusal)(?:s|es)?$|^retries$|^misfires?$/i;
/** More kinds of lines than that are no single thing that happened. */
const mostKinds = 4;
const mostWords = 4;

/**
 * The lines that have a telling word of a phrase, where no line has all of it: "watchdog resets" of lines that say
 * "watchdog bite". What is not said of them is a word for any event, or for trouble where they are warnings and errors.
 */
export function nearestLines(phrase: string, schema: Schema): LinesMeant | undefined {
  const words = phrase.toLowerCase().split(' ');
  const isPlain = words.every((word) => /^[a-z][a-z\d-]*$/.test(word) && !isOfQuestions(word));
  const [head = ''] = words.slice(-1);
  if (!isPlain || words.length < 2 || words.length > mostWords) return undefined;
  const telling = words.slice(0, -1).filter((word) => !isOfThings(word, schema));
  const told = telling.filter((word) => !ofTrouble.test(word) && schema.kinds.some((kind) => has(kind, word)));
  const kinds = schema.kinds.filter((kind) => told.length > 0 && told.every((word) => has(kind, word)));
  if (kinds.length === 0 || kinds.length > mostKinds || words.length - told.length > 2) return undefined;
  const where = [{ field: 'words', is: 'has' as const, value: told.join(' ') }];
  const lines = schema.sample.filter(compile(where, schema));
  const isOfOperations = lines.some((record) => schema.operations.some(({ read }) => read(record) !== undefined));
  const isGrave = lines.every(isAlarm);
  // "Save warnings" are no calm lines about saves.
  const isCalm = /^(?:warning|alert)s?$/.test(head) && schema.hasLevels && !isGrave;
  // What most lines of a file tell is no trouble.
  const isSeldom = !schema.hasLevels && lines.length <= schema.sample.length * 0.2;
  const isEvent = (generic.test(head) && !isCalm) || (ofTrouble.test(head) && (isGrave || isSeldom));
  if (lines.length === 0 || isOfOperations || !isEvent) return undefined;
  return { where, taken: words.filter((word) => !told.includes(word)) };
}

const has = ({ stems }: KindOfLine, word: string): boolean =>
  [word, ...synonymsOf(word)].some((one) => stems.has(stem(one)));

/** The name of what lines name one of each tells of no event. */
const isOfThings = (word: string, { columns }: Schema): boolean =>
  columns.some(({ isNumber, name }) => !isNumber && name.toLowerCase() === word);
