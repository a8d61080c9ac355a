import { phraseOf } from './subject.ts';

/** The words that say of what something is asked; `rest` is what the cues leave of the question. */
export function phraseAsked(rest: string): string {
  const phrase = phraseOf(rest);
  // "Was it on or off then": what it was is no word that only holds the question together.
  const said = /\b(?:on|off)(?=(?: or (?:on|off))?[?. ]*$)/i.exec(rest)?.[0];
  return said === undefined ? phrase : `${phrase.replace(/(?:(?:^| )(?:on|or|off))+$/i, '')} ${said}`.trim();
}
