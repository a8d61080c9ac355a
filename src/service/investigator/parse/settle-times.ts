import { zonePattern } from '../../lines/time-words.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import type { TimeAsked } from './time-asked.ts';
import { offsetOf } from './times-asked.ts';

/** A zone stands behind a time of day: four digits behind a hyphen are none. */
const printedZone = new RegExp(String.raw`\d:\d\d(?:[.,]\d{1,9})?(${zonePattern()})`);

/** Times as the lines print them: an hour without a zone is one of the zone the lines state. */
export async function settleTimes(
  asked: readonly TimeAsked[],
  documents: OpenDocuments,
): Promise<readonly TimeAsked[]> {
  const zoneMinutes = asked.length === 0 ? undefined : await zoneOfLines(documents);
  if (zoneMinutes === undefined) return asked;
  return asked.map((time) => (/^(?:first|last|offset)$/.test(time.kind) ? time : { zoneMinutes, ...time }));
}

async function zoneOfLines(documents: OpenDocuments): Promise<number | undefined> {
  const info = documents.infos.find((one) => one.clock === 'absolute' && one.lines > 0);
  const document = info === undefined ? undefined : await documents.open(info.name);
  for (const line of (await document?.lines(1, 20)) ?? []) {
    const zone = printedZone.exec(line.slice(0, 200))?.[1]?.trim();
    if (zone !== undefined) return offsetOf(zone);
  }
  return undefined;
}
