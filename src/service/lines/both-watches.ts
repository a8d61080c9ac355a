import type { LineWatch } from './form-book.ts';

/** Two watches over one pass; each keeps four bits of a form's interest. */
export function bothWatches(first: LineWatch, second: LineWatch): LineWatch {
  return {
    interest: (line, message) => (first.interest(line, message) & 15) | ((second.interest(line, message) & 15) << 4),
    line(line) {
      const { interest } = line;
      if ((interest & 15) !== 0) {
        line.interest = interest & 15;
        first.line(line);
      }
      if (interest >> 4 !== 0) {
        line.interest = interest >> 4;
        second.line(line);
      }
      line.interest = interest;
    },
  };
}
