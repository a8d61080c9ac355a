import type { Schema } from '../facts/schema.ts';
import type { Parsed } from './parsed.ts';
import { isToldOf } from './told-words.ts';

const those = '(?:the ones|those|ones|any|the [a-z]+s)';
const exclusion = new RegExp(
  String.raw`,? ?\(?(?:not counting|not including|without counting|excluding|leaving out|leave out|ignoring|apart from|other than) ${those} (?:that|which|who) (?:were |was |got |had |have |did )?(?<what>[a-z]+(?: (?:out|off|up|down|away|back|over))?)\)?(?=[\s,?.!]|$)`,
  'i',
);

/** "How many failed (not counting the ones that timed out)": the question without that, and what is not meant. */
export function withoutThose(text: string, schema: Schema): { rest: string; said: string | undefined } {
  const what = exclusion.exec(text)?.groups?.what;
  const isKnown = what?.split(' ').every((word) => isToldOf(schema, word) || isParticle.test(word));
  return isKnown ? { rest: text.replace(exclusion, ''), said: what } : { rest: text, said: undefined };
}
const isParticle = /^(?:out|off|up|down|away|back|over)$/;

/** Lines that say so are not meant. */
export const exceptThose = (parsed: Parsed, said: string): Parsed => {
  const { query } = parsed;
  const isOfLines = query.state === undefined && ofLines.test(query.take);
  if (!isOfLines) return { ...parsed, left: [...(parsed.left ?? []), `those that ${said}`] };
  return { ...parsed, query: { ...query, where: [...query.where, { field: 'words', is: '!=', value: said }] } };
};
const ofLines =
  /^(?:count|list|values|distinct|sum|mean|median|percentile|max|min|share|rate|exists|first|last|compare)$/;
