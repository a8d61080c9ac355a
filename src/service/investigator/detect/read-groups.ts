import type { OpenDocument } from '../../lines/open-document.ts';
import type { MessageGroup, Spot } from '../survey/survey.ts';

/** A line of a kind with its own words. */
export interface GroupLine extends Spot {
  text: string;
}

/** The lines of some kinds one by one, in their order: what a kind names differs from line to line. */
export async function linesOfGroups(
  document: OpenDocument,
  groups: readonly MessageGroup[],
  most: number,
): Promise<GroupLine[]> {
  const spots = groups.flatMap((group) =>
    group.at.lines.length >= group.spots.length
      ? group.at.lines.map((line, index): Spot => {
          const timeMs = group.at.timesMs[index]!;
          return { line, lineEnd: line, ...(Number.isNaN(timeMs) ? {} : { timeMs }) };
        })
      : group.spots,
  );
  spots.sort((a, b) => a.line - b.line);
  const lines: GroupLine[] = [];
  for (const spot of spots.slice(0, most)) {
    const [text = ''] = await document.lines(spot.line, spot.line);
    lines.push({ ...spot, text });
  }
  return lines;
}
