import { entityOf, singular } from '../calculate/columns.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import { afterOf, behindWord } from './beside-verb.ts';
import type { MembersAsked } from './members-asked.ts';
import { namesOf } from './other-names.ts';
import { reasonOf } from './reason.ts';
import { behindNoun } from './slots.ts';
import { isNameLike, type Seen } from './tokens.ts';

/** "And from which ip": the further thing that was asked for, of the line that names the first. */
export function furtherOf(
  { row, tokens }: Seen,
  name: string,
  { further, furtherBehind }: MembersAsked,
  isPredicate: (word: string) => boolean,
): string | undefined {
  if (further === undefined) return undefined;
  const entity = entityOf(further);
  const wanted = new Set([further, ...namesOf(further), ...(entity?.fields ?? [])]);
  let near: string | undefined;
  for (const [key, value] of row.values) {
    const parts = wordsOfName(key).map(singular);
    const text = String(value);
    if (text === name || text.length > 200 || (entity?.accepts !== undefined && !entity.accepts.test(text))) continue;
    if (parts.join('_') === further) return text;
    if (wanted.has(parts.join('_')) || wanted.has(parts.at(-1) ?? '') || parts.slice(-2).includes(further))
      near ??= text;
  }
  const behind = furtherBehind === undefined ? undefined : behindWord(tokens, furtherBehind);
  const inText = entity?.inText?.(row.text);
  return (
    near ??
    behindNoun(tokens, further) ??
    (behind !== undefined && behind !== name && isNameLike({ text: behind, isMarked: false }) ? behind : undefined) ??
    (inText === name ? undefined : inText) ??
    afterOf(tokens, isPredicate) ??
    reasonOf(row, name)
  );
}
