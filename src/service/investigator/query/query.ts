import { z } from 'zod';
import { queryTakes } from '#core/query-takes.ts';

export type Take = (typeof queryTakes)[number];

const text = z.string().min(1).max(400);
export const comparators = ['=', '!=', '>', '>=', '<', '<=', 'has'] as const;

/** Of a line: `field` is a name of the file's own, or `level`, `outcome`, `words` (of the message) or `text`. */
const conditionSchema = z.object({
  field: text,
  is: z.enum(comparators),
  value: text,
  /** Further values of which any will do. */
  or: z.array(text).max(8).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

/** The field is stated, whatever its value is. */
export const hasAny = (field: string): Condition => ({ field, is: 'has', value: '*' });
export const isOfAny = ({ is, value }: Condition): boolean => is === 'has' && value === '*';

/** Any of the values that these conditions of one field have. */
export const oneOf = (first: Condition, others: readonly Condition[]): Condition => ({
  ...first,
  or: others.map(({ value }) => value).slice(0, 8),
});

/** One value of one field. */
export const saysTheSame = (one: Condition, other: Condition): boolean =>
  one.field === other.field && one.value === other.value;

/** Those that the others do not have as well. */
export const apartFrom = (some: readonly Condition[], others: readonly Condition[]): Condition[] =>
  some.filter((one) => !others.some((other) => JSON.stringify(other) === JSON.stringify(one)));

const conditions = z.array(conditionSchema).max(12);

const placeSchema = z.object({ document: z.string(), line: z.number() });

/** `from` and `to`: the lines that begin and end it. */
const spanSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  from: placeSchema.optional(),
  to: placeSchema.optional(),
});
export type Span = z.infer<typeof spanSchema>;

/** Milliseconds on the clock of the documents; an open side is the file's own. */
const windowSchema = z.object({
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
  /** Of the time that the file covers. */
  half: z.enum(['first', 'second']).optional(),
  /** Only while something was in a state. */
  during: z.object({ state: text, where: conditions }).optional(),
  /** The times that `during` means, looked up as the query is run. */
  spans: z.array(spanSchema).optional(),
});
export type Window = z.infer<typeof windowSchema>;

/** The one typed form every question takes. */
export const querySchema = z.object({
  take: z.enum(queryTakes),
  /** The number or name taken; for `explain` the kind a cause is compared with, or `change`. */
  of: text.optional(),
  /** 0 to 100, of `percentile`. */
  percent: z.number().min(0).max(100).optional(),
  where: conditions.default([]),
  /** Of `share` the part; of `compare`, `order` and `overlap` the other side; of times the lines that end them. */
  against: conditions.optional(),
  /** Only of what is in this state: down, running, open. */
  state: text.optional(),
  window: windowSchema.optional(),
  /** The later stretch of time that is set against the window; of these two it is the one of which yes or no is said. */
  than: windowSchema.optional(),
  /** A moment: of `state`, `doing` and `change`. */
  atMs: z.number().optional(),
  by: text.optional(),
  /** The thing whose lines hold the conditions together, each on a line of its own. */
  through: text.optional(),
  /** Of `max` and `min`: what else that line states. */
  beside: text.optional(),
  /**
   * Of `duration`: only the first or last time it was so. Of `list`: as many lines at that end as `limit` says. Of
   * `least`: only of those that have some.
   */
  only: z.enum(['first', 'last', 'some']).optional(),
  everyMs: z.number().positive().optional(),
  order: z.enum(['most', 'least']).optional(),
  /** Of `trend`, `change`, `compare` and `differ`: what the answer yes means. Of `explain`: what led to it, `before`. */
  expects: z.enum(['up', 'down', 'more', 'fewer', 'worse', 'better', 'before', 'after', 'any', 'none']).optional(),
  /** Of `show`: the line, and how many lines around it. */
  line: z.number().int().positive().optional(),
  around: z.number().int().positive().max(200).optional(),
  limit: z.number().int().positive().max(1000).optional(),
  /** Of `first` and `last`: not that one, but the second, third and so on from there. */
  nth: z.number().int().min(2).max(100_000).optional(),
  /** Only those whose figure is so: of `distinct` the things with as many lines, of `gap` and `episodes` the longer ones. */
  bound: z.object({ is: z.enum(comparators), value: text }).optional(),
  /** Words that were not understood, of `unknown`; also what was left out of another query. */
  unread: z.array(text).max(40).optional(),
});
export type Query = z.infer<typeof querySchema>;
