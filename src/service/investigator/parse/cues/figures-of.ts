import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { numberOf } from '../number-stated.ts';
import { isNumbered } from './numbered.ts';
import { linesSaid, phraseOf, type SubjectOf } from './subject.ts';
import type { Told } from './told.ts';

/** Lines, and a number that they state. */
interface FigureOf {
  subject: SubjectOf<'lines'>;
  figure: Column;
}

/** "The item count of ORD-70265": of what is numbered, whichever it is. */
export function figureOfOne(phrase: string, { cues, names }: Told, schema: Schema): FigureOf | undefined {
  const [one] = names([]);
  const operation = columnNamed(schema, one?.field);
  if (one === undefined || operation === undefined || !isNumbered(one.field, schema) || cues.asks.has('when'))
    return undefined;
  const lines: LinesMeant = { where: [], taken: [], operation };
  const [head = ''] = phrase.replace(/(?<=\S )count$/i, '').split(/ (?:of|for|in|at|by) /i);
  const found = numberOf(head, lines, schema);
  if (cues.asks.has('long') && found?.column.unit.dimension !== 'time') return undefined;
  return found && { subject: { kind: 'lines', lines: { ...lines, taken: found.taken } }, figure: found.column };
}

/** "Pages of the documents": a number, and the lines that state it. */
export function* figuresOf(phrase: string, schema: Schema): Generator<FigureOf> {
  const words = phrase.split(' ');
  // The head of "GC pause" is its last word.
  const isOf = /\b(?:of|for|in|on|at|by|from)\b/i.test(phrase);
  for (let size = 1; size < words.length; size++) {
    const parts = [words.slice(0, size), words.slice(size)] as const;
    const ways = [parts, [parts[1], parts[0]]] as const;
    for (const [figure, of] of isOf ? ways : ways.toReversed()) {
      const subject = linesSaid(phraseOf(of.join(' ')), schema);
      const number = subject && numberOf(phraseOf(figure.join(' ')), subject.lines, schema);
      if (subject === undefined || number === undefined || number.taken.length > 0) continue;
      // "Failed tests", where lines state both numbers: either may be meant.
      if (of.some((word) => columnNamed(schema, word.toLowerCase())?.isNumber === true)) continue;
      yield { subject, figure: number.column };
    }
  }
}
