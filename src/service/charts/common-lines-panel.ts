import type { Reading } from '../formats/reading.ts';
import { readPlace } from './mark-place.ts';
import { label, type Panel } from './panel.ts';
import { plainTemplate } from './plain-template.ts';
import { type Bar, barPanel } from './table-panels.ts';

/** Below, no one wording fills the file, and which comes first is chance. */
const leastShare = 0.4;

/** What fills a log, where one wording does. */
export function commonLinesPanel({ tables, documents }: Reading): Panel | undefined {
  const onlyDocument = documents.length === 1 ? documents[0]?.name : undefined;
  const bars = (tables?.templates ?? []).flatMap(({ template, lines, first_line: line }): Bar[] => {
    const name = plainTemplate(String(template ?? ''));
    const place = readPlace({ document: onlyDocument ?? null, line: line ?? null });
    return typeof lines === 'number' ? [{ name, value: lines, place }] : [];
  });
  const total = documents.reduce((sum, info) => sum + info.lines, 0);
  const [first, ...others] = bars.toSorted((a, b) => b.value - a.value);
  // Of lines without a word of their own nobody learns what they say.
  if (!first || others.length === 0 || !/\p{L}{2}/u.test(first.name) || first.value < total * leastShare)
    return undefined;
  const share = Math.round((first.value / total) * 100);
  return barPanel('common_lines', `${share} % of the lines: ${label(first.name, 60)}`, 'lines', bars);
}
