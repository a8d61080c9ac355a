import { samesOf } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isOfQuestions, plainWords, recordNouns, softWords } from './words.ts';

const overLines = /^(?:count|distinct|rate|gap|first|last|list|exists)$/;

/**
 * Verbs that hold most questions together tell lines apart in some files: where an alarm is raised and ceases, "how many
 * alarms were raised" asks for the lines that say so.
 */
export function takeUpVerbs(query: Query, text: string, schema: Schema): void {
  if (!overLines.test(query.take) || query.state !== undefined || query.by !== undefined) return;
  if (query.where.length === 0 || query.where.some(({ field }) => field === 'outcome')) return;
  for (const verb of looseVerbs(query, text, schema)) {
    const narrower: Condition[] = [...query.where, { field: 'words', is: 'has', value: verb.toLowerCase() }];
    const held = schema.sample.filter(compile(query.where, schema));
    const left = schema.sample.filter(compile(narrower, schema));
    if (left.length > 0 && left.length < held.length) query.where = narrower;
  }
}

/** Verbs of the question that lines say and no condition does. */
export function looseVerbs(query: Query, text: string, schema: Schema): Set<string> {
  const told = stemsTold(query);
  const verbs = (text.match(/(?<![\w.-])[a-z]{4,}(?![\w.-])/gi) ?? []).filter(
    (word) => isSkipped(word) && !told.has(stem(word)) && schema.kinds.some(({ stems }) => stems.has(stem(word))),
  );
  return new Set(verbs);
}

const isSkipped = (word: string): boolean =>
  (plainWords.has(word.toLowerCase()) || softWords.has(word.toLowerCase())) &&
  !grammar.test(word) &&
  !recordNouns.has(word.toLowerCase()) &&
  !(isOfQuestions(word) && !plainWords.has(word.toLowerCase()));

/** Words of sentences, whatever the lines say. */
const grammar =
  /^(?:that|which|whom|whose|were|been|being|does|done|have|having|there|here|some|this|these|those|file|files|logs?|logfile|they|their|them|your|please|ever|just|only|exactly|overall|entire|whole|total|during|while|when|then|than|what|where|from|with|into|onto|within|about|over|data|again|once|would|could|should|will|shall|might|must|tell|like|ones?|things?|readings?|values?|measurements?|samples?|through|upon|always|many|much|more|most|other|also|still|really|actually|finally|because|times|amount|number|percent|system|back|point|moment|period|several|used?|using|caused?)$/i;

function stemsTold({ where, against = [] }: Query): ReadonlySet<string> {
  const said = [...where, ...against].flatMap(({ field, value }) => [field, value]).join(' ');
  return new Set([...stemsOf(said)].flatMap((one) => [one, ...samesOf(one).map(stem)]));
}
