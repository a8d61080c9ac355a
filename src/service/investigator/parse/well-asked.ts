import type { Schema } from '../facts/schema.ts';
import { type Condition, hasAny, oneOf, type Query } from '../query/query.ts';
import { inOrder, inTrouble } from '../run/states/well.ts';
import { columnsCalled } from './columns-called.ts';
import type { Around, Understanding } from './parsed.ts';
import { readPhrase } from './read-phrase.ts';

const well =
  'ok(?:ay)?|fine|good|well|alright|all right|normal|fixed|recovered|working(?: (?:properly|fine|normally))?|operational|stable|back (?:to normal|in service|at work)';
const unwell = 'failing|failed|broken|bad|wrong|unwell|in trouble|hanging|stuck';
const atEnd =
  '(?:(?:,? (?:again|now|meanwhile|by now|finally|at last)|,? (?:in|at|by) the (?:very )?end(?: of (?:the|this) (?:log|file))?))';
const asked = new RegExp(
  `^(?:(?:since )?when )?(?:is|are|was|were|has|have|did) (?<things>.+?) (?:(?<still>still) (?:${unwell})|(?:all |really |completely )?(?:${well}))${atEnd}*$`,
  'i',
);
/** "Can dora connect again": what it is to do, and did not. */
const doing = new RegExp(`^(?:(?:is|are) (?<thing>.+?) [a-z]+ing again|can (?<one>.+?) [a-z]+ again)${atEnd}*$`, 'i');
const whole =
  /^(?:it|this|that|everything|all|things|the (?:whole )?(?:system|log|file|service|app|application|thing))$/i;

/** "Did it recover": whether it is well. */
const inState = (question: string): string =>
  question.replace(
    /^(?:did|has|have) (?<things>.+?) (?:recover(?:ed)?|(?:come|came) back(?: up)?|(?:get|got|gotten) (?:better|well))\b/i,
    'is $<things> ok',
  );

/** Of the whole file: what went wrong in it. */
export const asksWell = (question: string): Query | undefined => {
  const { things = '', still } = asked.exec(inState(question.replace(/[?!.\s]+$/, '')))?.groups ?? {};
  return whole.test(things)
    ? { take: 'state', state: still === undefined ? inOrder : inTrouble, where: [] }
    : undefined;
};

/** "Is node-7 ok again?", "when was it ok again?", "are A and B still failing?": how the things were at last, by what their lines tell of them. */
export function wellAsked(said: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  const question = inState(said);
  const groups = asked.exec(question)?.groups ?? doing.exec(question)?.groups;
  const things = groups?.things ?? groups?.thing ?? groups?.one;
  if (things === undefined || times.length > 0 || /\b(?:always|ever|never)\b/i.test(things) || whole.test(things))
    return undefined;
  const { where, unread, absent } = readPhrase(things, schema, quotes);
  // "Are the gates ok": each of them.
  const noun = /^(?:(?:all|the|our) )*(?<noun>[a-z]{3,}s)$/i.exec(things)?.groups?.noun;
  const kinds = noun === undefined ? [] : columnsCalled(schema, [noun]).filter(({ isNumber }) => !isNumber);
  const [first, ...others] = kinds.length > 0 ? kinds.slice(0, 1).map(({ name }) => hasAny(name)) : where;
  const isOther = (one: Condition) => one.field !== first?.field || one.is !== first.is;
  if (first === undefined || unread.length + absent.length > 0 || others.some(isOther)) return undefined;
  const query: Query = {
    take: 'state',
    state: groups?.still === undefined ? inOrder : inTrouble,
    where: [others.length === 0 ? first : oneOf(first, others)],
  };
  return { query, unread, absent, isInferred: doing.test(question) };
}
