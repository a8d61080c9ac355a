import type { LineWatch } from './form-book.ts';

/** Two watches over one pass; each keeps so many `bits` of a form's interest, of which there are eight in all. */
export function bothWatches(first: LineWatch, second: LineWatch, bits = 4): LineWatch {
  const mask = (1 << bits) - 1;
  return {
    interest: (line, message) =>
      (first.interest(line, message) & mask) | ((second.interest(line, message) & mask) << bits),
    line(line) {
      const { interest } = line;
      if ((interest & mask) !== 0) {
        line.interest = interest & mask;
        first.line(line);
      }
      if (interest >> bits !== 0) {
        line.interest = interest >> bits;
        second.line(line);
      }
      line.interest = interest;
    },
  };
}
