import type { Schema } from '../../facts/schema.ts';
import { isStrange } from '../operations-asked.ts';
import { isToldOf } from '../told-words.ts';
import { isFunctionWord } from '../unnamed-noun.ts';
import { isOfQuestions, negations, singular } from '../words.ts';
import type { Cues } from './cues.ts';
import { anyMark, type NamesFound } from './names-said.ts';
import { readCues } from './read-cues.ts';

/** What is asked of what, but for the names: in them no word asks for anything. */
export function cuesAsked({ rest, absent }: NamesFound, schema: Schema): Cues {
  // A pause that lines tell of is no time without lines.
  const pauses = (rest.match(/\b(?:pause|silence|lull)s?\b/gi) ?? []).filter((one) => isToldOf(schema, one));
  const opaque = [...absent, ...pauses];
  const hidden = opaque.reduce((said, word, at) => said.replace(word, opaqueMark(at)), rest);
  const plain = withoutKindOfName(hidden, schema);
  const cues = readCues(plain);
  return { ...cues, rest: opaque.reduce((said, word, at) => said.replace(opaqueMark(at), word), cues.rest) };
}

const opaqueMark = (at: number): string => String.fromCharCode(0xe200 + at);

const beforeName = new RegExp(
  `((?:^|\\b(?:the|of|for|in|on|at|by|from|to|with|is|was|did|does|has|are|were|do) )(?:the )?)([a-z]{3,20}) (?=${anyMark})`,
  'gi',
);

const severalNames = new RegExp(`^${anyMark},? ?(?:(?:and|or|vs\\.?|versus|nor) )?${anyMark}`, 'i');

/** "The backend be-03": what a name is called by says no more than the name. */
const withoutKindOfName = (text: string, schema: Schema): string =>
  text.replace(beforeName, (all, lead: string, noun: string, offset: number, whole: string) =>
    isStrange(noun.toLowerCase(), schema) &&
    !isFunctionWord(noun) &&
    !isOfQuestions(noun) &&
    !negations.has(noun.toLowerCase()) &&
    // "Outages rack-a" are of it, where "nodes n1 and n2" are called so.
    (singular(noun) === noun || severalNames.test(whole.slice(offset + all.length))) &&
    !/^(?:state|status|mode|both|either|neither|between|versus|vs)$/i.test(noun)
      ? lead
      : all,
  );
