import type { LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import type { Clause } from './clauses-of-time.ts';
import { readCues } from './cues/read-cues.ts';
import { nounOf } from './named-columns.ts';
import { tokensOfPhrase } from './phrase.ts';

/** The name that comes next after an event, or came last before it. */
interface NextAsked {
  take: 'first' | 'last';
  /** What the next is called. */
  noun: string;
  rest: string;
  /** The event's own name is not the next. */
  except: Condition[];
}

const nextWords = /\b(?:next|first|right|immediately|directly|straight|then|afterwards?)\b/gi;
const lastWords = /\b(?:last|just|right|immediately|directly|shortly|previous|latest|prior)\b/gi;
const coming = /\b(?:came|comes|come|coming|followed|follows|happened|ran|run|was|is|were|up|the|to|turn|in line)\b/gi;

const doing = /\b(?:did|does|do|was|were|is|has|had) (?:it|they|he|she|we|you) (?:do|have|get|go to|use|at|on|in)\b/gi;

/** What tells of the event: its words, and the line that they mean. */
export interface EventTold {
  said: string;
  line: LogRecord | undefined;
}

/** Undefined where no single name is asked for. */
export function nextAsked({ main, side }: Clause, { said, line }: EventTold, schema: Schema): NextAsked | undefined {
  if (side !== 'after' && side !== 'before') return undefined;
  if (/\b(?:how|when|why|number of|count|average|longest|shortest|most|least)\b/i.test(main)) return undefined;
  const words = side === 'after' ? nextWords : lastWords;
  const isSaid = new RegExp(words.source, 'i').test(main);
  const text = main.replace(words, ' ').replace(doing, ' ').replace(/\s+/g, ' ').trim();
  const { noun, rest } = nounIn(text, schema);
  const column = noun === undefined ? undefined : nounOf(noun, schema)?.column;
  if (noun === undefined || column === undefined || column.isNumber || /[^s]s$/i.test(noun)) return undefined;
  // The name that the event is called by: "after B4605".
  const own = line === undefined ? undefined : column.read(line);
  const isOwn = own !== undefined && said.toLowerCase().includes(own.toLowerCase());
  // "Which worker failed after the restart" may be several; of the names of one kind one comes after the other.
  if (!isSaid && !isOwn) return undefined;
  return {
    take: side === 'after' ? 'first' : 'last',
    noun,
    rest: rest.replace(coming, ' '),
    except: isOwn ? [{ field: column.name, is: '!=', value: own }] : [],
  };
}

/** "Which step", "wk-1 job": what is asked for, and what else is said of it. */
function nounIn(text: string, schema: Schema): { noun: string | undefined; rest: string } {
  if (/^(?:which|what|who)\b/i.test(text)) {
    const { which, rest } = readCues(text);
    return { noun: which, rest };
  }
  const words = tokensOfPhrase(text);
  const noun = words.findLast((word) => nounOf(word, schema)?.rest === '');
  return { noun, rest: words.filter((word) => word !== noun).join(' ') };
}
