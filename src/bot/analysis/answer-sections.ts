/** An answer's Markdown taken apart by its own headings; a part that has none is undefined. */
export interface AnswerSections {
  /** Text after a leading verdict word, on its line: `CONFIRMED: NULL pointer dereference in foo`. */
  cause: string | undefined;
  /** Everything that belongs to no section below. */
  explanation: string;
  hasProof: boolean;
  /** The section that names the lines the cause rests on, as it came. */
  proof: string;
  /** What else is said to be in the file, as it came. */
  also: string;
  notTheCause: string[];
  next: string[];
}

const titles = {
  proof: /^(proof|evidence|citations?|sources?|references?|quotes)$/i,
  notTheCause: /^(not the cause|ruled out|what it is not|not the causes?)$/i,
  also: /^(also( (in the file|seen|found))?|(other|further|additional) (findings?|details?|observations?|evidence))$/i,
  next: /^(next|next steps?|next actions?|what to do( next)?|recommendations?)$/i,
} as const;

type Section = keyof typeof titles | 'explanation';

/** Splits at lines that are a heading or begin in bold, as `## Proof`, `**Proof**`, `**Next**: do this`. */
export function readSections(text: string): AnswerSections {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const parts: Record<Section, string[]> = { explanation: [], proof: [], notTheCause: [], also: [], next: [] };
  let cause: string | undefined;
  let section: Section = 'explanation';
  let isFenced = false;
  for (const line of lines) {
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? undefined : readHeading(line);
    if (cause === undefined && parts.explanation.every((seen) => seen.trim() === '')) {
      const verdict = /^[\s#>*_]*(?:CONFIRMED|LIKELY|INCONCLUSIVE)\b([^\n]*)/.exec(line);
      if (verdict) {
        cause = stripMarks(verdict[1]!.replace(/^[\s*_:—–.-]+/, ''));
        continue;
      }
    }
    if (heading) {
      section = heading.section ?? (heading.isHeading ? 'explanation' : section);
      if (heading.section) {
        if (heading.rest) parts[section].push(heading.rest);
        continue;
      }
    }
    parts[section].push(line);
  }
  return {
    cause: cause || undefined,
    explanation: parts.explanation.join('\n').trim(),
    hasProof: parts.proof.some((line) => line.trim() !== ''),
    proof: parts.proof.join('\n').trim(),
    also: parts.also.join('\n').trim(),
    notTheCause: toSentences(parts.notTheCause),
    next: toSentences(parts.next),
  };
}

function readHeading(line: string): { section: Section | undefined; isHeading: boolean; rest: string } | undefined {
  const hashed = /^\s{0,3}#{1,6}\s+(\S.{0,99})$/.exec(line.trimEnd());
  const bold = /^\s{0,3}(?:\*\*|__)([^*_]{1,80})(?:\*\*|__)(?:\s*:)?(.*)/.exec(line);
  const title = (hashed?.[1]?.replace(/(?<!#)#+$/, '') ?? bold?.[1])?.replace(/[:*_]+/g, '').trim();
  if (title === undefined) return undefined;
  const section = (Object.keys(titles) as (keyof typeof titles)[]).find((name) => titles[name].test(title));
  return { section, isHeading: hashed !== null || bold?.[2]?.trim() === '', rest: bold?.[2]?.trim() ?? '' };
}

/** One entry a list item, or a paragraph where there is no list. Fences and what they hold stay with their item. */
function toSentences(lines: readonly string[]): string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const item = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])(?=\s)(.*)/.exec(line);
    if (item) {
      items.push(item[1]!.trimStart());
      isOpen = true;
    } else if (line.trim() === '') {
      isOpen = false;
    } else if (isOpen && items.length > 0) {
      items[items.length - 1] += `\n${line.trim()}`;
    } else {
      items.push(line.trim());
      isOpen = true;
    }
  }
  return items
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .slice(0, 8);
}

function stripMarks(text: string): string {
  return text
    .replace(/(\*\*|__)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
