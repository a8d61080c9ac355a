import { createLogcatObserver } from '../capture/logcat-observer.ts';
import type { Part } from './place.ts';

const logSection = /^(?:SYSTEM|MAIN|EVENT|EVENTS|RADIO|CRASH|LAST) (?:LOG|LOGCAT)(?: .*)?$|^LOG$|^SYSTEM LOG/;
const stamp = /^\s*(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})/;

export interface LogsPart extends Part {
  firstTimeMs(): number | undefined;
  lastTimeMs(): number | undefined;
}

/** All log buffers, by the rules for Android's log. `yearOf` gives the year of stamps that name none. */
export function createLogsPart(document: string, dumpTimeMs: () => number | undefined): LogsPart {
  const observer = createLogcatObserver();
  let first: number | undefined;
  let last: number | undefined;
  let lines = 0;

  return {
    firstTimeMs: () => first,
    lastTimeMs: () => last,
    line({ section }, number, text) {
      if (!logSection.test(section)) return;
      const timeMs = wallClockOf(text, dumpTimeMs());
      if (timeMs !== undefined) {
        lines++;
        if (first === undefined || timeMs < first) first = timeMs;
        if (last === undefined || timeMs > last) last = timeMs;
      }
      const bytes = Buffer.from(text, 'utf8');
      observer.watch.line({
        bytes,
        start: 0,
        end: bytes.length,
        number,
        timeMs: timeMs ?? Number.NaN,
        interest: 1,
        form: 0,
        level: 0,
        isContinuation: false,
        entryLine: number,
      });
    },
    finish() {
      const findings = observer.findings(document);
      return {
        findings,
        facts: { 'Log lines': lines },
        events: findings.flatMap((finding) =>
          finding.firstTimeMs === undefined || !finding.evidence[0]
            ? []
            : [
                {
                  timeMs: finding.firstTimeMs,
                  document,
                  line: finding.evidence[0].lineStart,
                  severity: finding.severity,
                  text: finding.title,
                  source: 'logcat wall clock' as const,
                },
              ],
        ),
      };
    },
  };
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
