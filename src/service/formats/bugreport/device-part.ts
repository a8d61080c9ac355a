import { citeLine } from '../cite.ts';
import type { Part, PartResult } from './place.ts';

/** The head of the report and the system properties: device, build, boot reason, time zone. */
interface DevicePart extends Part {
  /** Wall clock of dumpstate's start, read as UTC; undefined until its line came. */
  dumpTimeMs(): number | undefined;
  /** Milliseconds since boot at dumpstate's start, as far as it is printed. */
  uptimeMs(): number | undefined;
}

const properties: Record<string, string> = {
  'ro.product.model': 'Device',
  'ro.product.manufacturer': 'Manufacturer',
  'ro.build.fingerprint': 'Build fingerprint',
  'ro.build.version.release': 'Android version',
  'ro.build.version.sdk': 'API level',
  'ro.build.version.security_patch': 'Security patch',
  'ro.boot.bootreason': 'Boot reason',
  'sys.boot.reason': 'Boot reason of the system',
  'persist.sys.timezone': 'Time zone',
  'sys.system_server.start_count': 'Starts of system_server',
};
const heads: [RegExp, string][] = [
  [/^Build: (.{1,200})$/, 'Build'],
  [/^Build fingerprint: '(.{1,200})'$/, 'Build fingerprint'],
  [/^Bootloader: (.{1,100})$/, 'Bootloader'],
  [/^Radio: (.{1,100})$/, 'Radio'],
  [/^Kernel: (?:Linux version )?(\S{1,100})/, 'Kernel'],
];
const badReasons = /panic|watchdog|wdog|thermal|overheat|brownout|undervoltage|power_lost|hard_reset|crash|rescue/i;

export function createDevicePart(document: string): DevicePart {
  const facts: Record<string, string | number> = {};
  const reasons: { text: string; line: number }[] = [];
  let starts: { count: number; line: number } | undefined;
  let dumpTimeMs: number | undefined;
  let uptimeMs: number | undefined;

  return {
    dumpTimeMs: () => dumpTimeMs,
    uptimeMs: () => uptimeMs,
    line({ section }, number, text) {
      if (section === 'SYSTEM PROPERTIES') return property(number, text);
      if (section === 'UPTIME' || text.startsWith('Uptime: ')) uptimeMs = uptimeOf(text) ?? uptimeMs;
      if (section !== '' || number > 60) return;
      const dumped = dumpTimeOf(text);
      if (dumped !== undefined) {
        dumpTimeMs = dumped;
        facts['Report taken'] = text.slice('== dumpstate: '.length).trim();
      }
      for (const [pattern, label] of heads) {
        const value = pattern.exec(text)?.[1];
        if (value && value !== '(unknown)') facts[label] ??= value;
      }
      const reason = /androidboot\.bootreason=(\S{1,100})/.exec(text)?.[1];
      if (reason) reasons.push({ text: reason, line: number });
    },
    finish: (): PartResult => ({ facts, findings: [...bootFindings(), ...restartFindings()] }),
  };

  function property(number: number, text: string): void {
    const match = /^\[([\w.-]+)\]: \[(.{0,300})\]$/.exec(text);
    const name = match?.[1] ?? '';
    const label = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!match || !label || match[2] === '') return;
    facts[label] = match[2]!;
    if (name === 'ro.boot.bootreason' || name === 'sys.boot.reason') reasons.push({ text: match[2]!, line: number });
    if (name === 'sys.system_server.start_count') starts = { count: Number(match[2]), line: number };
  }

  function bootFindings(): NonNullable<PartResult['findings']> {
    const bad = reasons.filter(({ text }) => badReasons.test(text));
    if (bad.length === 0) return [];
    return [
      {
        rule: 'android.boot-reason',
        title: `The device last booted because of ${bad[0]!.text}`,
        explanation: 'No person asked for the boot before this report: the system recorded a failure as its reason.',
        severity: 'error',
        role: 'cause',
        certainty: 'likely',
        count: 1,
        evidence: bad.slice(0, 4).map(({ line }) => citeLine(document, line)),
        signature: `boot reason ${bad[0]!.text.split(',')[0]}`,
        subjects: ['reboot', bad[0]!.text],
        next: ['Read LAST KMSG or /sys/fs/pstore for the log of the boot before.'],
      },
    ];
  }

  function restartFindings(): NonNullable<PartResult['findings']> {
    if (!starts || !(starts.count > 1)) return [];
    return [
      {
        rule: 'android.system-server-restart',
        title: `system_server was started ${starts.count} times since boot`,
        explanation: 'All applications and services restart with it: a crash or the watchdog ended it.',
        severity: 'error',
        role: 'symptom',
        certainty: 'certain',
        count: starts.count - 1,
        evidence: [citeLine(document, starts.line)],
        signature: 'system_server restarts',
        subjects: ['system_server'],
      },
    ];
  }
}

/** When the report was taken, by the device's wall clock read as UTC; undefined where its head is missing. */
export function dumpTimeOf(text: string): number | undefined {
  const match = /^== dumpstate: (\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)/m.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

/** `up 1 weeks, 2 days, 3 hours, 4 minutes`, `up 5 min`, `up 3 days,  4:05`. */
function uptimeOf(text: string): number | undefined {
  const body = /\bup (.{1,80})/.exec(text)?.[1];
  if (!body) return undefined;
  const unit = (pattern: RegExp) => Number(pattern.exec(body)?.[1] ?? 0);
  const clock = /\b(\d{1,2}):(\d\d)\b/.exec(body);
  const minutes =
    unit(/((?<!\d)\d+) weeks?/) * 10080 +
    unit(/((?<!\d)\d+) days?/) * 1440 +
    (clock ? Number(clock[1]) * 60 + Number(clock[2]) : unit(/((?<!\d)\d+) hours?/) * 60 + unit(/((?<!\d)\d+) min/));
  return minutes * 60_000;
}
