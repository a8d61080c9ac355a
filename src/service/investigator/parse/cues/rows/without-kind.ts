import { nameOfReason } from '../../../facts/reason.ts';
import type { Schema } from '../../../facts/schema.ts';
import { stem, stemsOf } from '../../../facts/stem.ts';
import { hasAny } from '../../../query/query.ts';
import { compile } from '../../../run/conditions.ts';
import { columnsCalled, thingCalled } from '../../columns-called.ts';
import { outcomeSaid } from '../../event-asked.ts';
import { isOfQuestions } from '../../words.ts';

/** "Pick tours": what stands before their noun, and on no line of theirs but in a reason, says no more than the noun. */
export function withoutKind(phrase: string, schema: Schema): { phrase: string; taken: string[] } {
  const words = phrase.split(' ');
  const taken = words.filter((_, at) => isKindAt(words, at, schema));
  return { phrase: words.filter((word) => !taken.includes(word)).join(' '), taken };
}

function isKindAt(words: readonly string[], at: number, schema: Schema): boolean {
  const [before = '', word = '', behind = ''] = [words[at - 1], words[at], words[at + 1]];
  const thing = thingCalled(schema, behind.toLowerCase());
  if (
    thing?.isSerial !== true ||
    !/^[a-z]{3,}$/.test(word) ||
    isOfQuestions(word) ||
    columnsCalled(schema, [word]).length > 0 ||
    outcomeSaid(word, schema) !== undefined ||
    /^in$/i.test(before)
  )
    return false;
  const reasons = schema.columns.filter(({ name }) => nameOfReason.test(name));
  const isSaid = compile([hasAny(thing.name), { field: 'words', is: 'has', value: word }], schema);
  const isReason = (record: Schema['sample'][number]) =>
    reasons.some(({ read }) => stemsOf(read(record) ?? '').has(stem(word)));
  return !schema.sample.some((record) => isSaid(record) && !isReason(record));
}
