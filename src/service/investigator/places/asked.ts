import { singular } from '../calculate/columns.ts';
import { subjectWords } from '../calculate/subject-words.ts';

/** What a question wants to know of places as such. */
export interface PlacesAsked {
  kind: 'first' | 'which' | 'many' | 'each' | 'any' | 'per' | 'common';
  /** "node", "pod", "file". */
  noun: string;
  /** Words of the lines it is about; failing lines where there are none. */
  subject: string[];
}

const nouns = '([a-z][a-z_-]{2,24}(?: (?:file|case|log)s?)?)';
const determiners = '(?: (?:of )?(?:the|my|our|these|those|different|single))*';
const firstOf = new RegExp(
  String.raw`\b(?:which|what)${determiners} ${nouns}\b.{0,40}\b(?:first|earliest|initially)\b`,
  'i',
);
const inOrder =
  /\b(?:in (?:which|what) (?:order|sequence)|order (?:of|in which)|sequence of|who (?:\w+ )?first|first to (?:fail|break|crash|die|go down)|where did (?:it|this|the \w+) (?:start|begin))\b/i;
const failing =
  /\b(?:fail\w*|err\w*|break|broke|crash\w*|die[ds]?|down|trouble|problems?|wrong|started it|bad|affected|start|begin)\b/i;
const eachOf = new RegExp(
  String.raw`^(?:is|are|was|were|does|do|did|has|have)\b.*\b(?:on|in|at|by|from|for|of)? ?(?:every|each|all)(?: single)?${determiners} ${nouns}`,
  'i',
);
const anyOf = new RegExp(
  String.raw`^(?:is|are|was|were|does|do|did|has|have)?(?: there)? ?\bany(?: other)? ${nouns}\b`,
  'i',
);
const manyOf = new RegExp(
  String.raw`\b(?:how many|number of|count of|on how many|in how many)${determiners} ${nouns}`,
  'i',
);
const whichOf = new RegExp(String.raw`\b(?:which|what)${determiners} ${nouns}`, 'i');
const perOne = new RegExp(
  String.raw`\b(?:per|by|for each|for every|of each|on each|in each)${determiners} ${nouns}`,
  'i',
);
const inCommon = /\b(?:in common|have alike|share|common to)\b/i;
const allOf = new RegExp(String.raw`\b(?:the|all|every|these|those)${determiners} ${nouns}`, 'i');
/** "Which file was being processed": a file the lines name, and not one of the archive. */
const isOfLines = /^\w+ (?:file|document|log|text)s? (?:was|were|is being|did|got|could|can|should)\b/i;
const summary =
  /\b(?:summar\w+|overview|errors?|failures?|problems?|warnings?|what happened|what went wrong|list|count\w*|how many|number)\b/i;
const asksWhy = /\b(?:why|caus(?:e[ds]?|ing)|root cause|explain|led to|trigger\w*)\b/i;

/** Undefined where it asks for nothing that is told by place. Whether the noun means places is for the caller to see. */
export function readPlacesAsked(question: string): PlacesAsked[] {
  const text = question.replace(/[?!]+/g, ' ').replace(/\s+/g, ' ').trim();
  if (text.length > 260) return [];
  const found: PlacesAsked[] = [];
  const add = (kind: PlacesAsked['kind'], noun: string | undefined, match: string) => {
    const words = (noun ?? '').split(' ');
    for (const one of new Set([noun ?? '', words[0]!, words.at(-1)!])) {
      if (one !== '' || kind === 'first')
        found.push({ kind, noun: one, subject: subjectOf(text.replace(match, ' '), noun ?? '') });
    }
  };
  const first = firstOf.exec(text);
  if (first !== null && failing.test(text)) add('first', first[1], first[0]);
  if (found.length === 0 && inOrder.test(text) && failing.test(text)) add('first', undefined, '');
  if (inCommon.test(text)) {
    const all = allOf.exec(text);
    if (all !== null) add('common', all[1], all[0]);
  }
  const each = eachOf.exec(text);
  if (each !== null && found.length === 0) add('each', each[1], nounIn(each));
  if (found.length > 0 || asksWhy.test(text.replace(/\band why\b/i, ''))) return found;
  const any = anyOf.exec(text);
  if (any !== null) add('any', any[1], any[0]);
  const many = manyOf.exec(text);
  if (many !== null) add('many', many[1], many[0]);
  const per = perOne.exec(text);
  if (per !== null && summary.test(text)) add('per', per[1], per[0]);
  const which = whichOf.exec(text);
  if (which !== null && !isOfLines.test(text.slice(which.index))) add('which', which[1], which[0]);
  return found;
}

function nounIn(match: RegExpExecArray): string {
  const at = match[0].search(/\b(?:every|each|all)\b/i);
  return match[0].slice(at);
}

const askingWords =
  /^(?:err(?:or)?s?|fail\w*|warn(?:ing)?s?|problems?|issues?|trouble|affected|bad|broken|wrong|have|has|had|contain\w*|mention\w*|complain\w*|report\w*|show\w*|hold\w*|includ\w*|first|common|share|alike|summar\w*|overview|why|reason\w*|list|see|saw|hit|alarms?|other|suffer\w*|experience\w*|trace|of|failure\w*|about|cause)$/i;
const toldByWord = /^(?:alarms?)$/i;

function subjectOf(text: string, noun: string): string[] {
  const own = new Set(noun.split(' ').map(singular));
  return subjectWords(text).filter(
    (word) => !own.has(singular(word)) && (toldByWord.test(word) || !askingWords.test(word)),
  );
}
