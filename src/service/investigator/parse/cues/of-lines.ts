import { failedWord, succeededWord } from '../../facts/lexicon.ts';
import type { Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { type AboutLines, isOutcome, type Way } from './lines/about-lines.ts';
import { counts, underWay } from './lines/counts.ts';
import { figures } from './lines/figures.ts';
import { ranks, things } from './lines/ranks.ts';
import { reasons } from './lines/reasons.ts';
import { placed } from './lines/times.ts';
import { namesBeside, type Told } from './told.ts';

/** The first that fits is meant. */
const ways: readonly Way[] = [underWay, reasons, figures, ranks, placed, counts, things];

/** A query about lines, by what is asked of them. */
export function ofLinesMeant(meant: LinesMeant, told: Told, schema: Schema): Query | undefined {
  const own = namesBeside(meant.where, told);
  // "Ended as FAILED": the name says how they came out.
  const isNamed = own.some(({ value }) => failedWord.test(value) || succeededWord.test(value));
  const lines = isNamed ? { ...meant, where: meant.where.filter((one) => !isOutcome(one)) } : meant;
  const about: AboutLines = { ...told, lines, own, where: [...lines.where, ...own], schema };
  for (const way of ways) {
    const query = way(about);
    if (query !== undefined) return query;
  }
  return undefined;
}
