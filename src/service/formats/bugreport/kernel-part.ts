import { createKernelScanner } from '../dmesg/kernel-scan.ts';
import type { Finding } from '../reading.ts';
import { beforeLastBoot, wallClockOf } from './logs-part.ts';
import type { KnownEvent, Part, Place, TimeSource } from './place.ts';
import { kernelSection } from './place.ts';

const maxTimedLines = 400_000;
/** The report prints its uptime in minutes. */
const uptimeErrorMs = 120_000;
const mostSleepMs = 10_000;
const logcatPrefix = /^\s*(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}\s+(?:\S+\s+)?\d+\s+\d+ [VDIWEFA] /;
const uptimeStamp = /^(?:<\d{1,3}>)?\[ *(\d{1,7})\.(\d{6})\]/;

/** Lines that say a wall clock time within a line that bears the kernel's own. */
const anchors: { pattern: RegExp; epochMs(match: RegExpExecArray): number }[] = [
  { pattern: /audit\(([1-9]\d{8,10})\.(\d{3}):\d+\)/, epochMs: ([, s, ms]) => Number(s) * 1000 + Number(ms) },
  { pattern: /setting system clock to .{10,40}\((\d{9,10})\)/, epochMs: ([, s]) => Number(s) * 1000 },
  {
    pattern: /PM: suspend (?:entry|exit) (\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?\d* UTC/,
    epochMs: (match) => {
      const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
      return Date.UTC(year!, month! - 1, day, hour, minute, second, Number(match[7] ?? 0));
    },
  },
];

/** The kernel log, and that of the boot before: crashes and errors, on the report's wall clock where it can be mapped. */
export function createKernelPart(
  document: string,
  device: { dumpTimeMs(): number | undefined; uptimeMs(): number | undefined },
): Part & {
  crash(): ReturnType<ReturnType<typeof createKernelScanner>['finish']>['crash'];
  /** When the device booted by the wall clock; undefined where it slept since, as the kernel's time then stood still. */
  bootAtMs(): number | undefined;
} {
  const current = createKernelScanner(document);
  const previous = createKernelScanner(document);
  const times = new Map<number, { timeMs: number; isUptime: boolean }>();
  const offsets: { uptimeMs: number; offsetMs: number; line: number }[] = [];
  let hasPrevious = false;
  let lastUptimeMs: number | undefined;
  let crash: ReturnType<typeof current.finish>['crash'] = null;

  return {
    crash: () => crash,
    bootAtMs,
    line({ section }: Place, number, text) {
      const isPrevious = /^LAST (?:KMSG|KERNEL|PANIC)|PSTORE|RAMOOPS/i.test(section);
      if (!isPrevious && !kernelSection.test(section)) return;
      if (number > 0 && text.startsWith('------ ')) return;
      if (isPrevious) {
        hasPrevious = true;
        previous.line(number, text);
        return;
      }
      remember(number, text);
      // In logcat's form the kernel's own words come after process, level and tag.
      current.line(number, text.replace(logcatPrefix, ''));
    },
    finish() {
      const now = current.finish();
      const before = hasPrevious ? previous.finish() : undefined;
      crash = before?.crash ?? now.crash;
      const findings = [
        ...now.findings.map(onWallClock),
        ...(before?.findings.map((finding) => withoutTime(beforeLastBoot(finding))) ?? []),
      ];
      return {
        findings,
        facts: offsets.length > 0 ? { 'Kernel clock': `mapped to the wall clock by line ${offsets[0]!.line}` } : {},
        events: findings.flatMap((finding) => eventOf(finding) ?? []),
      };
    },
  };

  function remember(number: number, text: string): void {
    const uptime = uptimeStamp.exec(text);
    if (uptime) {
      const uptimeMs = Number(uptime[1]) * 1000 + Number(uptime[2]) / 1000;
      if (lastUptimeMs === undefined || uptimeMs > lastUptimeMs) lastUptimeMs = uptimeMs;
      for (const { pattern, epochMs } of anchors) {
        const match = offsets.length < 200 ? pattern.exec(text.slice(0, 2000)) : null;
        if (match) offsets.push({ uptimeMs, offsetMs: epochMs(match) - uptimeMs, line: number });
      }
      if (times.size < maxTimedLines) times.set(number, { timeMs: uptimeMs, isUptime: true });
      return;
    }
    const timeMs = wallClockOf(text, device.dumpTimeMs());
    if (timeMs !== undefined && times.size < maxTimedLines) times.set(number, { timeMs, isUptime: false });
  }

  /** Kernel time stands still while a device sleeps: the nearest anchor counts, then the log's end, which is the report's start. */
  function wallTime(line: number): { timeMs: number; source: TimeSource } | undefined {
    const known = times.get(line);
    if (!known) return undefined;
    if (!known.isUptime) return { timeMs: known.timeMs, source: 'logcat wall clock' };
    const nearest = offsets.reduce<(typeof offsets)[number] | undefined>((best, each) => {
      const isNearer = !best || Math.abs(each.uptimeMs - known.timeMs) < Math.abs(best.uptimeMs - known.timeMs);
      return isNearer ? each : best;
    }, undefined);
    const offsetMs = nearest?.offsetMs ?? offsetOfEnd();
    return offsetMs === undefined ? undefined : { timeMs: known.timeMs + offsetMs, source: 'kernel uptime, mapped' };
  }

  function bootAtMs(): number | undefined {
    const all = offsets.map(({ offsetMs }) => offsetMs);
    if (all.length === 0) return offsetOfEnd();
    return Math.max(...all) - Math.min(...all) <= mostSleepMs ? all.at(-1) : undefined;
  }

  function offsetOfEnd(): number | undefined {
    const dump = device.dumpTimeMs();
    if (dump === undefined) return undefined;
    const up = device.uptimeMs();
    if (lastUptimeMs === undefined || (up !== undefined && Math.abs(up - lastUptimeMs) < uptimeErrorMs))
      return up === undefined ? undefined : dump - up;
    return dump - lastUptimeMs;
  }

  function onWallClock(finding: Finding): Finding {
    const lines = finding.evidence
      .map(({ lineStart }) => wallTime(lineStart)?.timeMs)
      .filter((time) => time !== undefined);
    const rest = withoutTime(finding);
    if (lines.length === 0) return rest;
    return { ...rest, firstTimeMs: Math.min(...lines), lastTimeMs: Math.max(...lines) };
  }

  function eventOf(finding: Finding): KnownEvent | undefined {
    const line = finding.evidence[0]?.lineStart;
    const time = line === undefined ? undefined : wallTime(line);
    if (line === undefined || !time) return undefined;
    return {
      timeMs: time.timeMs,
      document,
      line,
      severity: finding.severity,
      text: finding.title,
      source: time.source,
    };
  }
}

function withoutTime({ firstTimeMs: _first, lastTimeMs: _last, ...finding }: Finding): Finding {
  return finding;
}
