import { asksWhy } from './asks-why.ts';
import { type Side, type SideReader, sideOf } from './side-of.ts';
import { spellOutTimes } from './time-phrases.ts';

const between = String.raw`(?:vs\.?|versus|against|as opposed to|(?:compared|in comparison) (?:to|with))`;
const isJoined = new RegExp(` ${between} `, 'i');
const strong = new RegExp(isJoined, 'gi');
const weak = / (?:and|with|to|than|from|or) /gi;
/** Says that two are set against each other. */
const comparing = /\b(?:compar(?:e|es|ing|ison)|differ(?:s|ed|ent|ence|ences)?|chang(?:e|es|ed)|worse|better|new)\b/i;
/** Neither says what of them is compared. */
const said = [
  /\b(?:what(?: is|s|'s| was| are| has| have| else)?|how (?:do|does|did|is)|show(?: me)?|tell me|list|give me|is there|are there|any)? ?(?:the |a |any )?(?:got|gets|become|became|been|gone)? ?\b(?:different|differences?|differs?|changed?(?= (?:between|from|since|after|in|on|at|with)\b|[?,]*$)|comparison|worse|better|new)(?: (?:in|of|between|for|with|about|on))?(?=[\s,?]|$)/gi,
  /\bcompare(?: (?:the|both))*\b|\bbetween\b|\bin (?:terms of|comparison)\b/gi,
  /^\W*(?:(?:how|what|whats|there|which(?: [a-z-]+)?(?= (?:is|was|are|were|does|did)\b)|about|is|was|are|were|did|does|do|and|the|me)\b\s*)+/gi,
  /\b(?:chang(?:e|es|ed)|differ(?:s|ed)?|each other|doing|performing|behaving|about|it|things|everything|overall|in general)\b/gi,
];
const beforeAndAfter = new RegExp(String.raw`\bbefore ?(?:\/|and|or|to|with|${between}) ?after\b`, 'i');
/** "Its value before and after" may ask for a setting. */
const beforeAgainstAfter = new RegExp(String.raw`\bbefore ?(?:\/|${between}) ?after\b`, 'i');
const afterAndBefore = new RegExp(
  String.raw`\b(?<then>(?:after|since) .+?) (?:${between}|and) before(?: it| that)?(?=[?,. ]*$)`,
  'i',
);
/** "Is it worse than", "did it get worse": yes or no. */
const judging = /(?:^(?:is|was|are|were|did|does|do|has|have|had)\b.*)\b(worse|better)\b/i;
/** "Was the wait longer today than yesterday". */
const measuring =
  /^(?:was|were|is|are|did|does|do|has|have)\b.*\b(?:(?<more>more|longer|slower|higher|larger|bigger|greater)|fewer|less|shorter|faster|lower|smaller)\b(?=.* than\b)/i;
const joinedBy =
  /\b(?:(?:got|gets?|getting|gotten|become|doing|any) )*(?:worse|better|more|fewer|less|longer|shorter|slower|faster|higher|lower|larger|smaller|bigger|greater|differ(?:s|ed|ent)?|chang(?:e|es|ed)|doing|performing|behaving)\b(?=.* (?:than|from|to|after|since)\b)/i;
const ofHalves =
  /^(?:what|whats|(?:is|was|has|did|are|were|have|do|does) (?:it|this|that|things|everything)) (?:got|has|have|is|are|get|gets|getting|gotten|become|became|been|going| )*(?:worse|better)\W*$/i;
const mostWords = 8;

/** What a question sets against each other. */
export interface Sides {
  left: Side;
  right: Side;
  /** What is left of the question. */
  rest: string;
  /** Whether the left one is so is asked. */
  judged?: 'worse' | 'better';
  /** Whether there is more of it on the left one is asked. */
  way?: 'more' | 'fewer';
}

/** In words that say nothing else. */
export const namesSides = (question: string): boolean =>
  (/^compare\b/i.test(question) ||
    beforeAgainstAfter.test(question) ||
    ofHalves.test(question) ||
    measuring.test(question) ||
    judging.test(question)) &&
  !asksWhy.test(question);

/** Undefined where no two sides are found. */
export async function sidesAsked(question: string, reader: SideReader): Promise<Sides | undefined> {
  const asked = spellOutTimes(question).replace(beforeAndAfter, 'after').replace(afterAndBefore, '$<then>');
  const judged = judging.exec(asked)?.[1]?.toLowerCase() as Sides['judged'];
  // "Is a worse than b", "how does a differ from b": between the two stands only what joins them.
  const text = asked.replace(joinedBy, ' ').replace(/\s+/g, ' ');
  const isPair = judged !== undefined || beforeAndAfter.test(question) || afterAndBefore.test(question);
  const measured = measuring.exec(asked)?.groups;
  const isWeak = comparing.test(asked) || measured !== undefined;
  if (!isPair && !isWeak && !isJoined.test(asked)) return undefined;
  const places = [...text.matchAll(strong), ...(isWeak ? text.matchAll(weak) : [])];
  const found = (await joined(text, places, reader)) ?? (await alone(text, isPair, reader));
  if (found === undefined) return undefined;
  const own = plain(said.reduce((left, pattern) => left.replace(pattern, ' '), ` ${found.rest} `));
  const rest = own === '' && /\b(?:slow|fast|long|short)er\b/i.test(asked) ? 'slow' : own;
  // "Worse by day or by night" asks which, and not whether.
  const way = measured && (measured.more === undefined ? ('fewer' as const) : ('more' as const));
  return { ...found, rest, ...(judged && !/ or /i.test(asked) && { judged }), ...(way && { way }) };
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:[\s,;:.?-]|\b(?:the|in|of|on|for|by|with|at|and)\b)+|(?:[\s,;:.?-]|\b(?:the|of|on|for|in|at|from|by|with|during|was|is|were)\b)+$/gi,
      '',
    )
    .trim();

/** Words around what joins the two: the longest that mean one, on each of its sides. */
async function joined(
  text: string,
  places: readonly RegExpExecArray[],
  reader: SideReader,
): Promise<Sides | undefined> {
  for (const { index, 0: sign } of places) {
    const before = text.slice(0, index).split(' ');
    const after = text.slice(index + sign.length).split(' ');
    const right = await firstSide(after, (length) => [after.slice(0, length), after.slice(length)], reader);
    if (right === undefined) continue;
    const left = await firstSide(before, (length) => [before.slice(-length), before.slice(0, -length)], reader);
    if (left !== undefined) return { left: left.side, right: right.side, rest: `${left.rest} ${right.rest}` };
  }
  return undefined;
}

async function firstSide(
  all: readonly string[],
  cut: (length: number) => readonly [readonly string[], readonly string[]],
  reader: SideReader,
): Promise<{ side: Side; rest: string } | undefined> {
  for (let length = Math.min(all.length, mostWords); length > 0; length--) {
    const [own, others] = cut(length);
    const side = await sideOf(own.join(' '), reader);
    if (side !== undefined) return { side, rest: others.join(' ') };
  }
  return undefined;
}

/** "What is different since 2 pm": against all before; "what got worse": the second half against the first. */
async function alone(text: string, isPair: boolean, reader: SideReader): Promise<Sides | undefined> {
  if (!isPair && !/^(?:compare|what|whats|anything|did anything|is anything|has anything)\b/i.test(text))
    return undefined;
  if (ofHalves.test(text))
    return { left: { window: { half: 'second' }, isInferred: true }, right: { window: { half: 'first' } }, rest: '' };
  const words = text.split(' ');
  const found = await firstSide(words, (length) => [words.slice(-length), words.slice(0, -length)], reader);
  const { fromMs, toMs } = found?.side.window ?? {};
  if (found === undefined || fromMs === undefined || toMs !== undefined) return undefined;
  return { left: found.side, right: { window: { toMs: fromMs - 1 } }, rest: found.rest };
}
