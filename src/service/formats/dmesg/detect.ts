import { anyOf } from '#core/any-of.ts';
import type { Sample } from '../format.ts';
import { captureLead, colours, kmsgRecord } from './console-line.ts';
import { eventOf } from './events/event-rules.ts';

const printkStamp =
  /^(?:\*\* \d+ printk messages dropped \*\* )?(?:.{0,80} login: )?(?:<\d{1,3}>)?\[ *\d{1,7}\.\d{6}(?: <[ .\d]{3,20}>)?\](?:\[ *[CT]\d+\])?(?: |$|(?:<\d>)?[A-Z.-]?[[(]\d)/;
// Another program's line was on the console when the kernel printed; the caller's mark is printk's alone.
const stampWithin = /\[ *\d{1,7}\.\d{6}\]\[ *[CT]\d+\] /;
const humanStamp = /^(?:<\d{1,3}>)?\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \d{4}\] /;
const sinceLast = /^\[ *\+\d{1,7}\.\d{6}\] /;
const decodedLevel = /^(?:kern|user|daemon) *:(?:emerg|alert|crit|err|warn|notice|info|debug) *: \[/;
const kernelIso = /^(?:<\d{1,3}>)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{6}[+-]\d\d:\d\d /;
const syslogKernel =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?|\d{4}-\d\d-\d\d[T ][\d:.,+Z-]+) (?:\S+ )?kernel: /;
const syslogOther =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?|\d{4}-\d\d-\d\d[T ][\d:.,+Z-]+) \S+ [^\s:[]+(?:\[\d+\])?: /;
const stackFrame =
  /^\s*(?:(?:\[<[0-9a-f]{8,16}>\] ){0,2}(?:\? )?[\w.]+\+0x[0-9a-f]+\/0x[0-9a-f]+|\[<[0-9a-f]{8}>\] \([\w.]+\) from \[<)/;
const kernelWords = anyOf(
  [
    /Linux version \d|Kernel command line: |Call [Tt]race:|Modules linked in:|Hardware name: /,
    /RIP: 0010:|EXT4-fs |Decompressing Linux|Kernel panic - not syncing|perf: interrupt took too long/,
    /---\[ (?:end trace|cut here)|CPU: \d+ (?:UID: \d+ )?PID: \d+/,
    /Memory state around the buggy address|Booting Linux on physical CPU|x86\/|Spectre V\d/,
    /Speculative |Freeing (?:SMP|unused)|pid_max: default|smpboot: |Performance Events: |rcu: /,
    /clocksource: |ACPI: |pci \d{4}:|NET: Registered|Dentry cache hash table|Mount-cache hash/,
    /CPU features: |console \[|Memory: \d+K|BIOS-provided|random: |(?:INFO|BUG|WARNING):\s*$/,
  ],
  { before: '^(?:', after: ')' },
);
const reportHeading = anyOf([
  /\bBUG: (?:K[A-Z]{2,5}AN:|KFENCE:|[Uu]nable to handle|kernel NULL|soft lockup|sleeping function|scheduling while|spinlock|rwlock|Bad (?:page|rss)|memory leak|workqueue|using \w+\(\) in|bad unlock|held lock|Dentry|stack guard|MAX_)/,
  /\bINFO: (?:task \S+ blocked|rcu_\w+ |possible |suspicious RCU|trying to register|NMI handler|lockdep is|inconsistent lock)/,
  /\bWARNING: (?:CPU: \d|possible (?:circular|recursive|irq)|suspicious RCU|bad unlock|held lock|inconsistent lock|kernel stack|.{0,80} at [\w./-]+\.c:\d+)/,
  /Unable to handle kernel|general protection fault|PANIC: double fault|kernel BUG at|UBSAN: \w/,
  /unregister_netdevice: waiting|VFS: Busy inodes|Internal error: Oops|SYZ(?:FAIL|FATAL):/,
  /trusty: panic/,
]);
const xorgMark = /^\[ *\d+\.\d+\] \((?:II|WW|EE|==|--|\*\*|\+\+|!!|NI|\?\?)\) /;

const sampledLines = 1200;

/** How surely a file is kernel log text: a ring buffer's print, a kernel journal, a serial console. */
export function detectDmesg(sample: Sample): number {
  if (looksBinary(sample.head.subarray(0, 8192))) return 0;
  const lines = new TextDecoder().decode(sample.head).split('\n').slice(0, sampledLines);
  const seen = { text: 0, stamped: 0, kernelSyslog: 0, otherSyslog: 0, human: 0, kernel: 0, mixed: 0, xorg: 0 };
  for (const whole of lines) {
    const line = whole.slice(0, 400).replace(colours, '');
    if (line.trim() === '') continue;
    seen.text++;
    if (xorgMark.test(line)) seen.xorg++;
    else if (printkStamp.test(line) || kmsgRecord.test(line) || printkStamp.test(line.replace(captureLead, '')))
      seen.stamped++;
    else if (humanStamp.test(line) || sinceLast.test(line) || decodedLevel.test(line) || kernelIso.test(line))
      seen.human++;
    else if (syslogKernel.test(line)) seen.kernelSyslog++;
    else if (stampWithin.test(line)) seen.mixed++;
    else if (syslogOther.test(line)) seen.otherSyslog++;
    else if (speaksAsKernel(line) || speaksAsKernel(line.replace(captureLead, ''))) seen.kernel++;
  }
  return sureness(seen, lines);
}

const speaksAsKernel = (line: string): boolean =>
  stackFrame.test(line) || kernelWords.test(line) || reportHeading.test(line);

// A serial console picks up a stray NUL or a program's binary output; a file that is mostly that is no text.
function looksBinary(bytes: Uint8Array): boolean {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  return zeros > bytes.length / 4;
}

function sureness(
  seen: {
    text: number;
    stamped: number;
    kernelSyslog: number;
    otherSyslog: number;
    human: number;
    kernel: number;
    mixed: number;
    xorg: number;
  },
  lines: readonly string[],
): number {
  if (seen.text === 0 || seen.xorg > seen.text / 10) return 0;
  const own = seen.stamped + seen.human;
  const share = (own + seen.kernel) / seen.text;
  // A system log holds kernel lines among others; it is the kernel's own only where nearly all are.
  if (seen.kernelSyslog > 0 && seen.kernelSyslog + seen.otherSyslog > own) {
    return seen.kernelSyslog / (seen.kernelSyslog + seen.otherSyslog) > 0.9 ? 0.9 : 0.1;
  }
  if (own > 0 && share >= 0.6) return 0.95;
  if (seen.mixed > 0) return 0.85;
  if (own >= 3 && share >= 0.1) return 0.85;
  if (own > 0 && share >= 0.03) return 0.7;
  if (seen.kernel >= 2 && share >= 0.2) return 0.9;
  if (seen.kernel >= 1 && (share >= 0.05 || seen.text < 40)) return share >= 0.5 ? 0.9 : 0.7;
  return lines.some((line) => eventOf(line) !== undefined && /^(?:EXT4-fs|BTRFS|XFS|usb \d|ata\d|nvme|mce:)/.test(line))
    ? 0.6
    : 0;
}
