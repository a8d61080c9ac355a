import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { namesIn, namesMarked } from './cues/names-said.ts';
import { withoutPoliteness } from './politeness.ts';

const lead = '(?:(?:at|in|on|by|from|for|to|of|with|since|until|till|after|before|during) )?';
const word =
  '(?!(?:what|which) to (?:what|which)\\b|how (?:many|often|long)(?: times)? (?:for )?each)(?:what|which|who|whom|whose|when|where|why|how)\\b';
const inverted = '(?:is|are|was|were|did|does|do|has|have|had) (?!so\\b|not\\b)[a-z]';
const figure =
  '(?:the )?(?:max(?:imum)?|min(?:imum)?|average|mean|median|highest|lowest|longest|shortest|slowest|fastest) [a-z]';
/** "Last when", "time of the last one", "time": of the same lines. */
const edge = '(?:the )?(?:times? of (?:the )?)?(?:first|last|latest)(?: (?:one|time|when))?(?=$|[,?])|times?(?=$|[,?])';
const asking = `(?:${lead}${word}|${inverted}|${figure}|${edge})`;
const boundary = new RegExp(
  `(?:\\?+\\s+(?:and |but |so )?|,\\s+(?:and |but )?|\\s+and )(?=(?:also |then )?${asking})`,
  'i',
);
const begins = new RegExp(
  `^(?:and |so |also |then )?(?:${asking}|(?:list|show|any|peak|top|count|number|total)\\b|.* counts?$)`,
  'i',
);

/** More are a form to fill in. */
const mostParts = 4;

/**
 * "How often did it crash, and when was the last time?": the questions in one, the first first. Undefined where it is
 * one alone: what asks for nothing by itself belongs to what comes next.
 */
export function severalAsked(text: string): string[] | undefined {
  const parts: string[] = [];
  for (const part of inWords(withoutPoliteness(text)).split(boundary)) {
    const said = part.trim();
    const before = parts.at(-1);
    if (before !== undefined && !begins.test(before)) parts[parts.length - 1] = `${before}, ${said}`;
    else parts.push(said);
  }
  return parts.length > 1 && parts.length <= mostParts ? parts : undefined;
}

/** "Watchdog resets: how many + last when". */
const inWords = (text: string): string =>
  text
    .replace(/[?!.\s]+$/, '')
    .replace(/ [+&] /g, ' and ')
    .replace(/^(?<of>[^:?,]{3,60}): (?<asked>how (?:many|often)|count)\b/i, '$<asked> $<of>');

const head = new RegExp(
  `^(?:and |also |then )?${lead}${word}(?: (?:many|much|often|long)\\b)?(?: times?\\b)?(?: for what\\b)?\\s*`,
  'i',
);

/** A question without the words that ask. */
const tailOf = (question: string): string => question.replace(head, '').trim();

/** What a later question stands for beside the first: what it leaves out is the first's. */
export interface Later {
  text: string;
  /** The query it is, where it asks something else of the same lines. */
  query?: Query;
  /** A noun is all it says: what the same lines have of that is meant. */
  isOfSameLines?: boolean;
}

/** Undefined where the answer to the first tells it already. */
export function laterOf(part: string, first: string, query: Query | undefined, schema: Schema): Later | undefined {
  const said = part;
  if (isTold(said, first, query)) return undefined;
  if (query !== undefined && whenAlone.test(said) && isOfLines(query)) {
    const { where, window } = query;
    return { text: said, query: { take: 'list', where, ...(window && { window }), only: 'first', limit: mostTimes } };
  }
  if (whyAlone.test(said)) return { text: `why ${tailOf(first)}` };
  if (nounAlone.test(said)) return { text: said, isOfSameLines: true };
  const edges = ofEdge.exec(said)?.groups;
  if (edges !== undefined) {
    const take = edges.first === undefined ? 'last' : 'first';
    if (query === undefined || !isOfLines(query)) return { text: `the ${take} time ${tailOf(first)}` };
    return { text: said, query: { take, where: query.where, ...(query.window && { window: query.window }) } };
  }
  return { text: said.replace(pronoun, namesOf(first, schema)) };
}

const mostTimes = 5;
const whenAlone =
  /^(?:since |from |at )?(?:when|(?:what )?times?)(?: (?:was|were|did) (?:it|that|this|they|each)(?: happen)?)?(?: each)?$/i;
const whyAlone =
  /^(?:why|what for|(?:for )?what reasons?|what (?:is|was|were) the (?:reasons?|causes?)(?: (?:for|of) (?:each|it|that|them))?|how come)(?: (?:was|is) (?:it|that))?$/i;
const nounAlone = new RegExp(`^${lead}(?:what|which|whose) (?!time)[a-z][a-z-]*(?: [a-z][a-z-]*)?$`, 'i');
const ofEdge =
  /^(?:when (?:was|is|did) |times? of )?(?:the )?(?:(?<first>first|earliest)|last|latest|most recent)(?: (?:time|one|when))?(?: happen| that happened)?$/i;
const pronoun = /\b(?:it|he|she|they|that one|this one)\b/i;

/** Things are told by their names, and what was in a state, or highest, with its time. */
function isTold(said: string, first: string, query: Query | undefined): boolean {
  if (whyAlone.test(said)) return query?.take === 'explain';
  if (thingAlone.test(said)) return namesThings.test(first) || query?.by !== undefined;
  return whenAlone.test(said) && (query?.state !== undefined || /^(?:first|last|max|min)$/.test(query?.take ?? ''));
}
const thingAlone = /^(?:who|whose|(?:on |at |in )?which(?: ones?)?|what)$/i;
const isOfLines = ({ take, where }: Query): boolean =>
  where.length > 0 && /^(?:count|values|distinct|exists|list)$/.test(take);
const namesThings = /^(?:which|list|show|(?:is|are|was|were) there|did any|any)\b/i;

/** What stands for "it": the names of the file that the first question has; itself where that has none. */
const namesOf =
  (first: string, schema: Schema) =>
  (it: string): string => {
    const { names, rest } = namesIn(first, schema);
    const said = namesMarked(rest, names).map((one) => one.said);
    return said.length === 0 ? it : said.join(' ');
  };
