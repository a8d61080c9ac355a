import { levelNamed } from '../../lines/level-words.ts';
import { isOfWriters } from '../facts/aliases.ts';
import { columnNamed } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { counted } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import { linesMeant } from './lines-meant.ts';
import { when } from './said-in-forms.ts';

/** Lines of a level, by its name. */
const ofLevel =
  (query: Pick<Query, 'take'> & Partial<Query>): Frame['plain'] =>
  ({ Level = '', When }, _, { hasLevels }) => {
    const level = levelNamed(Level.toLowerCase());
    if (level === undefined || !hasLevels) return undefined;
    const of: Condition = { field: 'level', is: '=', value: level };
    const part = query.take === 'share' ? { where: [], against: [of] } : { where: [of] };
    return { query: { ...query, ...part }, at: When?.trim() ?? '', isSure: true };
  };
const levelBy =
  (kind: 'thread' | 'source'): Frame['plain'] =>
  (slots, events, schema) => {
    const by = schema.columns.find(({ name }) => name === kind);
    return by && ofLevel({ take: 'count', by: by.name, order: 'most' })(slots, events, schema);
  };
const levelOn: Frame['plain'] = ({ Name = '', ...slots }, events, schema) => {
  const low = Name.toLowerCase();
  const own = schema.columns.find((one) => isOfWriters(one) && one.values.has(low));
  const asked = own && ofLevel({ take: 'count' })(slots, events, schema);
  if (own === undefined || asked === undefined || typeof asked === 'string') return undefined;
  const of: Condition = { field: own.name, is: '=', value: own.values.get(low)?.shown ?? Name };
  return { ...asked, query: { ...asked.query, where: [...asked.query.where, of] } };
};
const threads: Frame['plain'] = (_, __, { columns }) =>
  columns.some(({ name }) => name === 'thread')
    ? { query: { take: 'distinct', of: 'thread', where: [] }, isSure: true }
    : undefined;
const components: Frame['plain'] = (_, __, { columns }) =>
  columns.some(({ name }) => name === 'source')
    ? { query: { take: 'distinct', of: 'source', where: [] }, isSure: true }
    : undefined;
const onThread: Frame['plain'] = ({ Name = '', Lines = '' }, _, schema) => {
  const lines = linesMeant(Lines, schema);
  const own = columnNamed(schema, 'thread');
  const shown = own?.values.get(Name.toLowerCase())?.shown;
  if (lines === undefined || own === undefined || shown === undefined) return undefined;
  const where = [...lines.where, { field: own.name, is: '=' as const, value: shown }];
  return { query: { take: 'count', where, ...counted(lines) }, taken: lines.taken, isSure: lines.isSure };
};

const level = '(?<Level>(?!log\\b)[A-Za-z]{3,9})(?:[ -]level)?';

/** Forms that ask how grave lines are, and which component or thread wrote them. */
export const framesOfLevels: readonly Frame[] = (
  [
    [
      `(?:how many|number of) (?:different |distinct |unique )?(?:components?/loggers?|components|loggers|modules)(?: show up| are there| in the log| appear| log| write)*`,
      components,
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${level} (?:log )?(?:entries|lines|messages|records)(?: are there| do we have)?(?: ?\\(.*\\))?${when}`,
      ofLevel({ take: 'count' }),
    ],
    [`${level} count${when}`, ofLevel({ take: 'count' })],
    [
      `(?:when (?:was|is) )?(?:the )?(?:last|latest|most recent) ${level} (?:log )?(?:entry|line|message|record)(?:[,:]? (?:what time|when|at what time))?`,
      ofLevel({ take: 'last' }),
    ],
    [
      `(?:when (?:was|is) )?(?:the )?(?:first|earliest) ${level} (?:log )?(?:entry|line|message|record)(?:[,:]? (?:what time|when|at what time))?`,
      ofLevel({ take: 'first' }),
    ],
    [
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the |all )?(?:log )?(?:entries|lines|messages|records) (?:is|are|have(?: the)? level|has level) ${level}`,
      ofLevel({ take: 'share' }),
    ],
    [
      `(?:which )?thread (?:with|had|has|logged|produced) (?:the )?most ${level} (?:log )?(?:entries|lines|messages|records)`,
      levelBy('thread'),
    ],
    [
      `(?:which )?(?:component|logger|module|source) (?:with|had|has|logged|produced|wrote) (?:the )?most ${level} (?:log )?(?:entries|lines|messages|records)`,
      levelBy('source'),
    ],
    [`(?<Name>[\\w./-]+): (?:how many|number of) ${level} (?:log )?(?:entries|lines|messages|records)`, levelOn],
    [
      `(?:how many|number of) ${level} (?:log )?(?:entries|lines|messages|records) (?:from|of|by|in) (?:the )?(?:component |logger |module )?(?<Name>[\\w./-]+)`,
      levelOn,
    ],
    [
      `(?:how many|number of) (?:different |distinct |unique )?thread(?: name)?s(?: show up| are there| in the log| appear| log| write)*`,
      threads,
    ],
    [`number of (?:different |distinct |unique )?thread names(?: in the (?:log|file))?`, threads],
    [
      `(?:how many|number of) (?<Lines>[a-z][^,:;?]{2,60}?) (?:were |was )?(?:logged|written|printed) (?:on|by|in) thread (?<Name>[\\w.#-]+)`,
      onThread,
    ],
    [`(?:on )?thread (?<Name>[\\w.#-]+)[:,] how many (?<Lines>[a-z][^,:;?]{2,60}?)(?: there)?`, onThread],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
