import { states } from '../facts/lexicon.ts';
import type { LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { isVerb } from '../facts/tokens.ts';
import type { Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';

/**
 * "How many rebalances", where one line says that it started and another that it finished: each is counted once, by the
 * line that begins it. Undefined where the lines tell no such two sides, or the question names one of them.
 */
export function onceEach(query: Query, schema: Schema): Query | undefined {
  const { take, of, state, where } = query;
  const [said, second] = where.filter(({ field, is }) => field === 'words' && is === 'has');
  if (take !== 'count' || of !== undefined || state !== undefined || said === undefined || second !== undefined)
    return undefined;
  if (said.value.split(' ').some((word) => isVerb(word.toLowerCase()))) return undefined;
  const held = schema.sample.filter(compile(where, schema));
  for (const one of states) {
    const begin = beginOf(one, held, schema);
    if (begin !== undefined) return { ...query, where: [...where, { field: 'words', is: 'has', value: begin }] };
  }
  return undefined;
}

/** The one word with which all of them begin that do not end. */
function beginOf({ begins, ends }: (typeof states)[number], held: readonly LogRecord[], { said }: Schema) {
  const found = new Map<string, number>();
  let ended = 0;
  for (const record of held) {
    const stems = said(record).stems();
    const begin = begins.find((word) => !word.includes(' ') && stems.has(stem(word)));
    const end = [...ends, ...later].find((word) => !word.includes(' ') && stems.has(stem(word)));
    if ((begin === undefined) === (end === undefined)) return undefined;
    if (end !== undefined) ended++;
    else if (begin !== undefined) found.set(begin, (found.get(begin) ?? 0) + 1);
  }
  const [[word, count] = ['', 0], second] = found;
  // Nearly as many end as began.
  return second === undefined && ended > 0 && Math.abs(count - ended) <= count * aQuarter ? word : undefined;
}
const aQuarter = 0.25;
/** Said of one that was there before. */
const later = ['acknowledged'];
