import type { Finding, Severity } from '../reading.ts';
import type { LogcatLine } from './logcat-line.ts';

/** One kind of thing Android's log reports in one line. */
export interface EventRule {
  rule: string;
  pattern: RegExp;
  /** Only lines of these tags. */
  tags?: RegExp;
  severity: Severity;
  role: Finding['role'];
  /** How many it takes to be worth telling. */
  atLeast?: number;
  /** What the event is about: events of one subject are told together. */
  subject(match: RegExpExecArray, line: LogcatLine): string;
  title(subject: string, count: number): string;
  /** The process that is told about, where the log prints one event in several places: each is counted once. */
  process?(match: RegExpExecArray, line: LogcatLine): number;
  explanation: string;
  /** Lines of one subject this close together, in milliseconds, tell of one event. */
  oneWithinMs?: number;
  /** The reason the line gives, for the explanation. */
  reason?(match: RegExpExecArray): string | undefined;
  /** What would settle or mend it. */
  next?: string;
}

const first = (match: RegExpExecArray): string => match[1] ?? '';

/** The first rule that fits names the line. */
export const eventRules: readonly EventRule[] = [
  {
    rule: 'android.native-signal',
    tags: /^libc$/,
    pattern: /Fatal signal \d+ \((SIG\w{1,20})\)(?:.{0,200}pid (\d{1,10}) \(([^)]{1,200})\)$)?/,
    severity: 'critical',
    role: 'cause',
    subject: (match) => `${match[3] ?? 'a process'} ${match[1]}`,
    process: (match) => Number(match[2] ?? 0),
    title: (subject, count) => `Fatal signal: ${subject}${times(count)}`,
    explanation: 'A process received a signal that ends it; its tombstone has the backtrace.',
  },
  {
    rule: 'android.modem-restart',
    pattern:
      /\b(?:UNSOL_MODEM_RESTART|(?:modem|baseband|CP) (?:crash(?:ed)?|restart(?:ed|ing)?|reset|assert|SSR)\b)[:, ]{0,3}(.{0,80})/i,
    tags: /^(?:RIL.*|QCRIL.*|Telephony.*|PhoneInterfaceManager|ServiceStateTracker|GsmSST|cbd|rild|SSR.*|CrashMonitor|vendor\.qti.*|GsmCdmaPhone|DcTracker.*)$/i,
    severity: 'error',
    role: 'cause',
    oneWithinMs: 30_000,
    subject: () => 'modem',
    reason: (match) => match[1]?.replace(/^reason ?[=:] ?/i, '').trim(),
    title: (_, count) => `The modem crashed or was restarted${times(count)}`,
    explanation: 'While the modem restarts there is no network; calls drop and data stops.',
    next: 'Take the modem log of that minute (`adb shell ls /data/vendor/ramdump`, or the vendor’s modem logger).',
  },
  {
    rule: 'android.thermal-shutdown',
    pattern: /[Tt]hermal shutdown|shutdown,thermal|mStatus=6\b|critical temperature reached|THERMAL_SHUTDOWN/,
    severity: 'critical',
    role: 'cause',
    oneWithinMs: 60_000,
    subject: () => 'temperature',
    reason: (match) => match.input.trim(),
    next: 'See which sensor and what heated it: `adb shell dumpsys thermalservice`, and the lines before it.',
    title: (_, count) => `The device was shut down because of its temperature${times(count)}`,
    explanation: 'A sensor passed the limit at which Android switches the device off.',
  },
  {
    rule: 'android.low-memory',
    pattern: /\bLow on memory\b|onTrimMemory\((?:80|15)\)|\bmem(?:ory)? pressure (?:is )?(?:high|critical)/i,
    severity: 'warning',
    role: 'cause',
    subject: () => 'memory',
    title: (_, count) => `The system was low on memory${times(count)}`,
    explanation: 'Android asked its processes to release memory.',
  },
  {
    rule: 'android.process-death',
    pattern:
      /Process ([\w.:$-]+) \(pid (\d+)\) has died|^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),(?:Process Name=)?([A-Za-z][\w.:$-]+)(?:,|\]$)/,
    tags: /^(?:ActivityManager|am_proc_died)$/,
    severity: 'warning',
    role: 'symptom',
    subject: (match) => match[1] ?? match[4]!,
    process: (match) => Number(match[2] ?? match[3]),
    title: (subject, count) => `Process ${subject} died${times(count)}`,
    explanation: 'Its process ended; the reason is just before.',
  },
  {
    rule: 'android.process-killed',
    tags: /^(?:ActivityManager|am_kill)$/,
    pattern:
      /^(?:Force stopping|Killing (\d+):)\s*([\w.:$-]+?)(?:\/\S+)? .*?(?:\(adj -?\d+\): |appid=\d+ user=\d+: )(?!empty|cached|too many)(.+)$|^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),(?:Process Name=)?([A-Za-z][\w.:$-]+),(?:OomAdj=)?-?\d+,(?:Reason=)?(?!empty|cached|too many)([^,\]]{1,160})/,
    severity: 'warning',
    role: 'symptom',
    subject: (match) => `${match[2] ?? match[5]} (${(match[3] ?? match[6]!).replace(/\d+/g, '#').slice(0, 60)})`,
    process: (match) => Number(match[1] ?? match[4] ?? 0),
    title: (subject, count) => `Killed: ${subject}${times(count)}`,
    explanation: 'The activity manager ended the process for the reason given.',
  },
  {
    rule: 'android.service-exit',
    tags: /^init$/,
    pattern:
      /Service '([\w.@:/-]{1,120})' \(pid (\d+)\) (received signal \d+|killed by signal \d+|exited with (?:status )?[1-9]\d*)/,
    severity: 'error',
    role: 'symptom',
    subject: (match) => `${match[1]} (${match[3]})`,
    process: (match) => Number(match[2]),
    title: (subject, count) => `Service ended: ${subject}${times(count)}`,
    explanation: 'A service started by init ended by itself and is restarted.',
    next: 'Look for its tombstone: `adb shell ls -l /data/tombstones`.',
  },
  {
    rule: 'android.service-restart',
    pattern: /Scheduling restart of crashed service ([\w./$-]+)/,
    severity: 'warning',
    role: 'symptom',
    subject: first,
    title: (subject, count) => `Service ${subject} crashed and was to be restarted${times(count)}`,
    explanation: 'A service ended with its process and is restarted after a while.',
  },
  {
    rule: 'android.restart-loop',
    tags: /^(?:ActivityManager|am_proc_start)$/,
    pattern:
      /^Start proc (?:(\d+):)?([\w.:$-]+)(?:.{0,300}?: pid=(\d+))?|^\[(?:(?:User=)?\d+,)?(?:PID=)?(\d+),(?:UID=)?\d+,(?:Process Name=)?([A-Za-z][\w.:$-]+),/,
    severity: 'warning',
    role: 'symptom',
    atLeast: 4,
    subject: (match) => match[2] ?? match[5]!,
    process: (match) => Number(match[1] ?? match[3] ?? match[4]),
    title: (subject, count) => `Process ${subject} was started ${count} times`,
    explanation: 'A process that is started again and again keeps dying.',
  },
  {
    rule: 'android.system-restart',
    pattern:
      /Exit zygote because system server|Entered the Android system server|>>>>>> START com\.android\.internal\.os\.ZygoteInit|sys\.shutdown\.requested|system_server.{0,30}(?:died|crash)/,
    severity: 'error',
    role: 'context',
    subject: () => 'system',
    title: (_, count) => `The Android system started or restarted${times(count)}`,
    explanation: 'All applications restart with it; lines before and after belong to different lives of the system.',
  },
  {
    rule: 'android.watchdog-slow',
    tags: /^Watchdog$/,
    pattern: /^(?!.*WATCHDOG KILLING SYSTEM PROCESS).*(?:Blocked in|HALF_WATCHDOG|waited_half|blocked on)(.{0,80})/,
    severity: 'error',
    role: 'cause',
    subject: (match) => match[1]!.trim() || 'a handler',
    title: (subject, count) => `Watchdog: blocked in ${subject}${times(count)}`,
    explanation: 'A thread of the system server does not answer; after a minute the system is restarted.',
  },
  {
    rule: 'android.binder',
    pattern:
      /(FAILED BINDER TRANSACTION(?: !!! {1,2}\(parcel size = \d+\))?|TransactionTooLargeException(?:: data parcel size \d+ bytes)?|DeadObjectException|binder thread pool \(\d+ threads\) starved|[Tt]ransaction failed|Binder transaction (?:to .{0,40} )?(?:took|failure))/,
    severity: 'error',
    role: 'symptom',
    subject: (match, line) =>
      `${match[1]!.replace(/ !!! */, ' ').replace(/(?<!\d)\d+(?=\)? threads)/, '#')} by pid ${line.pid}`,
    title: (subject, count) => `Binder: ${subject}${times(count)}`,
    explanation: 'A call between processes failed: the other side is gone, full or too slow.',
  },
  {
    rule: 'android.selinux',
    pattern:
      /avc: +denied +\{ ([^}]{1,200}) \}.{0,100}?scontext=u:(?:r|object_r):([\w-]{1,100}).{0,100}?tcontext=u:(?:r|object_r):([\w-]{1,100}).{0,100}?tclass=(\w+)/,
    severity: 'warning',
    role: 'context',
    subject: (match) => `${match[2]} → ${match[3]} (${match[4]}: ${match[1]!.trim()})`,
    title: (subject, count) => `SELinux denied ${subject}${times(count)}`,
    explanation: 'The security policy forbids it; if a function fails at the same time, this may be why.',
  },
  {
    rule: 'android.strict-mode',
    tags: /^StrictMode$/,
    pattern:
      /policy violation.{0,300}?([\w$]+Violation)|(A resource was acquired at attached stack trace)|~duration=(\d+)/,
    severity: 'info',
    role: 'context',
    subject: (match, line) => `${match[1] ?? 'leaked resource'} (pid ${line.pid})`,
    title: (subject, count) => `StrictMode: ${subject}${times(count)}`,
    explanation: 'Slow work on the main thread or a resource that was not closed.',
  },
  {
    rule: 'android.jank',
    tags: /^Choreographer$/,
    pattern: /Skipped (\d+) frames/,
    severity: 'warning',
    role: 'symptom',
    subject: (_, line) => `pid ${line.pid}`,
    title: (subject, count) => `Frames were skipped in ${subject}${times(count)}`,
    explanation: 'The main thread was busy for longer than a frame.',
  },
  {
    rule: 'android.wtf',
    pattern: /^(?:Wtf|WTF|am_wtf|JNI DETECTED ERROR IN APPLICATION|Thread suspension timed out)(.{0,80})/,
    severity: 'error',
    role: 'cause',
    subject: (match, line) => `${line.tag}${match[1] ?? ''}`.replace(/\d+/g, '#'),
    title: (subject, count) => `Failure that should never happen: ${subject}${times(count)}`,
    explanation: 'The code reached a state that its authors considered impossible.',
  },
];

const times = (count: number): string => (count > 1 ? `, ${count} times` : '');
