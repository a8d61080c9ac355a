import { isAlarm } from '../facts/levels.ts';
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
  if (take !== 'count' || of !== undefined || state !== undefined || second !== undefined) return undefined;
  const isOfNames =
    where.length > 0 && where.every(({ is, field }) => is === '=' && !/^(?:level|outcome)$/.test(field));
  if (said === undefined && !isOfNames) return undefined;
  if (said?.value.split(' ').some((word) => isVerb(word.toLowerCase()))) return undefined;
  const held = schema.sample.filter(compile(where, schema));
  for (const one of states) {
    const begin = beginOf(one, held, schema);
    if (begin !== undefined) return { ...query, where: [...where, { field: 'words', ...begin }] };
  }
  return undefined;
}

/** The one word with which all of them begin that do not end; or the one that ends them, where an alarm begins them. */
function beginOf({ begins, ends }: (typeof states)[number], held: readonly LogRecord[], { said }: Schema) {
  const [begun, ended] = [new Set<string>(), new Set<string>()];
  let [first, last, bare] = [0, 0, 0];
  for (const record of held) {
    const stems = said(record).stems();
    const isSaid = (word: string) => !word.includes(' ') && stems.has(stem(word));
    const [begin, end] = [begins.find(isSaid), [...ends, ...later].find(isSaid)];
    if (begin !== undefined && end !== undefined) return undefined;
    if (begin === undefined && end === undefined && !isAlarm(record)) return undefined;
    if (begin !== undefined) begun.add(begin);
    if (end !== undefined) ended.add(end);
    if (end !== undefined) last++;
    else if (begin !== undefined) first++;
    else bare++;
  }
  // Nearly as many end as began.
  const areTwo = last > 0 && Math.abs(first + bare - last) <= last * aQuarter;
  if (!areTwo || (first > 0 && bare > 0)) return undefined;
  const [word, second] = bare > 0 ? ended : begun;
  if (word === undefined || second !== undefined) return undefined;
  return bare > 0 ? ({ is: '!=', value: word } as const) : ({ is: 'has', value: word } as const);
}
const aQuarter = 0.25;
/** Said of one that was there before. */
const later = ['acknowledged'];
