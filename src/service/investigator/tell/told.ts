import { type Claim, linesAt } from '../detect/observation.ts';
import type { Place } from '../facts/place.ts';
import type { Query } from '../query/query.ts';
import type { Verdict } from '../report.ts';
import type { Result, Shape } from '../run/result.ts';
import { number, say, type Text } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { linesSaid } from './said-of.ts';

/** A result in words: the plain sentence first, then what proves it. */
export interface Told {
  verdict: Verdict;
  headline: Text;
  more: Text[];
  proof: Claim[];
}

/** Tells results of one shape. */
export type Teller<S extends Shape> = (query: Query, result: Result<S>, times: TimeWords) => Told;

export function told(headline: Text, places: readonly Place[] = [], more: Text[] = []): Told {
  return { verdict: 'CONFIRMED', headline, more, proof: claimsOf(places) };
}

export const cannot = (why: Text): Told => ({
  ...told(say`I cannot answer that from this file: ${why}`),
  verdict: 'INCONCLUSIVE',
});

export const noLine = (query: Pick<Query, 'where' | 'through'>): Told => told(say`None: no ${linesSaid(query, 1)}`);

/** Lines of a block that are quoted below its first. */
const mostQuoted = 11;

export function claimsOf(places: readonly Place[]): Claim[] {
  return places.slice(0, 5).map(({ document, line, lastLine = line }) => ({
    // A quote that speaks for itself stands alone.
    text: { md: '', plain: `line ${number(line)}` },
    ranges: [linesAt(document, line, Math.min(lastLine, line + mostQuoted))],
  }));
}

/** A sentence after "Yes: " or "No: ", or on its own. */
export function answered(isYes: boolean | undefined, sentence: Text): Text {
  if (isYes !== undefined) return isYes ? say`Yes: ${sentence}` : say`No: ${sentence}`;
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return { md: capital(sentence.md), plain: capital(sentence.plain) };
}
