import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { parseReading } from '#service/child/reading-schema.ts';
import type { Reading } from '#service/formats/reading.ts';

/** Throws where a reading breaks its contract: not of its schema, a citation outside its document, no picture to draw. */
export function checkReading(reading: Reading): void {
  const plain: Reading | undefined = parseReading(JSON.parse(JSON.stringify(reading)));
  if (plain === undefined) throw new Error('the reading is not of its schema');
  const lines = new Map(plain.documents.map((document) => [document.name, document.lines]));
  for (const { rule, title, evidence } of plain.findings) {
    if (title.trim() === '') throw new Error(`${rule} has no title`);
    for (const { document, lineStart, lineEnd } of evidence) {
      if (lineStart >= 1 && lineStart <= lineEnd && lineEnd <= (lines.get(document) ?? -1)) continue;
      throw new Error(`${rule} cites lines ${lineStart} to ${lineEnd} of ${document}, ${lines.get(document)} long`);
    }
  }
  for (const { name, points } of plain.series) {
    if (points.length > 2000) throw new Error(`the series ${name} has ${points.length} points`);
  }
  if (plain.timeline.length > 5000) throw new Error(`the timeline has ${plain.timeline.length} events`);
  if (plain.crash && (plain.crash.title.length > 120 || /[^ -~]/.test(plain.crash.title))) {
    throw new Error(`the crash title is not printable: ${plain.crash.title}`);
  }
  buildDashboard(plain);
}
