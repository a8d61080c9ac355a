import type { EventRule } from './event-rule.ts';

/** What the numbers of NVIDIA's driver stand for, of those whose cause is known. */
const xids: Readonly<Record<string, string>> = {
  '8': 'the GPU stopped processing',
  '13': 'a fault in the graphics engine, mostly of the program that ran',
  '31': 'a memory page fault, mostly of the program that ran',
  '32': 'a corrupt command buffer',
  '43': 'the program on the GPU was stopped',
  '45': 'the work of a program was removed before it ended',
  '48': 'an uncorrectable error of its memory',
  '61': 'a fault of its firmware',
  '62': 'a fault of its firmware',
  '63': 'a row of its memory is retired',
  '64': 'retiring a row of its memory failed',
  '69': 'a fault in the graphics engine',
  '74': 'an NVLink error',
  '79': 'the GPU has fallen off the bus',
  '92': 'many corrected errors of its memory',
  '94': 'a contained error of its memory',
  '95': 'an uncontained error of its memory',
  '119': 'its firmware (GSP) does not answer',
  '120': 'a fault of its firmware (GSP)',
  '154': 'it needs a reset',
};

/** Graphics processors that hang, fault or are reset, told by each driver in its own words. */
export const graphicsEvents: readonly EventRule[] = [
  {
    rule: 'gpu.xid',
    holds: ['NVRM'],
    form: /NVRM: Xid \((PCI:[\da-f:.]+)\): (\d+),(.{0,120})/i,
    severity: 'critical',
    role: 'cause',
    title: ([where, xid, rest]) =>
      `NVIDIA Xid ${xid} on ${where}: ${xids[xid ?? ''] ?? rest?.trim().slice(0, 80)}${programOf(rest)}`,
    meaning: 'The driver of the NVIDIA GPU reports a fault by this number.',
    subject: ([where, xid]) => `${where} Xid ${xid}`,
    next: ['`nvidia-bug-report.sh`', 'nvidia-smi -q -d ECC,PAGE_RETIREMENT,TEMPERATURE,POWER'],
  },
  {
    rule: 'gpu.hang',
    holds: ['GPU HANG'],
    form: /(?:(?<!\S)(\S{1,80}:\S{1,80}):? ?)?(?:\[drm\] )?GPU HANG: (?:ecode ([\w:]{1,80}),?)?(?: in (\S{1,80}) \[(\d{1,10})\])?/,
    severity: 'critical',
    role: 'cause',
    title: ([, code, program]) => `GPU hang${program ? ` in ${program}` : ''}${code ? ` (ecode ${code})` : ''}`,
    meaning: 'The graphics processor did not finish the work of this program and was reset.',
    subject: ([, , program]) => program ?? 'gpu',
    next: ['`cat /sys/class/drm/card0/error`, before the next boot'],
  },
  {
    rule: 'gpu.hang',
    holds: ['timeout'],
    form: /(?:amdgpu|radeon).{0,80}ring (\S+) timeout/,
    severity: 'critical',
    role: 'cause',
    title: ([ring]) => `The ring ${ring} of the GPU hangs`,
    meaning: 'The graphics processor did not finish its work in time, so the driver resets it.',
    subject: ([ring]) => ring ?? 'gpu',
    next: [
      '`cat /sys/class/drm/card0/device/devcoredump/data` (or `/sys/class/devcoredump/*/data`), before the next boot',
    ],
  },
  {
    rule: 'gpu.page-fault',
    holds: ['page fault'],
    form: /(amdgpu|radeon).{0,80}page fault.{0,80}?(?:for process (\S+)(?: pid (\d+))?)?(?=[,) ]|$)(?:.{0,120}?for process (\S+))?/,
    severity: 'error',
    role: 'cause',
    title: ([driver, one, , other]) => `${driver}: GPU page fault${(one ?? other) ? ` of ${one ?? other}` : ''}`,
    meaning: 'A program on the GPU used an unmapped address, which causes the hang after it.',
    subject: ([, one, , other]) => one ?? other ?? 'gpu',
    next: [
      '`cat /sys/class/drm/card0/device/devcoredump/data` (or `/sys/class/devcoredump/*/data`), before the next boot',
    ],
  },
  {
    rule: 'gpu.channel-error',
    holds: ['nouveau'],
    form: /nouveau (\S+): (?:fifo|gr|disp|mmu|bus)[^:]*: ((?:SCHED_ERROR|fault|DATA_ERROR|TRAP|PBDMA\w*|intr|trapped|\w+ fault).{0,80})/,
    severity: 'critical',
    role: 'cause',
    title: ([where, what]) => `nouveau ${where}: ${what}`,
    meaning: 'The GPU could not continue the work of a program, and its channel is killed.',
    subject: ([where]) => where ?? '',
    next: ['the same with the boot options `nouveau.debug=debug drm.debug=0x1e`'],
  },
  {
    rule: 'gpu.channel-killed',
    holds: ['killed!'],
    form: /nouveau (\S+): (?:\w+: )?(\S+?)\[(\d+)\]: (?:channel \d+|errored.{0,40}|.{0,40}) killed!/,
    severity: 'error',
    role: 'symptom',
    title: ([, program, pid]) => `The GPU work of ${program} (pid ${pid}) was killed`,
    meaning: 'It freezes or exits.',
    subject: ([, program]) => program ?? '',
  },
  {
    rule: 'gpu.hang',
    form: /(\*ERROR\* ring (\S+) timeout.{0,60}|GPU fault detected.{0,60}|\bgpu hang\b.{0,60}|hangcheck.{0,60}|GPU reset begin.{0,20}|gpu.{0,20}(?:lockup|recovered|fault).{0,60})/i,
    severity: 'critical',
    role: 'cause',
    title: ([what]) => `Graphics hang: ${what?.slice(0, 90)}`,
    meaning: 'The graphics processor did not finish its work and was reset.',
    subject: () => '',
    next: ['`cat /sys/class/devcoredump/*/data`, before the next boot'],
  },
];

function programOf(rest: string | undefined): string {
  const name = /name=([^,<\s]{1,40})/.exec(rest ?? '')?.[1];
  return name === undefined ? '' : ` (${name})`;
}
