import { isOfWriters } from '../facts/aliases.ts';
import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { readPhrase } from './read-phrase.ts';

const edge =
  (take: 'first' | 'last'): Frame['plain'] =>
  () => ({ query: { take, where: [] }, isSure: true });

/** Who writes the most lines. */
const chattiest: Frame['plain'] = (_, __, { columns }): QueryAt | undefined => {
  const writers = columns.filter((one) => isOfWriters(one) && !/^(?:host|hostname|pid|thread)$/i.test(one.name));
  const by = writers.find(({ name }) => name === 'source') ?? writers[0];
  return by && { query: { take: 'count', where: [], by: by.name, order: 'most' }, isSure: true };
};

/** Classes of what was thrown, in a column of their own. */
const exceptions =
  (query: Pick<Query, 'take' | 'by' | 'order'>): Frame['plain'] =>
  (_, __, { columns }) => {
    const of = ['exception', 'stated exception'].find((one) => columns.some(({ name }) => name === one));
    if (of === undefined) return undefined;
    return { query: { ...query, of, where: [{ field: of, is: 'has', value: '*' }] } };
  };

/** The longest time between two lines that the words name. */
const gap: Frame['plain'] = ({ Lines = '' }, _, schema: Schema) => {
  const { where, unread, absent } = readPhrase(Lines, schema);
  return where.length === 0 || unread.length + absent.length > 0 ? undefined : { query: { take: 'gap', where } };
};

const entry = '(?:thing|line|entry|entries|message|event|record)';
const kinds = '(?:exception|error|throwable) (?:types?|classes|class)';

/** Forms that ask for lines of any file: its edges, who writes most of them, what was thrown, how long none came. */
export const framesOfLines: readonly Frame[] = (
  [
    [
      `(?:when (?:was|is)|time of) the (?:very )?last ${entry}(?: logged| written| in (?:the|this) (?:log|file))?`,
      edge('last'),
    ],
    [
      `(?:when (?:was|is)|time of) the (?:very )?first ${entry}(?: logged| written| in (?:the|this) (?:log|file))?`,
      edge('first'),
    ],
    [
      `(?:what is |which is )?(?:the )?(?:chattiest|noisiest|most talkative|busiest) (?:component|logger|module|program|source|process|subsystem)(?: by (?:number|count) of ${entry}s?| by entries| by lines)?`,
      chattiest,
    ],
    [
      `(?:list |which |what )(?:all )?(?:the )?${kinds}(?: that)? (?:occur(?:red)?|appear(?:ed)?|are there|were thrown|show up|we see)`,
      exceptions({ take: 'values' }),
    ],
    [
      `(?:how many|number of) (?:distinct |different |unique )${kinds}(?: are there| in the log| occur| appear)?`,
      exceptions({ take: 'distinct' }),
    ],
    [
      `(?:what (?:is|was) )?(?:the )?(?:longest|biggest|largest) (?:gap|pause|quiet stretch|silence|wait) between (?:two )?(?:consecutive )?(?<Lines>[a-z][a-z -]{2,60})`,
      gap,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
