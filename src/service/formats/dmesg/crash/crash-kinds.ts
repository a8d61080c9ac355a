import type { Severity } from '../../reading.ts';

/** What a kind of crash is and how bad it is, told from its title. */
export interface CrashKind {
  rule: string;
  severity: Severity;
  /** One sentence: what the kernel saw. */
  meaning: string;
}

const kinds: readonly [RegExp, CrashKind][] = [
  [
    /^KASAN: (?:slab-)?use-after-free|^KFENCE: use-after-free/,
    {
      rule: 'kernel.use-after-free',
      severity: 'critical',
      meaning: 'Kernel code used memory after it was given back.',
    },
  ],
  [
    /^(?:KASAN|KFENCE): (?:.*out-of-bounds|memory corruption)/,
    {
      rule: 'kernel.out-of-bounds',
      severity: 'critical',
      meaning: 'Kernel code read or wrote beyond the end of an object.',
    },
  ],
  [
    /^(?:KASAN|KFENCE): invalid.free/,
    {
      rule: 'kernel.invalid-free',
      severity: 'critical',
      meaning: 'Memory was given back twice, or was never allocated.',
    },
  ],
  [
    /^KASAN|^KFENCE/,
    { rule: 'kernel.bad-access', severity: 'critical', meaning: 'Kernel code touched memory that it must not touch.' },
  ],
  [
    /^KMSAN: .*infoleak/,
    { rule: 'kernel.infoleak', severity: 'critical', meaning: 'Memory that was never written left the kernel.' },
  ],
  [
    /^KMSAN/,
    {
      rule: 'kernel.uninitialised',
      severity: 'error',
      meaning: 'Kernel code decided on a value that was never written.',
    },
  ],
  [
    /^KCSAN/,
    {
      rule: 'kernel.data-race',
      severity: 'warning',
      meaning: 'Two CPUs reached the same memory at the same time without a lock.',
    },
  ],
  [
    /^UBSAN/,
    { rule: 'kernel.undefined-behaviour', severity: 'error', meaning: 'An operation whose result C does not define.' },
  ],
  [
    /NULL pointer dereference/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code followed a pointer that was NULL.' },
  ],
  [
    /^BUG: unable to handle|^general protection fault|^stack segment|^Unhandled fault|^Internal error|^Alignment trap|^BUG: (?:page fault|bad)/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code used an address that is not valid.' },
  ],
  [/^divide error/, { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code divided by zero.' }],
  [
    /^invalid opcode/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'The CPU met an instruction it does not have.' },
  ],
  [
    /stack (?:overflow|guard page|is corrupted)|corrupted stack end|^PANIC: double fault/,
    { rule: 'kernel.stack-corruption', severity: 'critical', meaning: 'The kernel stack ran over or was overwritten.' },
  ],
  [
    /^kernel panic: (?:VFS|No working init|Attempted to kill init)/,
    {
      rule: 'kernel.init-failure',
      severity: 'critical',
      meaning: 'The system could not start or keep its first process, so it stopped.',
    },
  ],
  [
    /^kernel panic: .*[Oo]ut of memory/,
    { rule: 'kernel.oom-panic', severity: 'critical', meaning: 'Memory ran out and nothing was left to be killed.' },
  ],
  [/^kernel panic/, { rule: 'kernel.panic', severity: 'critical', meaning: 'The kernel stopped the machine.' }],
  [
    /^kernel BUG|^BUG: corrupted list|^BUG: bad usercopy|^BUG: Object already free/,
    { rule: 'kernel.bug', severity: 'critical', meaning: "A check of the kernel's own state failed." },
  ],
  [
    /^possible deadlock|^inconsistent lock state/,
    {
      rule: 'kernel.lockdep',
      severity: 'error',
      meaning: 'Locks are taken in orders that can block each other for ever; it need not have happened yet.',
    },
  ],
  [
    /lock|^INFO: trying to register non-static key/,
    { rule: 'kernel.locking', severity: 'error', meaning: 'A lock was used in a way that its rules forbid.' },
  ],
  [
    /suspicious RCU usage/,
    { rule: 'kernel.rcu-usage', severity: 'warning', meaning: 'Data guarded by RCU was reached outside its guard.' },
  ],
  [
    /^INFO: rcu detected stall/,
    {
      rule: 'kernel.rcu-stall',
      severity: 'critical',
      meaning: 'A CPU did not let go for so long that RCU could not go on.',
    },
  ],
  [
    /^BUG: workqueue lockup/,
    { rule: 'kernel.workqueue-lockup', severity: 'error', meaning: 'Queued work was not begun for a long time.' },
  ],
  [
    /^INFO: task (?:hung|can't die)/,
    { rule: 'kernel.hung-task', severity: 'critical', meaning: 'A task waited for minutes without getting on.' },
  ],
  [
    /sleeping function|scheduling while atomic|preemptible/,
    {
      rule: 'kernel.atomic-context',
      severity: 'error',
      meaning: 'Code that may wait, or that must stay on one CPU, ran where that is not allowed.',
    },
  ],
  [
    /^memory leak/,
    { rule: 'kernel.memory-leak', severity: 'warning', meaning: 'Memory was allocated to which no pointer is left.' },
  ],
  [
    /refcount bug/,
    {
      rule: 'kernel.refcount',
      severity: 'critical',
      meaning: 'A reference count went below zero or ran over: use after free is near.',
    },
  ],
  [
    /^unregister_netdevice/,
    {
      rule: 'kernel.netdevice-leak',
      severity: 'error',
      meaning: 'Something still holds a network device that is gone.',
    },
  ],
  [
    /^unexpected kernel reboot/,
    { rule: 'kernel.reboot', severity: 'critical', meaning: 'The kernel started again in the middle of the log.' },
  ],
  [
    /^trusty/,
    { rule: 'kernel.trusty', severity: 'critical', meaning: 'The trusted operating system beside Linux stopped.' },
  ],
  [
    /^SYZ/,
    { rule: 'kernel.fuzzer', severity: 'error', meaning: 'The program that tests the kernel ended with an error.' },
  ],
  [
    /^WARNING/,
    {
      rule: 'kernel.warning',
      severity: 'error',
      meaning: 'A state was met that the code holds to be impossible; the kernel went on.',
    },
  ],
  [
    /^(?:BUG|VFS)/,
    { rule: 'kernel.bug', severity: 'critical', meaning: "The kernel's own book-keeping does not agree." },
  ],
];

export function crashKind(title: string): CrashKind {
  const kind = kinds.find(([form]) => form.test(title))?.[1];
  return kind ?? { rule: 'kernel.report', severity: 'error', meaning: 'The kernel reported a fault of its own.' };
}
