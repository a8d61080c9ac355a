import { stemOf } from '../words/word-forms.ts';
import type { Span, SpanFamily } from './read-spans.ts';
import type { SpansAsked } from './spans-asked.ts';

/** What people call anything that begins and ends, whatever the lines call it. */
export const anyThing =
  /^(?:steps?|stages?|phases?|jobs?|tasks?|parts?|process(?:es)?|operations?|activit(?:y|ies)|runs?|things?|alarms?|alerts?|faults?|errors?|failures?|problems?|messages?|disturbances?|events?|outages?|stops?)$/i;
const ofTrouble = /^(?:alarm|outage|power|halt)$/;

/** Whether a name holds a word in any of its forms, also as a part of `camelCase`. */
export function holdsWord(name: string, word: string): boolean {
  const stem = stemOf(word.toLowerCase());
  const pieces = `${name} ${name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_./:-]+/g, ' ')}`.toLowerCase();
  return pieces.split(/\s+/).some((piece) => piece === word.toLowerCase() || stemOf(piece) === stem);
}

/** Of all that begins and ends what the question names; undefined where no name fits, or lines begin what no line ends. */
export function meantFamily(families: readonly SpanFamily[], asked: SpansAsked): SpanFamily | undefined {
  let best: { family: SpanFamily; score: number } | undefined;
  for (const family of families) {
    const fitting = fittingSpans(family, asked);
    if (fitting === undefined) continue;
    const names = new Set(fitting.spans.map(({ name }) => name));
    const begun = [...names].reduce((sum, name) => sum + (family.begun.get(name) ?? 0), 0);
    const paired = fitting.spans.filter(({ start }) => start !== undefined).length;
    if (begun > 0 && paired < begun * 0.6) continue;
    const isOfKind = asked.isTrouble === ofTrouble.test(family.pair.name);
    const score = 3 * fitting.held + (isOfKind ? 2 : 0) + Math.min(1, names.size / 50) + (paired > 0 ? 0.5 : 0);
    if (best === undefined || score > best.score) best = { family: { ...family, spans: fitting.spans }, score };
  }
  return best?.family;
}

function fittingSpans({ spans }: SpanFamily, asked: SpansAsked): { spans: Span[]; held: number } | undefined {
  const names = [...new Set(spans.map(({ name }) => name))];
  const holders = asked.subject.map((word) => ({ word, of: new Set(names.filter((name) => holdsWord(name, word))) }));
  const held = holders.filter(({ of }) => of.size > 0);
  if (holders.some(({ word, of }) => of.size === 0 && !anyThing.test(word))) return undefined;
  if (held.length === 0 && (asked.wants !== 'rank' || asked.subject.length === 0)) return undefined;
  const chosen = spans.filter(({ name }) => held.every(({ of }) => of.has(name)));
  if (chosen.length === 0) return undefined;
  // The name that says the least beside what was asked is the one that is meant.
  if (asked.wants === 'rank') return { spans: chosen, held: held.length };
  const shortest = Math.min(...chosen.map(({ name }) => name.split(' ').length));
  return { spans: chosen.filter(({ name }) => name.split(' ').length <= shortest + 1), held: held.length };
}
