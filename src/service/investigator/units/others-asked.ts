import { singular } from '../calculate/columns.ts';
import { contentWords } from '../members/members-asked.ts';
import type { Question } from '../question/question.ts';
import { looksLikeName } from '../words/asked-word.ts';

/** "Is any other shard affected?", "is nobody else over quota?" */
export interface OthersAsked {
  /** Whether all are meant, and not others than one. */
  isOfAll: boolean;
  /** What they are called; "who" for persons. */
  noun: string;
  /** Whom the question names itself, who is left out. */
  besides: string[];
  /** What is said of them; empty where it is the trouble of the file. */
  words: string[];
  /** The same as it is said, to be found side by side. */
  phrase: string;
}

const yesNo =
  /^(?:and |but |so |or )?(?:is|are|was|were|did|does|do|has|have|had|any(?:one|body|thing)?|some(?:one|body)|no(?:body| ?one)|only)\b/i;
const personElse = /\b(?:any|some|no)[- ]?(?:one|body) else\b/i;
const otherThing = /\b(?:any |the |some |these |all |all the |which )?other ([a-z][a-z_-]{1,23})\b/i;
const allThings =
  /^(?:is|are|was|were|do|does|did|has|have) (?:it |that |this )?(?:all|every|each|just one|only one|just a single|one single)(?: single)?(?: of)?(?: the| our)? ([a-z][a-z_-]{2,23})\b(?: of (?:the )?[\w.-]+)?/i;
const noThing =
  /^(?:errors?|problems?|issues?|things?|words?|sides?|days?|nights?|lines?|messages?|reasons?|causes?|hand|than|failures?|warnings?|times?|way|ways|kinds?|types?|trouble|events?|entries|exceptions?|logs?|files?)$/i;
const excluded =
  /\b(?:besides|except(?: for)?|apart from|other than|but|than|not) (?:the )?((?:[a-z]{2,20} )?[\w.@:/#-]*\d[\w.@:/-]*|[A-Z][\w.-]*|\S+[._@-]\S+)/i;
const ofTrouble =
  /\b(?:affected|hit|involved|impacted|concerned|too|as well|also|same|similar|problems?|troubles?|issues?|this|that|it|have|has|had|having|see|sees|seen|show|shows|get|gets|got|suffer\w*|experienc\w*|fail\w*|broken|bad|down|wrong|going|on|with|by|from|like|in|the|of|is|are|was|were|did|does|do|any|there|been|be|or|and|only|just|sick|trouble)\b/gi;

/** Undefined where the question asks for something else. */
export function othersAsked({ text, phrases, besides = [] }: Question): OthersAsked | undefined {
  const flat = text.replace(/[?!.\s]+$/, '').trim();
  if (flat.length > 160 || phrases.length > 0 || !yesNo.test(flat)) return undefined;
  const person = personElse.exec(flat);
  const all = person === null ? allThings.exec(flat) : null;
  const thing = person === null ? (all ?? otherThing.exec(flat)) : null;
  const match = person ?? thing;
  if (match === null || (thing !== null && noThing.test(thing[1]!))) return undefined;
  const out = excluded.exec(flat.slice(match.index + match[0].length));
  const rest = flat
    .replace(match[0], ' ')
    .replace(out?.[0] ?? '\u0001', ' ')
    .replace(yesNo, ' ')
    .trim();
  const names = out === null ? contentWords(rest).filter(looksLikeName) : [out[1]!];
  const words = contentWords(rest.replace(ofTrouble, ' ')).filter((word) => !names.includes(word));
  return {
    isOfAll: all !== null,
    noun: person === null ? singular(thing![1]!) : 'who',
    besides: [...besides, ...names],
    words,
    phrase: words.length === 0 ? '' : rest.replace(/\b(?:too|as well|also|at all)\b/gi, ' ').trim(),
  };
}
