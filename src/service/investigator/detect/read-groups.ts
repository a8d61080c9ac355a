import type { OpenDocument } from '../../lines/open-document.ts';
import type { MessageGroup, Spot } from '../survey/survey.ts';

/** A line of a kind with its own words. */
export interface GroupLine extends Spot {
  text: string;
}

/**
 * The lines of some kinds one by one, in their order: what a kind names differs from line to line. `words` has to be
 * found in each.
 */
export async function linesOfGroups(
  document: OpenDocument,
  groups: readonly MessageGroup[],
  words: RegExp,
  most: number,
): Promise<GroupLine[]> {
  const spots = new Map<number, Spot>();
  for (const group of groups)
    for (const spot of await spotsOf(document, group, most)) if (spots.size < most * 2) spots.set(spot.line, spot);
  const lines: GroupLine[] = [];
  for (const spot of [...spots.values()].sort((a, b) => a.line - b.line)) {
    if (lines.length >= most) break;
    const [text = ''] = await document.lines(spot.line, spot.line);
    if (words.test(text)) lines.push({ ...spot, text });
  }
  return lines;
}

/** Of plain information only some places are kept: the others are looked for by the words of the kind. */
async function spotsOf(document: OpenDocument, group: MessageGroup, most: number): Promise<Spot[]> {
  const { lines, timesMs } = group.at;
  if (lines.length >= group.count)
    return lines.map((line, index): Spot => {
      const timeMs = timesMs[index]!;
      return { line, lineEnd: line, ...(Number.isNaN(timeMs) ? {} : { timeMs }) };
    });
  const fixed = group.pattern.split(/[^A-Za-z]+/).filter((word) => word.length > 2 && group.message.includes(word));
  if (fixed.length === 0) return group.spots;
  const found = await document.search({ all: [...new Set(fixed)].slice(0, 6), limit: most, budgetMs: 1500 });
  const spots: Spot[] = [];
  for (const line of found.lines) {
    const { timeMs } = await document.meta(line);
    spots.push({ line, lineEnd: line, ...(timeMs === undefined ? {} : { timeMs }) });
  }
  return spots.length === 0 ? group.spots : spots;
}
