import { isOfWriters } from '../facts/aliases.ts';
import { thrownAt } from '../facts/column-builder.ts';
import type { Schema } from '../facts/schema.ts';
import { mostStarts, startWords } from '../facts/start-line.ts';
import type { Condition, Query } from '../query/query.ts';
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
    const isOfClasses = ({ values }: Schema['columns'][number]) =>
      [...values.values()].every(({ shown }) => /(?:Error|Exception|Throwable|Failure|Panic)$/.test(shown));
    const of = ['exception', 'stated exception'].find((one) =>
      columns.some((column) => column.name === one && (one === 'exception' || isOfClasses(column))),
    );
    if (of === undefined) return undefined;
    return { query: { ...query, of, where: [{ field: of, is: 'has', value: '*' }] } };
  };

/** The longest time between two lines that the words name. */
const gap: Frame['plain'] = ({ Lines = '' }, _, schema: Schema) => {
  const { where, unread, absent } = readPhrase(Lines, schema);
  return where.length === 0 || unread.length + absent.length > 0 ? undefined : { query: { take: 'gap', where } };
};

const span: Frame['plain'] = () => ({ query: { take: 'span', where: [] }, isSure: true });
const allEntries: Frame['plain'] = () => ({ query: { take: 'count', where: [] }, isSure: true });

/** What the program says first, and again where it starts again: it tells its version there. */
function startsIn({ sample, columns }: Schema): { where: Condition[]; version: string } | undefined {
  const isVersion = (one: string) => /^v?\d{1,4}(?:\.\d{1,5}){1,3}(?:[-+.]\w{1,20})?$/.test(one);
  const versions = columns.filter(
    ({ name, values }) =>
      values.size > 0 && values.size <= mostStarts && name !== 'address' && [...values.keys()].every(isVersion),
  );
  for (const record of sample.slice(0, mostAhead)) {
    const message = record.row().message.toLowerCase();
    const version = versions.find((one) => one.read(record) !== undefined);
    if (version === undefined) continue;
    if (!/\bstart\b/.test(message) && !startWords.some((word) => message.includes(word))) return undefined;
    return { where: [{ field: version.name, is: 'has', value: '*' }], version: version.name };
  }
  return undefined;
}

/** So far from the top may the first start be told. */
const mostAhead = 10;
const startedAgain: Frame['plain'] = (_, __, schema) => {
  const starts = startsIn(schema);
  return starts && { query: { take: 'exists', where: starts.where, bound: { is: '>', value: '1' } }, isSure: true };
};
const versionAt: Frame['plain'] = ({ Which = '' }, _, schema) => {
  const starts = startsIn(schema);
  const take = /\b(?:last|latest|final|end|current)\b/i.test(Which) ? 'last' : 'first';
  return starts && { query: { take, by: starts.version, where: starts.where }, isSure: true };
};
/** As lines write it, with its package. */
const classIn = (said: string, columns: Schema['columns']): string | undefined =>
  [...(columns.find(({ name }) => name === 'exception')?.values.values() ?? [])].find(
    ({ shown }) => shown.split('.').at(-1)?.toLowerCase() === said.toLowerCase(),
  )?.shown;
const thrownIn: Frame['plain'] = ({ Class = '' }, _, { columns }) => {
  const shown = classIn(Class, columns);
  return shown !== undefined && columns.some(({ name }) => name === thrownAt)
    ? { query: { take: 'first', by: thrownAt, where: [{ field: 'exception', is: '=', value: shown }] }, isSure: true }
    : undefined;
};

const countOf: Frame['plain'] = ({ Class = '' }, _, { columns }) => {
  const shown = classIn(Class, columns);
  return shown === undefined
    ? undefined
    : { query: { take: 'count', where: [{ field: 'exception', is: '=', value: shown }] }, isSure: true };
};
const entry = '(?:thing|line|entry|entries|message|event|record)';
const kinds = '(?:exception|error|throwable) (?:types?|classes|class)';

/** Forms that ask for lines of any file: its edges, who writes most of them, what was thrown, how long none came. */
export const framesOfLines: readonly Frame[] = (
  [
    [
      `(?:what (?:is|was) )?(?:the )?(?:time|duration) (?:from|between) (?:the )?first (?:and|to) (?:the )?last ${entry}(?: (?:in|of) the (?:log|file))?`,
      span,
    ],
    [`how long a period (?:is|does) (?:in )?(?:this|the) (?:log|file)(?: cover)?`, span],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) (?<Class>[A-Z]\\w+) (?:stack ?traces?|exceptions?|occurrences)(?: are there| do we have)?`,
      countOf,
    ],
    [
      `(?:when (?:was|is)|time of) the (?:very )?last ${entry}(?: logged| written| in (?:the|this) (?:log|file))?`,
      edge('last'),
    ],
    [
      `(?:when (?:was|is)|time of) the (?:very )?first ${entry}(?: logged| written| in (?:the|this) (?:log|file))?`,
      edge('first'),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) log (?:entries|records|messages|events)(?: (?:in total|overall|altogether|are there|are in (?:the|this) (?:log|file)))*(?:,? (?:not counting|without|excluding|ignoring) (?:the )?(?:stack ?)?(?:trace|continuation)[a-z/ ]*| ?\\(.*\\))?`,
      allEntries,
    ],
    [
      `(?:was there|is there|do we see|did we have) (?:another|a second|one more|any other) (?:start-?up|start|restart|boot)\\b.*`,
      startedAgain,
    ],
    [`(?:apart from .*, )?did (?:the )?[a-z-]+ (?:re)?start again(?: later)?(?: in the (?:log|file))?`, startedAgain],
    [
      `(?:what|which) (?:software |program )?version(?: of [\\w.-]+)? (?:was |is |got )?(?:started|running|runs|ran|in use) (?<Which>first|last|at the (?:top|start|beginning)|at the end)(?: of the (?:log|file))?`,
      versionAt,
    ],
    [
      `(?:what|which) (?:software |program )?version(?: of [\\w.-]+)? (?:started|was running|runs|ran) (?:at the (?<Which>top|start|beginning|end)|(?<Which>first|last))(?: of the (?:log|file))?`,
      versionAt,
    ],
    [
      `where in the code (?:is|was|does|did) (?:an? |the )?(?<Class>\\w+) (?:thrown|raised|come from)(?:,? file and line)?`,
      thrownIn,
    ],
    [
      `(?:which|what) (?:source )?file and line (?:does|did|do) (?:an? |the )?(?<Class>\\w+) come from(?: ?\\(.*\\))?`,
      thrownIn,
    ],
    [`(?:which|what) (?:source )?(?:file|line) (?:throws|threw|raises|raised) (?:an? |the )?(?<Class>\\w+)`, thrownIn],
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
