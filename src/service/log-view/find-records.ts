import type { ReadDocument } from '../investigator/evidence/open-documents.ts';
import { eachRecord } from '../investigator/facts/records.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import type { Scene } from '../investigator/investigation.ts';
import { compile } from '../investigator/run/conditions.ts';
import type { LineQuery } from '../lines/open-document.ts';
import { countIn, noCounts } from '../lines/stretches.ts';
import { stretchesOf } from './find-lines.ts';
import { type Found, mostFound, viewBuckets } from './view-request.ts';

/** Among so many lines a value is looked for where other conditions hold too. */
const mostLooked = 1_000_000;

/** Of what several lines of a record state together, as a written query reads them. */
export async function findRecords(
  document: ReadDocument,
  condition: { field: string; value: string },
  query: Omit<LineQuery, 'limit'>,
  scene: Scene,
  schema: Schema,
): Promise<Found> {
  const test = compile([{ ...condition, is: '=' }], schema);
  const isNarrowed = Object.keys(query).length > 0;
  const among = isNarrowed ? await document.search({ ...query, limit: mostLooked }) : undefined;
  const allowed = among && new Set(among.lines);
  const over = stretchesOf(document);
  const counts = noCounts(viewBuckets);
  const lines: number[] = [];
  let total = 0;
  let lastLine = 0;
  const { isWhole } = await eachRecord(scene, {
    see(record) {
      lastLine = record.line;
      if (allowed?.has(record.line) === false || !test(record)) return;
      total++;
      if (over) countIn(counts, over, record.timeMs);
      if (lines.length < mostFound) lines.push(record.line);
    },
  });
  const isCut = among !== undefined && among.total > among.lines.length;
  const readToLine = isWhole ? (isCut ? among.lines.at(-1) : undefined) : lastLine;
  return { lines, total, counts, goesOn: false, ...(readToLine === undefined ? {} : { readToLine }) };
}
