import type { Schema } from '../../facts/schema.ts';
import { stateIn } from '../../facts/state-in.ts';
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
  const plain = withoutKindOfName(hidden, schema).replace(/\b(?:one or more|at least one|even one)\b/gi, 'any');
  const cues = readCues(plain);
  // Open is what the program runs, where it numbers any and no field says what is open.
  const isStated = schema.operation === undefined || stateIn(schema, 'open')?.words.column !== undefined;
  const left = isStated || !cues.asks.has('running') ? cues.rest : cues.rest.replace(/\bopen\b/i, '');
  return { ...cues, rest: opaque.reduce((said, word, at) => said.replace(opaqueMark(at), word), left) };
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
