import { literalPattern } from '#core/literal-pattern.ts';
import {
  alignmentTraps,
  badAccessBugs,
  badAccesses,
  divideErrors,
  doubleFaults,
  doubleFreedObjects,
  internalErrors,
  invalidOpcodes,
  kernelBugs,
  kernelBugsOther,
  panics,
  protectionFaults,
  rustPanics,
  stackOverflows,
  stackSegments,
  unhandledFaults,
} from './fault-reports.ts';
import { lockBugs, lockWarnings, oldLockReports, stallReports } from './lock-and-stall-reports.ts';
import type { ReportFamily, ReportShape } from './report-shape.ts';
import { sanitizerReports, ubsanReports } from './sanitizer-reports.ts';
import { checkWarnings, otherWarnings, stateBugs } from './warning-and-bug-reports.ts';

const stated = (opens: RegExp, title: ReportShape['title']): ReportShape => ({ opens, title, needsNoStack: true });

/** Every kind of report. A line belongs to the first family whose marker it holds, a report to its first shape. */
const reportFamilies: readonly ReportFamily[] = [
  {
    marker: 'BUG:',
    notIn: [
      // "ODEBUG:", "Boot_DEBUG:" and Android's "DEBUG:" hold the marker too.
      /DEBUG:/,
      /xlog_status:/,
      /BUG: no syscalls can create resource/,
    ],
    shapes: [
      ...sanitizerReports,
      ...badAccessBugs,
      ...lockBugs,
      ...stateBugs.slice(0, -1),
      ...stackOverflows,
      ...stateBugs.slice(-1),
    ],
  },
  {
    marker: 'WARNING:',
    notIn: [
      /WARNING: \/etc\/ssh\/moduli does not exist, using fixed modulus/,
      /WARNING: workqueue cpumask: online intersect > possible intersect/,
      /WARNING: [Tt]he mand mount option/,
      /WARNING: Unsupported flag value\(s\) of 0x%x in DT_FLAGS_1/,
      /WARNING: Unprivileged eBPF is enabled with eIBRS/,
      /WARNING: fbcon: Driver '.*' missed to adjust virtual screen size/,
      /WARNING: See https.* for mitigation options\./,
      /WARNING: kernel not compiled with CPU_SRSO/,
      /EXT4-[Ff][Ss](?: \(.{0,300}\))?:/,
      /uses (?:deprecated v2 capabilities|wireless extensions)/i,
      /XFS \(\w+\): WARNING/,
    ],
    shapes: [...checkWarnings, ...lockWarnings, ...otherWarnings],
  },
  {
    marker: 'INFO:',
    notIn: [
      /INFO: lockdep is turned off/,
      /INFO: Stall ended before state dump start/,
      /INFO: NMI handler/,
      /INFO: recovery required on readonly filesystem/,
      /(?:handler|interrupt).{0,300}took too long/,
      /INFO: sys_.{0,300} is not present in \/proc\/kallsyms/,
      /INFO: no syscalls can create resource/,
      /rmt_storage:INFO:/,
      /_INFO:/,
    ],
    shapes: [...oldLockReports, ...stallReports],
  },
  { marker: 'Unable to handle kernel', shapes: badAccesses },
  {
    marker: 'general protection fault',
    // A user process that crashed.
    notIn: [/general protection fault .* error:\d+ in /],
    shapes: protectionFaults,
  },
  { marker: 'stack segment: ', shapes: stackSegments },
  { marker: 'Kernel panic', shapes: panics },
  { marker: 'PANIC: double fault', shapes: doubleFaults },
  { marker: 'rust_kernel: panicked', shapes: rustPanics },
  { marker: 'kernel BUG', shapes: kernelBugs },
  { marker: 'Kernel BUG', shapes: kernelBugsOther },
  { marker: 'BUG kmalloc-', shapes: doubleFreedObjects },
  { marker: 'divide error:', shapes: divideErrors },
  { marker: 'divide_error:', shapes: divideErrors },
  { marker: 'invalid opcode:', shapes: invalidOpcodes },
  { marker: 'UBSAN:', shapes: ubsanReports },
  {
    marker: 'Booting the kernel.',
    // A mount option may echo the boot message.
    notIn: [/Parsing ELF|Decompressing Linux|Unknown parameter '/],
    shapes: [stated(/^Booting the kernel/, () => 'unexpected kernel reboot')],
  },
  {
    marker: 'unregister_netdevice: waiting for',
    shapes: [
      stated(
        /unregister_netdevice: waiting for .* to become free/,
        () => 'unregister_netdevice: waiting for DEV to become free',
      ),
    ],
  },
  {
    marker: 'VFS: Close: file count is 0',
    shapes: [stated(/VFS: Close: file count is 0/, () => 'VFS: Close: file count is zero (use-after-free)')],
  },
  {
    marker: 'VFS: Busy inodes after unmount',
    shapes: [stated(/VFS: Busy inodes after unmount/, () => 'VFS: Busy inodes after unmount (use-after-free)')],
  },
  { marker: 'Internal error:', shapes: internalErrors },
  { marker: 'Unhandled fault:', shapes: unhandledFaults },
  { marker: 'Alignment trap:', shapes: alignmentTraps },
  {
    marker: 'trusty: panic',
    shapes: [
      {
        opens: /trusty: panic.* ASSERT FAILED/,
        reads: [/trusty: panic \(.*?\):(?: DEBUG)? ASSERT FAILED at \(.*?\): (.+)/],
        title: ([what]) => `trusty: ASSERT FAILED: ${what}`,
        needsNoStack: true,
      },
      {
        opens: /trusty: panic.* ASSERT FAILED.*: *(.*)/,
        title: ([what]) => `trusty: ASSERT FAILED: ${what}`,
        isDamaged: true,
      },
      {
        opens: /trusty: panic/,
        reads: [/trusty: panic \(.*?\): (.+)/],
        title: ([what]) => `trusty: panic: ${what}`,
        needsNoStack: true,
      },
    ],
  },
  // BSD kernels and Go programs, whose line begins with it.
  { marker: 'panic:', notIn: [/^(?!panic:)/], shapes: [stated(/^panic:(.*)/, ([what]) => `panic:${what}`)] },
  // What the fuzzer that drives the machine says of its own end.
  { marker: 'SYZFAIL:', shapes: [stated(/SYZFAIL:(.*)/, ([what]) => `SYZFAIL:${what}`)] },
  { marker: 'SYZFATAL:', shapes: [stated(/SYZFATAL:(.*)/, ([what]) => `SYZFATAL:${what}`)] },
];

const anyMarker = new RegExp(reportFamilies.map(({ marker }) => literalPattern(marker)).join('|'));

/** The family whose report this line opens or belongs to, by its words alone. */
export function familyOf(line: string): ReportFamily | undefined {
  const at = line.search(anyMarker);
  // In quotes it is somebody's words: an audit record, a message that was typed or passed on.
  if (at === -1 || isQuoted(line, at)) return undefined;
  return reportFamilies.find(
    ({ marker, notIn }) => line.includes(marker) && !(notIn?.some((other) => other.test(line)) ?? false),
  );
}

function isQuoted(line: string, at: number): boolean {
  let quotes = 0;
  for (let i = line.indexOf('"'); i !== -1 && i < at; i = line.indexOf('"', i + 1)) quotes++;
  return quotes % 2 === 1;
}
