import type { Schema } from '../../facts/schema.ts';
import { isToldOf } from '../told-words.ts';
import type { Cues } from './cues.ts';
import { phraseOf } from './subject.ts';

/** The words that say of what something is asked; `rest` is what the cues leave of the question. */
export const phraseAsked = (rest: string, cues: Cues, schema: Schema): string =>
  withRead(withSwitch(phraseOf(rest), rest), cues, schema);

/** "Was it on or off then": what it was is no word that only holds the question together. */
function withSwitch(phrase: string, rest: string): string {
  const said = /\b(?:on|off)(?=(?: or (?:on|off))?[?. ]*$)/i.exec(rest)?.[0];
  return said === undefined ? phrase : `${phrase.replace(/(?:(?:^| )(?:on|or|off))+$/i, '')} ${said}`.trim();
}

/** "How many rows were read": what a gauge does is no deed, but what lines say is. */
const withRead = (phrase: string, { asks, stat, rest }: Cues, schema: Schema): string =>
  (asks.has('count') || stat?.take === 'sum') && /\bread\b/i.test(rest) && isToldOf(schema, 'read')
    ? `${phrase.replace(/ ?\bread\b/i, '')} read`.trim()
    : phrase;
