import type { Schema } from '../../facts/schema.ts';
import type { Asked } from './asked.ts';
import type { Cues } from './cues.ts';
import { cuesAsked } from './cues-asked.ts';
import { namesIn } from './names-said.ts';
import { ofTheFile } from './of-the-file.ts';
import { inPlainTerms } from './plain-terms.ts';
import { readAs } from './read-as.ts';
import { likeliestOf, type Strangers } from './strangers.ts';
import type { InTime } from './told.ts';
import { byNameOfKind, inKinds, isOfNoun, ofAmounts, thenRunning, waysToRead } from './ways-to-read.ts';
import { besides } from './which-is-asked.ts';

/**
 * A question whose words stand in no usual order: what is asked for, of what, whose and when are found wherever they
 * stand. Undefined where some of its words are for something else.
 */
export function inAnyOrder(
  asked: string,
  schema: Schema,
  quotes: readonly string[],
  inTime: InTime,
): Asked | undefined {
  const file = ofTheFile(asked);
  if (file !== undefined) return { query: file, taken: [], isGuessed: true };
  const text = inPlainTerms(asked, schema);
  if (text === undefined) return undefined;
  const found = namesIn(text, schema, quotes);
  const read = inKinds(ofAmounts(thenRunning(inTime.isAt, cuesAsked(found, schema)), schema), schema);
  const nounAsked = read.which?.split(' ') ?? [];
  const strangers: Strangers[] = [];
  for (const cues of [...byNameOfKind(read, schema), ...waysToRead(read, text, schema)])
    for (const one of readAs(cues, found, inTime, schema)) {
      if (!('taken' in one)) strangers.push(one);
      else if (!passesOver(nounAsked, one, cues, schema) && !(besides.test(text) && isOfAll(one))) return one;
    }
  return likeliestOf(strangers, nounAsked, text, schema);
}

/** "Whose card": the noun that is asked for is never passed over. */
const passesOver = (nounAsked: readonly string[], { query, taken }: Asked, cues: Cues, schema: Schema): boolean =>
  taken.some((one) => nounAsked.includes(one)) ||
  (cues.which === undefined && nounAsked.length > 0 && (taken.length > 0 || !isOfNoun(query, nounAsked, schema)));

/** "Immediately before 19:00": one, and not all before it. */
const isOfAll = ({ query }: Asked): boolean => !/^(?:first|last|next)$/.test(query.take);
