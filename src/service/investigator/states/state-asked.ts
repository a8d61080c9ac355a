import type { Question } from '../question/question.ts';

export interface StateAsked {
  /** Whether it is so when the file ends; from when to when it was in trouble; when that was over. */
  wants: 'now' | 'spans' | 'end';
  /** Each by the words of the question; none where it is the whole. */
  subjects: string[][];
  /** The word for the state, where it is no plain "back" or "ok". */
  state?: string;
  /** One that is hoped for. */
  isGood: boolean;
  /** "Restored", "repaired": after a trouble only. */
  isReturn: boolean;
}

const maxChars = 160;
const opening = /^(?:and |so |but |then )?/i;
const asksNow = /^(is|are|was|were|does|do|did|has|have|had|can) (.{2,120})$/i;
const asksSpans =
  /^(?:between when and when|from when (?:to|till|until) when|when exactly|when and (?:for )?how long|when|(?:during|in) (?:which|what) times?|at (?:which|what) times?|since when) (?:is|are|was|were|did|does|do|could|had|has) (.{2,120})$/i;
/** "... and what ended it?", "... and when was it ok again?" */
const endToo =
  /,? and (?:what ended (?:it|that|this)|until when|(?:until )?when (?:was|did|is|were|has) (?:it|that|this|they) .{2,40}|when (?:it|that) (?:was|ended).{0,30}|how long)$/i;
const hasBothEnds = /^(?:between when|from when|when exactly|when and|during|in (?:which|what)|at (?:which|what))\b/i;
const atLast =
  /\b(?:again|back|still|any ?more|any longer|by now|now|at the (?:very )?end(?: of (?:the|this) (?:log|file|recording|day|night))?|when the (?:log|file) ends|in the end|finally|currently|already|yet)\b/gi;
const isLast = new RegExp(atLast.source, 'i');
const ofOthers =
  /\b(?:else|others?|only|too|also|as well|ever|any(?:thing|body|one)?|some(?:thing|body|one)?|between|each|every|all|which|what|who)\b/i;
const denied = /\b(?:not|never|no longer)\b|n't\b/i;
const everyDenied = new RegExp(denied.source, 'gi');
const good =
  /^(?:ok|okay|fine|good|healthy|well|usable|available|reachable|accessible|on-?line|up|connected|synced|ready|stable|normal|alive|responsive|operational|functional|restored|resolved|repaired|fixed|healed|renewed|in|recover\w*|return\w*|work|works|worked|run|runs|respond|responds|come|came)$/i;
const bad =
  /^(?:fail\w*|down|broken|blocked|stuck|off-?line|unreachable|unavailable|unusable|unresponsive|dead|hang\w*|hung|crash\w*|disconnect\w*|lost|interrupted|cut|out|stopp\w*|stop|halted|degraded|unhealthy|unstable|flapp\w*|affected|full|read-only|stall\w*|dropp\w*|held|suspended|throttl\w*|overload\w*|gone|expired|faulty|erroring|rejected|refus\w*|happen\w*|occur\w*|ongoing|continu\w*|desynchroni[sz]ed)$/i;
/** What one is in, other than "in sync", "in range". */
const trouble = /^(?:alarm|error|trouble|fault|failure|outage)$/i;
/** "Recording", "streaming": what it does when all is well. */
const doing = /^[a-z]{3,}ing$/i;
const filler =
  /^(?:the|an?|our|my|this|that|it|to|of|on|in|at|for|with|from|be|been|being|able|get|got|go|went|so|really|fully|completely|properly|just|there)$/i;
const whole = /^(?:it|they|this|that|everything|things|system|all|situation|log|file)$/i;

/** Undefined where no state of something that was good before is asked about. */
export function stateAsked({ text, isYesNo, phrases, times, intent }: Question): StateAsked | undefined {
  const flat = text.replace(/[?!.\s]+$/, '').replace(opening, '');
  if (flat.length > maxChars || phrases.length > 0 || times.length > 0 || intent === 'count') return undefined;
  if (isYesNo) {
    const [, verb = '', rest] = asksNow.exec(flat) ?? [];
    const found = rest === undefined || ofOthers.test(rest) ? undefined : parted(rest, /^(?:can|do)/i.test(verb));
    const isAsked = found !== undefined && (isLast.test(flat) || found.subjects.length > 1 || isReturn.test(flat));
    return isAsked ? { wants: 'now', ...found } : undefined;
  }
  const isEndToo = endToo.test(flat);
  const rest = asksSpans.exec(flat.replace(endToo, ''))?.[1];
  const found = rest === undefined ? undefined : parted(rest);
  if (found === undefined || found.subjects.length !== 1) return undefined;
  if (!found.isGood && (isEndToo || hasBothEnds.test(flat) || /^when\b/i.test(flat)))
    return { wants: 'spans', ...found };
  return found.isGood && /^when\b/i.test(flat) && isLast.test(rest!) ? { wants: 'end', ...found } : undefined;
}

const isReturn = /\b(?:recover(?:ed|s)?|resolved|restored|repaired|no longer)\b/i;

/** The words before the state are of whom it is asked about. */
function parted(text: string, hasVerb = false): Omit<StateAsked, 'wants'> | undefined {
  const isDenied = denied.test(text);
  const isBack = /\b(?:again|back)\b/i.test(text);
  const said =
    text
      .replace(atLast, ' ')
      .replace(everyDenied, ' ')
      .replace(/[,&]/g, ' and ')
      .match(/[\p{L}\d_][\p{L}\d_./:@+-]*/gu) ?? [];
  const told = said.findIndex(
    (word, index) =>
      index > 0 && (good.test(word) || bad.test(word) || (doing.test(word) && index === said.length - 1)),
  );
  // "Can dora connect again": the verb stands behind who is named.
  const at = told < 0 && hasVerb && isBack ? said.findIndex((word, index) => index > 0 && !filler.test(word)) : told;
  if (at < 0 && !isBack) return undefined;
  const state = at < 0 ? undefined : said[at]!;
  const behind = at < 0 ? undefined : said.slice(at + 1).filter((word) => !filler.test(word))[0];
  const subjects = subjectsOf(at < 0 ? said : said.slice(0, at));
  if (subjects === undefined) return undefined;
  const isInTrouble = /^in$/i.test(state ?? '') && trouble.test(behind ?? '');
  const own = isInTrouble
    ? undefined
    : /^(?:in|out)$/i.test(state ?? '')
      ? behind
      : state !== undefined && doing.test(state)
        ? state
        : undefined;
  const isBad = state !== undefined && (isInTrouble || bad.test(state));
  return {
    subjects,
    isGood: isBad === isDenied,
    isReturn: isReturn.test(text),
    ...(own === undefined ? {} : { state: own }),
  };
}

/** Whom the words name, parted by "and"; undefined where they are too many to be names. */
export function subjectsOf(said: readonly string[]): string[][] | undefined {
  const subjects: string[][] = [[]];
  for (const raw of said) {
    const word = raw.replace(/[.:/-]+$/, '');
    if (/^and$/i.test(word)) subjects.push([]);
    else if (/^\d{1,4}$|^[A-Z]$/.test(word) && subjects.at(-1)!.length > 0) {
      // "Freezer B", "camera 7": one name.
      const own = subjects.at(-1)!;
      own.push(`${own.pop()!} ${word}`);
    } else if (!filler.test(word) && !/^both$/i.test(word)) subjects.at(-1)!.push(word);
  }
  const named = subjects.filter((words) => words.length > 0 && !words.every((word) => whole.test(word)));
  if (named.length > 4 || named.some((words) => words.length > 4)) return undefined;
  return named;
}
