import { isAnyState } from '../facts/lexicon.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { isKindOfThing } from '../facts/tokens.ts';
import type { Parts } from './marks.ts';
import { nounOf } from './named-columns.ts';
import { isName } from './parts.ts';
import { tokensOfPhrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import { isStranger } from './told-words.ts';
import { isNounForLines, meansRequests } from './words.ts';

/** "Which point was it connected to" asks for what is at the other end. */
export const otherSide = /\b(?:connected|attached|assigned|linked|bound|joined) (?:to|with|from|by)\b/i;

/** Stands for the names that the lines meant have, whatever the question calls them. */
export const openNoun = '*';

const nounBehind =
  /\b(?<how>(?:on |in |at |to |from |by |for |of |with )?(?:which|what|whose)(?: of(?: the)?| single| kind of)?|per|by|(?:for |on |from |in |of |did |does )?(?:each|every)|break ?down (?:of|by)|distribution of|grouped by|split by|the) (?<noun>[\w.-]+(?: [\w.-]+){0,2})/gi;

/** What the rows of the answer are called: "which path", "per shard", "the device with". */
export function takeNoun(parts: Parts, schema: Schema): void {
  const doer = /\bwho (?:has |have |had )?(?<verb>[a-z]{3,20})\b/i.exec(parts.rest)?.groups?.verb;
  const byVerb = doer === undefined ? undefined : nounOf(doer, schema, false);
  if (doer !== undefined && byVerb !== undefined && isActor(byVerb.column) && byVerb.rest === '') {
    parts.noun = byVerb.column.name;
    parts.rest = parts.rest.replace(new RegExp(`\\bwho (?:has |have |had )?${doer}\\b`, 'i'), ' ');
    return;
  }
  if (/\b(?:who|whom|whose)\b/i.test(parts.rest) && parts.state === undefined) {
    const isRanked = parts.order !== undefined || parts.extreme !== undefined;
    const isWriter =
      /\bwho (?:(?:logs?|logged)\b(?! (?:in|on)\b)|writes?|wrote|produced?|produces|emits?|emitted)\b/i.test(
        parts.rest,
      );
    const who = (isWriter ? ['component'] : isRanked ? ['who', 'client'] : ['who']).find(
      (one) => nounOf(one, schema, false) !== undefined,
    );
    if (who !== undefined) {
      parts.noun = who;
      parts.rest = parts.rest.replace(
        /\bwho(?:m|se)?\b(?: (?:is|was|are|were|(?:logs?|logged)\b(?! (?:in|on)\b)|writes?|wrote))?/i,
        ' ',
      );
      return;
    }
  }
  if (parts.taken.some(({ text }) => /^(?:the )?top\b/i.test(text))) takeHead(parts, schema);
  if (parts.noun !== undefined) return;
  for (const match of parts.rest.matchAll(nounBehind)) {
    const { how = '', noun: text = '' } = match.groups ?? {};
    const words = text.split(' ');
    if (namesNoRows(how, words[0], parts)) continue;
    for (let size = words.length; size >= 1; size--) {
      const noun = words.slice(0, size).join(' ');
      // "Importer imported records": the verb says what it did.
      if (new Set(words.slice(0, size).map(stem)).size < size) continue;
      const found = nounOf(noun, schema, false);
      if (found === undefined || isAmount(found.column, parts)) continue;
      parts.isPerNoun = /^(?:per|by|break|distribution|grouped|split)|each|every/i.test(how);
      // "Per completed pass": the word before the noun says which of them.
      const isNarrowed =
        /^per|each|every/i.test(how) &&
        size === 2 &&
        found.rest === words[0] &&
        readPhrase(found.rest, schema).where.length > 0;
      // "Which modbus slave", of lines that tell of slaves: the word before it says what nobody knows here.
      const isModified = size === 2 && found.rest === words[0] && isStranger(schema, words[0]!);
      if (found.rest !== '' && !isNarrowed && !isModified) continue;
      parts.noun = found.rest === '' ? noun : words[1]!;
      const [called = ''] =
        /^ (?:names?|ids?)\b/i.exec(parts.rest.slice(match.index + how.length + 1 + noun.length)) ?? [];
      parts.rest = parts.rest.replace(`${how} ${noun}${called}`, found.rest || ' ');
      return;
    }
  }
  if (takeKind(parts, schema) || takeNarrowed(parts, schema)) return;
  const isOfOne =
    parts.edge !== undefined && /^ *(?:(?:what|which|who) (?:is|was) )?\S+ (?:to|that|which|who)\b/i.test(parts.rest);
  const isHeaded =
    parts.order !== undefined ||
    parts.extreme !== undefined ||
    parts.asks === 'list' ||
    (parts.asks === 'many' && parts.statistic === undefined) ||
    isOfOne;
  if (isHeaded) takeHead(parts, schema);
  if (parts.noun === undefined && parts.edge !== undefined && parts.asks === undefined) takeTail(parts, schema);
  if (parts.noun === undefined && parts.sides === undefined) takeOpenNoun(parts);
}

function namesNoRows(how: string, first: string | undefined, { order, extreme, isNever, asks }: Parts): boolean {
  const isRanked = order !== undefined || extreme !== undefined || isNever === true;
  if (/^the$/i.test(how) && !isRanked) return true;
  return (/^by$/i.test(how) && /^all$/i.test(first ?? '')) || (asks === 'yes' && /each|every/i.test(how));
}

/** What is measured, and "8 kilns on the board", which says how many there are. */
const isAmount = (column: Column, { extreme }: Parts): boolean =>
  column.isNumber &&
  !isNumberedThing(column) &&
  (extreme !== undefined || (column.isPlace === true && column.values.size === 1));

/** `room=105`: things of a kind, told apart by whole numbers. */
const isNumberedThing = ({ name, unit, values }: Column): boolean =>
  unit.name === '' && isKindOfThing(name.toLowerCase()) && [...values.keys()].every((value) => /^\d{1,9}$/.test(value));

/** A winner, an approver, who something was set by. */
const isActor = ({ name, isNumber, aliases }: Column): boolean =>
  !isNumber && (/(?:er|or|ee|by)$/i.test(name) || aliases.has('who'));

/** "Which pod", where lines have `kind=Pod name=cart-7f`: the kind says of which lines, and the name tells them apart. */
function takeKind(parts: Parts, { columns }: Schema): boolean {
  const word = /\b(?:which|what|each|every|per) (?<noun>[a-z]{3,20})\b/i.exec(parts.rest)?.groups?.noun?.toLowerCase();
  const name = columns.find((one) => one.name === 'name' && one.isPlace !== true);
  const kind = columns.find(({ name: one, values }) => ofKinds.test(one) && word !== undefined && values.has(word));
  if (word === undefined || name === undefined || kind === undefined) return false;
  parts.noun = name.name;
  parts.rest = parts.rest.replace(new RegExp(`\\b(?:which|what|each|every|per) (?=${word}\\b)`, 'i'), ' ');
  return true;
}
/** "Which failed job": the word before the noun says which of them. */
function takeNarrowed(parts: Parts, schema: Schema): boolean {
  const found = /\b(?:which|what) (?<which>[a-z]{3,20}) (?<noun>[a-z]{3,20})\b/i.exec(parts.rest);
  const { which = '', noun = '' } = found?.groups ?? {};
  const named = noun === '' ? undefined : nounOf(noun, schema, false);
  const { where } = readPhrase(which, schema);
  if (found === null || named?.rest !== '' || named.column.isNumber) return false;
  // "Which render worker": of a word that is nowhere in the file the answer says so.
  if (where.length === 0 && !isStranger(schema, which)) return false;
  parts.noun = noun;
  parts.rest = parts.rest.replace(found[0], which);
  return true;
}

const ofKinds = /^(?:kind|type|class|category|object|resource)$/i;

/** "How often did a camera go offline": what no line calls so is the class of what the lines name. */
export function takeClass(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest);
  const strangers = words.filter((word) => /^[a-z]+$/.test(word) && isStranger(schema, word));
  if (strangers.length !== 1 || words.some((word) => isName(word, schema))) return;
  const isRanked = parts.order !== undefined || parts.extreme !== undefined || parts.edge !== undefined;
  const isClass = new RegExp(`\\b(?:an?|any|all|the|each|every) ${strangers[0]}\\b`, 'i').test(parts.rest);
  if (!isRanked && !isClass) return;
  if (isRanked && parts.asks === undefined) parts.noun = openNoun;
  parts.isOpenNoun = true;
  parts.rest = parts.rest.replace(strangers[0]!, ' ');
}

