import { otherState, type StateWords, stateAsked, states } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem } from '../facts/stem.ts';
import { thingCalled } from './columns-called.ts';
import type { Parts } from './marks.ts';
import { plainWords } from './words.ts';

const stateNouns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:outages?|down ?times?|interruptions?|dropouts?|drop out|dropped out)\b/i, 'down'],
  [/\b(?:run ?times?|runs?|ran|executions?)\b(?! (?:out|into|over|away|low|off|by|up|down)\b)/i, 'running'],
  [/\balarms?\b/i, 'alarm'],
];
const beingIn =
  /\b(?:(?:was|were|is|are|been|be|go|goes|went|gone|gets?|got|become|became|becomes|came|come|stay(?:ed)?|remain(?:ed)?|enter(?:ed)?|spent?) )?(?:in )?(?<![#@/])(?<state>[\w-]+)\b(?![#@/]\w)/gi;

/** The state that is asked about, by its own word or by a noun for it. */
export function takeState(parts: Parts, question: string, schema: Schema): void {
  const isOfTime = parts.isOfMoment === true || ofTime.test(question);
  const set = (word: string, text: string) => {
    // "The downtime of gw-1" is how long it was down.
    if (/.time$/i.test(word)) parts.measure = 'time';
    parts.state = stateNouns.find(([pattern]) => pattern.test(word))?.[1] ?? word;
    const at = parts.rest.indexOf(text);
    parts.rest = `${parts.rest.slice(0, at)} ${parts.rest.slice(at + text.length).replace(spell, ' ')}`.replace(
      /\s+/g,
      ' ',
    );
  };
  const told = stateTold(parts.rest, question, schema, isOfTime);
  // "How long until it was back online" is how long it was not.
  const asksUntil = howLongUntil.test(parts.rest);
  const isSaidToBe =
    told !== undefined &&
    (/^(?:was|were|is|are|got|came|come|gets?)\b/i.test(told.match[0]) || /\bback \S+$/.test(parts.rest.trim()));
  const isUntil = asksUntil && isSaidToBe && told.isOpposite === false && told.words.learnt === undefined;
  if (told !== undefined) withoutEnds(parts, told.words);
  if (told?.isOpposite === true && (asksUntil || isOfEnded(parts.rest, told.match[0], told.words))) {
    set(told.words.state, told.match[0]);
    parts.rest = parts.rest.replace(howLongUntil, 'how long');
    return;
  }
  if (told !== undefined) {
    set(told.word, told.match[0]);
    if (isUntil) parts.state = otherState(told.word);
    parts.rest = parts.rest.replace(howLongUntil, 'how long');
    return;
  }
  for (const [pattern, state] of stateNouns) {
    const found = pattern.exec(parts.rest);
    // The runs of `run_7` are things.
    const isThing = state === 'running' && thingCalled(schema, 'run')?.isSerial === true;
    const isOfOutcome =
      isThing || (state === 'running' && /\b(?:fail|succ|error|start|finish|complet)\w*\b/i.test(parts.rest));
    if (found !== null && !isOfOutcome) return set(found[0], found[0]);
  }
  const noun = ofLength.test(question) ? nounOfState(parts.rest, schema) : undefined;
  if (noun !== undefined) set(noun.state, noun.said);
}

/** "The longest running phase of motor0": a noun for a time, and no field. */
const spell = /^ (?:phase|period|stretch|spell|episode)s?(?: of)?(?= |$)/i;

const ofLength = /\b(?:how (?:long|short)|longest|shortest|duration|on average)\b/i;

/** "The longest closure": the noun of a verb that lines say something turned into. */
function nounOfState(rest: string, schema: Schema): { state: string; said: string } | undefined {
  for (const [said] of rest.matchAll(/\b[a-z]{4,20}(?:ures?|ings?|ions?|als?|loss(?:es)?)\b|\bloss(?:es)?\b/gi)) {
    const one = stem(said);
    const words = states.find(({ begins, ends }) => [...begins, ...ends].some((other) => stem(other) === one));
    const state = [...(words?.begins ?? []), ...(words?.ends ?? [])].find((other) => stem(other) === one);
    if (/^(?:fail|connect)/i.test(said)) continue;
    if (state !== undefined && words?.state !== 'running' && stateIn(schema, state) !== undefined)
      return { state, said };
  }
  return undefined;
}

/** Of all words that may be a state the one that is asked about. */
function stateTold(rest: string, question: string, schema: Schema, isOfTime: boolean) {
  const found = [...rest.matchAll(beingIn)].flatMap((match) => {
    const word = match.groups?.state?.toLowerCase() ?? '';
    const isParticle = particle.test(word) && moving.test(rest.slice(0, match.index));
    const isPlain = stateAsked(word) === undefined && plainWords.has(word);
    const isLast = atLast.test(rest.slice(match.index + match[0].length));
    // "Was the flag on then", and not "on which host".
    const isSwitch =
      isLast &&
      /^(?:on|off)$/.test(word) &&
      /^(?:is|was|were|are)\b|\bhow long (?:is|was|were|did|does)\b/i.test(question);
    // "Raised it to 1": a number is a state where something was at it.
    const isBareNumber =
      /^\d/.test(word) &&
      !/\b(?:was|were|is|at|in|on) /i.test(match[0]) &&
      !/\b(?:at|on) $/i.test(rest.slice(0, match.index));
    // "The dead letter queue": what lines call something.
    const [, next] = /^ ([a-z]{3,})/i.exec(rest.slice(match.index + match[0].length)) ?? [];
    const isOfName =
      next !== undefined &&
      match[0].toLowerCase() === word &&
      schema.kinds.some(({ example }) => example.toLowerCase().includes(`${word} ${next.toLowerCase()}`));
    const isNoState = isOfName || isBareNumber || (notStates.test(word) && !isSwitch) || isParticle || isPlain;
    const state = isNoState ? undefined : stateIn(schema, word);
    const isLearnt = state?.words.learnt !== undefined;
    // What things are called is no state of theirs.
    const isAim =
      /\bto $/.test(rest.slice(0, match.index)) || ofMeasure.test(rest.slice(match.index + match[0].length));
    const isThing =
      thingCalled(schema, word) !== undefined || schema.columns.some(({ name }) => stem(name) === stem(word));
    if (state === undefined || (isLearnt && (!isOfTime || isAim || isThing))) return [];
    return [{ word, match, isLast, ...state }];
  });
  // Of two that end each other the first is meant: "wedged until it was freed".
  const isEnd = (one: (typeof found)[number]) =>
    (one.words.learnt !== undefined || one.isOpposite) &&
    found.some(
      (other) =>
        other.words.learnt !== undefined &&
        other.words.ends.includes(stem(one.word)) &&
        !(one.words.ends.includes(stem(other.word)) && one.match.index < other.match.index),
    );
  const begun = found.filter((one) => !isEnd(one));
  const [told] = [undefined, false, true].flatMap((isNoun) => {
    const some = begun.filter(({ words }) => words.learnt?.isNoun === isNoun);
    return some.find(({ isLast }) => isLast) ?? some[0] ?? [];
  });
  return told;
}

/** "Until it was cleared", "after it was raised": that it began and ended is said by how long it lasted. */
function withoutEnds(parts: Parts, { begins, ends, learnt }: StateWords): void {
  const begun = new Set(begins.map(stem));
  const ended = new Set(ends.map(stem));
  parts.rest = parts.rest.replace(clause, (text, lead: string | undefined, word: string) => {
    const isEnd = ended.has(stem(word)) && (lead !== undefined || learnt !== undefined);
    return isEnd || (begun.has(stem(word)) && /^(?:after|from|once)/i.test(lead ?? '')) ? ' ' : text;
  });
}
const clause =
  /\s((?:to|until|till|before|after|once|that) (?:(?:it|they|he|she) )?(?:(?:was|were|is|are|got|has been|had been|being|be|get) )?)?([a-z]{3,20})(?: again)?(?= |$)/gi;

/** "The longest closed session" is one that came to an end, and no time it was closed. */
function isOfEnded(text: string, said: string, { state }: StateWords): boolean {
  const behind = text.slice(text.indexOf(said) + said.length);
  const isAdjective =
    /^\s*[a-z]/i.test(behind) && !/^\s*(?:time|period|spell|stretch|phase|interval|for|at|in|of|when)\b/i.test(behind);
  return (
    /^(?:running|open|alarm)$/.test(state) &&
    (isAdjective || /\b(?:that|which)\s*$/i.test(text.slice(0, text.indexOf(said)))) &&
    /\b(?:longest|shortest|quickest|slowest|fastest|duration|last(?:ed)?)\b/i.test(text) &&
    !/\b(?:was|were|is|are|been|be|stay|remain|spent|in)\b/i.test(said)
  );
}

/** "How long until it was back" is how long it was gone. */
const howLongUntil = /\bhow (?:long|much time)(?: (?:did|does) it take)? until\b/i;
/** Nothing comes behind but the moment that is meant. */
const atLast = /^\s*(?:(?:at|by|in) the (?:very )?end|when the (?:log|file) ends|then|now|anymore|any more)?\s*$/i;
/** "CPU time" is a number of its own. */
const ofMeasure = /^ (?:time|usage|load|memory|size|count)s?\b/i;
/** Asked of what lasts: only there a word of this file alone is a state. */
const ofTime =
  /\b(?:how long|longest|shortest|still|stay(?:ed)?|remain(?:ed)?|spent|time|duration|(?:at|by) the end|when the (?:log|file) ends|currently|in the end)\b/i;
/** "Picked up", "turned down": of the verb before, and no state. */
const particle = /^(?:up|down|on|off|back)$/;
const moving =
  /(?:\b(?!stay|remain|return|keep|seem|appear|be)[a-z]{2,}(?:ed|ing)|(?:turn|pick|come|came|show|set|look|add|sign|log|hang|hung|follow|clean|wind|bring|brought|give|gave|run|ran|count|\bend|keep|kept|fill|catch|caught|speed|heat|use|scale)(?:ed|ing|s|ning|ting|n)?) $/i;
const notStates =
  /^(?:state|status|mode|phase|level|colou?r|cancelled|aborted|killed|exited|terminated|ended|finished|completed|succeeded|passed|skipped|on|off|last|take|took|going|end|ends|done|run|ran|start|begin|normal|reset|left|working|complete|failed|fail)$/;
