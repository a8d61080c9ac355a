/** Mail programs and forums break long lines between words, at 72 to 80 columns. */
const narrowest = 68;
const widest = 82;
const longestJoined = 4000;

/**
 * Gives lines on as they are, but for those of a text in which all were broken at a margin: what goes on with a record
 * is put behind it again, under the number of its first line. Holds one record back; `end` gives it.
 */
export function createUnwrapper<Known>(
  /** Whether a line begins a record. */
  isHead: (text: string) => boolean,
  take: (line: number, text: string, known: Known) => void,
) {
  let held: { line: number; text: string; last: string; known: Known } | undefined;
  let hasMargin = true;

  function give(): void {
    if (held !== undefined) take(held.line, held.text, held.known);
    held = undefined;
  }

  return {
    line(line: number, text: string, known: Known): void {
      if (text.length > widest) hasMargin = false;
      const head = hasMargin && isHead(text);
      if (!head && hasMargin && held !== undefined && breaksAt(held.last, text) && held.text.length < longestJoined) {
        held.text = `${held.text.trimEnd()} ${text}`;
        held.last = text;
        return;
      }
      give();
      if (head) held = { line, text, last: text, known };
      else take(line, text, known);
    },
    end: give,
  };
}

/** The next word would not have fitted on the line. */
function breaksAt(last: string, next: string): boolean {
  const word = /^\S+/.exec(next)?.[0];
  return word !== undefined && last.length <= widest && last.trimEnd().length + 1 + word.length > narrowest;
}