/** A name for what the file has no name for: "which robot", "where", "which one". */
function takeOpenNoun(parts: Parts): void {
  const found =
    /\b(?:(?:in |on |at |for )?(?:which|what) (?!(?:was|were|is|are|did|does|has|had|do|the)\b)(?<noun>[a-z]{3,}(?: (?!is\b|was\b|were\b|did\b|had\b|has\b|have\b|never\b|went\b|are\b|became\b|become\b|gets?\b|ran\b|took\b|entered\b)[a-z]{3,}(?= (?:is|was|were|did|had|has|have|never|went|are|became|become|gets?|got|ran|took|entered)\b))?)|where|who|whose|what(?= (?:was|were|is|are|ran)\b| *$)|which(?= (?:one )?(?:had|has|was|were|is|are)\b))\b/i.exec(
      parts.rest,
    );
  // "What was the longest run" asks for no name.
  const isOfThe = /^what/i.test(found?.[0] ?? '') && parts.isOfThe === true;
  if (found === null || isOfThe || otherSide.test(parts.rest)) return;
  parts.noun = openNoun;
  parts.isOpenNoun = true;
  // "Which alarm was active": what it is called says of which state.
  const kept = isAnyState(parts.state) ? (found.groups?.noun ?? '') : '';
  parts.rest = parts.rest.replace(found[0], ` ${kept} `).replace(/^ one\b/, ' ');
}

