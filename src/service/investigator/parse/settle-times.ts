import { zonePattern } from '../../lines/time-words.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import type { TimeAsked } from './time-asked.ts';

/** A zone stands behind a time of day: four digits behind a hyphen are none. */
const printedZone = new RegExp(String.raw`\d:\d\d(?:[.,]\d{1,9})?(${zonePattern()})`);
const eventWords: readonly [RegExp, readonly string[]][] = [
  [
    /deploy|roll|release|upgrade/,
    ['deploy', 'rollout', 'rolled out', 'rolling out', 'release', 'upgrad', 'new version', 'version'],
  ],
  [/re-?start|reboot/, ['restart', 'reboot', 'booting', 'starting', 'started']],
  [/reload|config/, ['reload', 'config']],
  [/migration/, ['migration', 'migrat']],
  [/fail-?over/, ['failover', 'fail-over', 'promoted']],
  [/crash/, ['crash', 'panic', 'core dumped', 'fatal']],
  [/rollback/, ['rollback', 'rolled back']],
];

/**
 * Times as the lines print them: an hour without a zone is one of the zone the lines state, and "before the deploy"
 * becomes the time of the line that tells of it. An event the file does not tell of is left without a time.
 */
export async function settleTimes(allAsked: readonly TimeAsked[], documents: OpenDocuments): Promise<TimeAsked[]> {
  if (allAsked.length === 0) return [];
  const zoneMinutes = await zoneOfLines(documents);
  const times: TimeAsked[] = [];
  for (const asked of allAsked) {
    const time = await asTheLinesWriteIt(asked, documents);
    if (time.event !== undefined) {
      const at = await timeOfEvent(time.event, documents);
      times.push(at === undefined ? time : { ...time, from: at, to: at });
    } else if (
      time.zoneMinutes === undefined &&
      zoneMinutes !== undefined &&
      !/^(?:first|last|offset)$/.test(time.kind)
    ) {
      times.push({ ...time, zoneMinutes });
    } else times.push(time);
  }
  return times;
}

/** A date in figures is the day of the lines that write it so. */
async function asTheLinesWriteIt(asked: TimeAsked, documents: OpenDocuments): Promise<TimeAsked> {
  const written = asked.day?.written;
  if (written === undefined) return asked;
  for (const info of documents.infos.slice(0, 20)) {
    const document = info.clock === 'absolute' ? await documents.open(info.name) : undefined;
    const found = await document?.search({ all: [written], limit: 1, budgetMs: 1000 });
    const line = found?.lines[0];
    const timeMs = line === undefined ? undefined : (await document!.meta(line)).timeMs;
    if (timeMs === undefined) continue;
    const at = new Date(timeMs + (info.zoneMinutes ?? 0) * 60_000);
    const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
    return { ...asked, day };
  }
  return asked;
}

async function zoneOfLines(documents: OpenDocuments): Promise<number | undefined> {
  const info = documents.infos.find((one) => one.clock === 'absolute' && one.lines > 0);
  const document = info === undefined ? undefined : await documents.open(info.name);
  for (const line of (await document?.lines(1, 20)) ?? []) {
    const zone = printedZone.exec(line.slice(0, 200))?.[1]?.trim();
    const offset = zone === undefined ? null : /^([+-])(\d\d):?(\d\d)$/.exec(zone);
    if (offset !== null) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
    if (zone !== undefined) return undefined;
  }
  return undefined;
}

/** Of the first of the words that only a few lines hold. */
async function timeOfEvent(event: string, documents: OpenDocuments): Promise<number | undefined> {
  const words = eventWords.find(([asked]) => asked.test(event))?.[1] ?? [event];
  for (const info of documents.infos.slice(0, 20)) {
    if (info.clock === 'none') continue;
    const document = await documents.open(info.name);
    if (document === undefined) continue;
    for (const word of words) {
      const found = await document.search({ all: [word], ignoreCase: true, limit: 50, budgetMs: 1000 });
      if (found.total === 0 || found.total > 50) continue;
      for (const line of found.lines) {
        const { timeMs } = await document.meta(line);
        if (timeMs !== undefined) return timeMs;
      }
    }
  }
  return undefined;
}
