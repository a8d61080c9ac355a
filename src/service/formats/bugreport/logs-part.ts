import { createLogcatObserver } from '../capture/logcat-observer.ts';
import type { ProcessNames } from '../capture/process-names.ts';
import { eventsOf } from '../cite.ts';
import type { Finding } from '../reading.ts';
import { createLineCounts } from './line-counts.ts';
import type { Part } from './place.ts';
import { kernelSection } from './place.ts';

const logSection = /^(LAST )?(?:(?:SYSTEM|MAIN|EVENTS?|RADIO|CRASH|SECURITY|STATS) )?(?:LOG|LOGCAT)$/;
const stamp = /^\s*(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})/;

interface LogsPart extends Part {
  firstTimeMs(): number | undefined;
  lastTimeMs(): number | undefined;
}

/** All log buffers, by the rules for Android's log; what was kept from before the last boot is told apart. */
export function createLogsPart(document: string, dumpTimeMs: () => number | undefined, names: ProcessNames): LogsPart {
  const now = createLogcatObserver(names);
  const before = createLogcatObserver();
  let first: number | undefined;
  let last: number | undefined;
  let lines = 0;
  const counts = createLineCounts();

  return {
    firstTimeMs: () => first,
    lastTimeMs: () => last,
    line({ section }, number, text) {
      const match = logSection.exec(section);
      if (!match) return kernelSection.test(section) ? kernelLine(number, text) : undefined;
      const timeMs = wallClockOf(text, dumpTimeMs());
      if (timeMs !== undefined) {
        lines++;
        if (!match[1]) counts.add(timeMs, level.exec(text.slice(0, 120))?.[1] ?? '');
        if (first === undefined || timeMs < first) first = timeMs;
        if (last === undefined || timeMs > last) last = timeMs;
      }
      (match[1] ? before : now).line(text.slice(0, maxChars), number, timeMs ?? Number.NaN);
    },
    finish() {
      const findings = [...now.findings(document), ...before.findings(document).map(beforeLastBoot)];
      return {
        findings,
        facts: { 'Log lines': lines },
        events: eventsOf(findings).map((event) => ({ ...event, source: 'logcat wall clock' })),
        series: [...counts.series(document), ...now.series(document)],
        tables: { ended_processes: now.tables(document).ended_processes ?? [] },
      };
    },
  };

  function kernelLine(number: number, text: string): void {
    if (/lowmemorykiller: |\] +to free \d+kB/.test(text))
      now.kernelLine(text.replace(kernelStamp, '').slice(0, maxChars), number);
  }
}

const kernelStamp = /^(?:<\d{1,3}>)?\[ *\d{1,7}\.\d{6}\](?:\[[^\]]{1,20}\])? ?/;
const maxChars = 1500;
const level = /^\S+ \S+ (?: *\S+ {1,80})?(?: *\d+ +\d+ )?([VDIWEFA])[ /]/;

export function beforeLastBoot(finding: Finding): Finding {
  return { ...finding, title: `Before the last boot: ${finding.title}` };
}

/** The device's wall clock read as UTC; the year is the report's, or the one before across new year. */
export function wallClockOf(text: string, dumpTimeMs: number | undefined): number | undefined {
  const match = stamp.exec(text);
  if (!match) return undefined;
  const [month, day, hour, minute, second, milli] = match.slice(2, 8).map(Number);
  const at = (year: number) => Date.UTC(year, month! - 1, day, hour, minute, second, milli);
  if (match[1]) return at(Number(match[1]));
  if (dumpTimeMs === undefined) return undefined;
  const year = new Date(dumpTimeMs).getUTCFullYear();
  const dayMs = 24 * 60 * 60 * 1000;
  return at(year) > dumpTimeMs + 2 * dayMs ? at(year - 1) : at(year);
}