const isOfCompound = (next: string | undefined): boolean =>
  next !== undefined &&
  /^(?:errors|failures|warnings|timeouts|restarts|crashes|requests|messages|lines|events|exceptions|alarms|alerts)$/i.test(
    next,
  );

/** "10.0.0.7 last requested path": what is asked of the first or last line stands at the end. */
function takeTail(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest);
  const [before = '', noun = ''] = words.slice(-2);
  const isNoun = words.length > 1 && !isPreposition.test(before) && !/(?:ed|ing)$/i.test(noun);
  const found = isNoun ? nounOf(noun, schema, false) : undefined;
  if (found === undefined || found.column.isNumber || found.rest !== '' || isNounForLines(noun, schema)) return;
  parts.noun = noun;
  parts.rest = words.slice(0, -1).join(' ');
}
const isPreposition = /^(?:by|with|for|of|in|on|to|from|at|that|which|who|the)$/i;

/** "Busiest path", "top customer by orders": the noun stands first in what is left. */
function takeHead(parts: Parts, schema: Schema): void {
  const words = tokensOfPhrase(parts.rest.replace(/^ *(?:what|which|who) (?:is|was|are|were)\b/i, ''));
  for (let size = Math.min(2, words.length); size >= 1; size--) {
    const noun = words.slice(0, size).join(' ');
    const found = nounOf(noun, schema, false);
    if (found === undefined || found.rest !== '' || (parts.extreme !== undefined && found.column.isNumber)) continue;
    if (isNounForLines(noun, schema) || meansRequests(noun, schema)) continue;
    if (/ (?:by|with|for|of|in|on|to|that|which|who)$/i.test(noun)) continue;
    // "How many server errors": the head of a compound is its last word.
    if (parts.asks === 'many' && isOfCompound(words[size])) continue;
    parts.noun = noun;
    parts.isHeadNoun = true;
    parts.rest = words
      .slice(size)
      .join(' ')
      .replace(/^(?:by|with|for)\b/i, '');
    return;
  }
  // "Most common decline code", "list the 404 paths": what stands before the noun says of which lines.
  if (parts.order === undefined && parts.asks !== 'list') return;
  const end = words.findIndex((word) => /^(?:by|with|for|of|in|on|to|from|at|that|which|who)$/i.test(word));
  const head = words.slice(0, end < 0 ? 3 : Math.min(end, 3));
  const found = nounOf(head.join(' '), schema, false);
  if (found === undefined || words.length > (parts.asks === 'list' ? 8 : 3)) return;
  if (parts.asks === 'list') {
    const phrase = readPhrase(found.rest, schema);
    if (
      found.column.isNumber ||
      found.column.isSerial === true ||
      phrase.where.length === 0 ||
      phrase.unread.length > 0
    )
      return;
    parts.noun = found.column.name;
    parts.rest = [found.rest, ...words.slice(head.length)].join(' ');
    return;
  }
  parts.noun = found.column.name;
  parts.isHeadNoun = true;
  parts.rest = found.rest;
}
