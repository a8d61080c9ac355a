import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { thingOf } from '../run/run-between.ts';
import { nounOf } from './named-columns.ts';
import type { Around, Understanding } from './parsed.ts';
import { readPhrase } from './read-phrase.ts';
import { windowOf } from './window.ts';

const between =
  /^(?<head>.*?\b(?:how long|how much time|times?|duration|delay|longest|shortest|fastest|quickest|slowest|took|takes?)\b.*?),? (?:from|between) (?:the |an? )?(?<begin>(?!the |an? |\d|start|begin|first|last|what|which|two|one)\S.*?) (?:to|until|till|and) (?:the |an? |its |it |their )?(?<end>(?!\d|end\b|last\b|next\b|what|which|the )\S.*?)(?: (?:take|pass|elapse|last))?$/i;
/** "From an alarm being raised to its being acknowledged"; "raised-to-acknowledged time". */
const becoming = / (?:(?:it|its|them|their) )?(?:being|getting)(?: (?:was|been))? /gi;
const joined = /^(?<head>.*?) ?\b(?<begin>[a-z]+)-to-(?<end>[a-z]+) times?\b(?<rest>.*)$/i;

const noun = /\b(?:which|what|per) (?<by>(?!(?:time|duration|delay)\b)[\w-]+)\b(?! (?:is|was|were|are)\b)/i;
/** What the head says beside what is asked of the time. */
const asking =
  /\b(?:how long|how much time|what|which|is|was|were|are|did|does|do|the|a|an|it|time|times|duration|delay|take|takes|took|taken|passed|elapsed|on|average|mean|median|typical(?:ly)?|usual(?:ly)?|longest|slowest|shortest|fastest|quickest|most|least|total|in|of|for)\b/gi;

const takes: readonly (readonly [RegExp, Pick<Query, 'take' | 'order'>])[] = [
  [/\b(?:average|mean|typical\w*|usual\w*)\b/i, { take: 'mean' }],
  [/\bmedian\b/i, { take: 'median' }],
  [/\b(?:total|altogether)\b/i, { take: 'sum' }],
  [/\b(?:shortest|fastest|quickest|least)\b/i, { take: 'longest', order: 'least' }],
  [/\b(?:longest|slowest|most|which)\b/i, { take: 'longest', order: 'most' }],
];

/** How long things took from one kind of line to another: of each, on average, the longest. */
export function timesBetween(question: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  const told = question.replace(joined, '$<head> time$<rest> from $<begin> to $<end>').replace(becoming, ' ');
  const { head, begin, end } = between.exec(told)?.groups ?? {};
  if (head === undefined || begin === undefined || end === undefined) return undefined;
  const said = noun.exec(head)?.groups?.by;
  const by = said === undefined ? undefined : nounOf(said, schema)?.column.name;
  const rest = head.replace(noun, ' ').replace(asking, ' ').trim();
  const [one, other] = [readPhrase(`${rest} ${begin}`, schema, quotes), readPhrase(end, schema, quotes)];
  const isRead = [one, other].every(
    ({ where, unread, absent }) => where.length > 0 && unread.length + absent.length === 0,
  );
  if (!isRead || (said !== undefined && by === undefined)) return undefined;
  const sides = {
    where: withNames(one.where, other.where, schema),
    against: withNames(other.where, one.where, schema),
  };
  const take = takes.find(([word]) => word.test(head))?.[1] ?? ({ take: 'duration' } as const);
  const query: Query = { ...take, ...sides, ...(by === undefined ? {} : { by }), ...windowOf(times) };
  // What no line numbers is told from the next by the order of lines alone.
  const isOfThings = thingOf(query, schema)?.isSerial === true || sides.where.some(({ is }) => is === '=');
  return { query, unread: [], absent: [], isInferred: one.isInferred || other.isInferred || !isOfThings };
}

/** Whose it is, is said once. */
const withNames = (own: readonly Condition[], other: readonly Condition[], schema: Schema): Condition[] => [
  ...own,
  ...other.filter(
    ({ field, is }) =>
      is === '=' &&
      !/^(?:level|outcome|status|new value)$/.test(field) &&
      columnNamed(schema, field) !== undefined &&
      !own.some((one) => one.field === field),
  ),
];
