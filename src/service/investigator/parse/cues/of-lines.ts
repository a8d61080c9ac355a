import { failedWord, succeededWord } from '../../facts/lexicon.ts';
import { columnNamed, type Schema } from '../../facts/schema.ts';
import { tries } from '../../facts/tries.ts';
import type { Condition, Query } from '../../query/query.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { type AboutLines, isOutcome, type Way } from './lines/about-lines.ts';
import { counts, rates, triesOf } from './lines/counts.ts';
import { figures } from './lines/figures.ts';
import { ranks } from './lines/ranks.ts';
import { reasons } from './lines/reasons.ts';
import { shares } from './lines/shares.ts';
import { streaks } from './lines/streaks.ts';
import { things } from './lines/things.ts';
import { between, edgeOfOne, placed } from './lines/times.ts';
import { underWay } from './lines/under-way.ts';
import { namesBeside, type Told } from './told.ts';

/** The first that fits is meant. */
const ways: readonly Way[] = [
  between,
  streaks,
  edgeOfOne,
  underWay,
  reasons,
  shares,
  figures,
  ranks,
  placed,
  rates,
  triesOf,
  counts,
  things,
];

/** A query about lines, by what is asked of them. */
export function ofLinesMeant(meant: LinesMeant, told: Told, schema: Schema): Query | undefined {
  const tried = withTries(meant, told.cues, schema);
  if (tried === undefined) return undefined;
  const own = namesBeside(tried.where, told);
  // "Ended as FAILED": the name says how they came out.
  const isNamed = own.some(({ value }) => failedWord.test(value) || succeededWord.test(value));
  const lines = isNamed ? { ...tried, where: tried.where.filter((one) => !isOutcome(one)) } : tried;
  const about: AboutLines = { ...told, lines, own, where: [...lines.where, ...own], schema };
  for (const way of ways) {
    const query = way(about);
    if (query !== undefined) return query;
  }
  return undefined;
}

/** Those that were tried again, or were not: undefined where no line tells of another try. */
function withTries(lines: LinesMeant, { tried }: Told['cues'], schema: Schema): LinesMeant | undefined {
  if (tried === undefined) return lines;
  if (columnNamed(schema, tries) === undefined) return undefined;
  const condition: Condition = { field: tries, is: tried === 'some' ? '>=' : '<', value: '1' };
  return { ...lines, where: [...lines.where, condition] };
}
