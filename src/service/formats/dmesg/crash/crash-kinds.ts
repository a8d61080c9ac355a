import type { Severity } from '../../reading.ts';

/** What a kind of crash is and how bad it is, told from its title. */
interface CrashKind {
  rule: string;
  severity: Severity;
  /** One sentence: what the kernel saw. */
  meaning: string;
}

/** The first form that fits counts; the sentences say what the kernel's own documentation says of such a report. */
const kinds: readonly [RegExp, CrashKind][] = [
  [
    /^(?:KASAN|KFENCE): (?:\w+-)*use-after-(?:free|scope|return)|^BUG: Object already free/,
    {
      rule: 'kernel.use-after-free',
      severity: 'critical',
      meaning: 'Kernel code used memory that had already been freed.',
    },
  ],
  [
    /^(?:KASAN|KFENCE): (?:.*out-of-bounds|memory corruption)|^KASAN: global-out/,
    {
      rule: 'kernel.out-of-bounds',
      severity: 'critical',
      meaning: 'Kernel code read or wrote outside the bounds of an object.',
    },
  ],
  [
    /^(?:KASAN|KFENCE): (?:invalid.free|double.free)/,
    {
      rule: 'kernel.invalid-free',
      severity: 'critical',
      meaning: 'Kernel code freed memory twice, or memory that was never allocated.',
    },
  ],
  [
    /^KASAN: (?:null-ptr-deref|probably)/,
    { rule: 'kernel.bad-access', severity: 'critical', meaning: 'Kernel code dereferenced a NULL pointer.' },
  ],
  [
    /^KASAN|^KFENCE/,
    {
      rule: 'kernel.bad-access',
      severity: 'critical',
      meaning: 'Kernel code accessed memory that it must not access.',
    },
  ],
  [
    /^KMSAN: .*infoleak/,
    {
      rule: 'kernel.infoleak',
      severity: 'critical',
      meaning: 'The kernel copied uninitialized memory to where others can read it.',
    },
  ],
  [
    /^KMSAN/,
    {
      rule: 'kernel.uninitialised',
      severity: 'error',
      meaning: 'Kernel code used a value that was never initialized.',
    },
  ],
  [
    /^KCSAN/,
    {
      rule: 'kernel.data-race',
      severity: 'warning',
      meaning:
        'Two threads accessed the same memory at the same time, at least one of them writing, without synchronization.',
    },
  ],
  [
    /^UBSAN: (?:array-index-)?out-of-bounds|^UBSAN: array/,
    { rule: 'kernel.undefined-behaviour', severity: 'error', meaning: 'An array was indexed outside its bounds.' },
  ],
  [
    /^UBSAN: shift/,
    {
      rule: 'kernel.undefined-behaviour',
      severity: 'error',
      meaning: 'A value was shifted by a number of bits that C does not define.',
    },
  ],
  [
    /^UBSAN/,
    {
      rule: 'kernel.undefined-behaviour',
      severity: 'error',
      meaning: 'The code ran an operation whose result C does not define.',
    },
  ],
  [
    /NULL pointer dereference/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code dereferenced a NULL pointer.' },
  ],
  [
    /^general protection fault/,
    {
      rule: 'kernel.oops',
      severity: 'critical',
      meaning: 'The processor refused an access by kernel code, usually through an invalid pointer.',
    },
  ],
  [
    /^BUG: unable to handle|^stack segment|^Unhandled fault|^Internal error|^Alignment trap|^BUG: (?:page fault|bad page (?:map|table))/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code accessed an address that is not valid.' },
  ],
  [
    /^divide error/,
    { rule: 'kernel.oops', severity: 'critical', meaning: 'Kernel code divided by zero, or the quotient did not fit.' },
  ],
  [
    /^invalid opcode/,
    {
      rule: 'kernel.oops',
      severity: 'critical',
      meaning: 'The processor hit an invalid instruction, often the marker of a failed check.',
    },
  ],
  [
    /stack (?:overflow|guard page|is corrupted)|corrupted stack end|^PANIC: double fault/,
    {
      rule: 'kernel.stack-corruption',
      severity: 'critical',
      meaning: 'The kernel stack overflowed or was overwritten.',
    },
  ],
  [
    /^kernel panic: (?:VFS|No working init|Attempted to kill init)/,
    {
      rule: 'kernel.init-failure',
      severity: 'critical',
      meaning: 'The kernel could not start or keep its first process, so it stopped the machine.',
    },
  ],
  [
    /^kernel panic: .*[Oo]ut of memory/,
    {
      rule: 'kernel.oom-panic',
      severity: 'critical',
      meaning: 'The kernel ran out of memory and found no process to kill.',
    },
  ],
  [
    /^kernel panic/,
    {
      rule: 'kernel.panic',
      severity: 'critical',
      meaning: 'The kernel hit an error from which it cannot recover and stopped the machine.',
    },
  ],
  [
    /^kernel BUG|^BUG: corrupted list|^BUG: bad usercopy/,
    { rule: 'kernel.bug', severity: 'critical', meaning: "A check of the kernel's own state failed." },
  ],
  [
    /^BUG: soft lockup/,
    {
      rule: 'kernel.soft-lockup',
      severity: 'critical',
      meaning: 'A CPU looped in kernel mode for more than 20 seconds without letting other tasks run.',
    },
  ],
  [
    /^BUG: workqueue lockup/,
    {
      rule: 'kernel.workqueue-lockup',
      severity: 'error',
      meaning: 'A pool of kernel workers made no progress on its queued work for too long.',
    },
  ],
  [
    /hard lockup|[Hh]ard LOCKUP/,
    {
      rule: 'kernel.hard-lockup',
      severity: 'critical',
      meaning: 'A CPU looped in kernel mode without letting interrupts run.',
    },
  ],
  [
    /^INFO: rcu detected stall/,
    {
      rule: 'kernel.rcu-stall',
      severity: 'critical',
      meaning: 'A CPU or task kept RCU from finishing a grace period for too long.',
    },
  ],
  [
    /^INFO: task hung/,
    {
      rule: 'kernel.hung-task',
      severity: 'critical',
      meaning: 'A task stayed in uninterruptible sleep for longer than the hung-task timeout.',
    },
  ],
  [
    /^INFO: task can't die/,
    { rule: 'kernel.hung-task', severity: 'critical', meaning: 'A task that was killed did not exit in time.' },
  ],
  [
    /^possible deadlock/,
    {
      rule: 'kernel.lockdep',
      severity: 'error',
      meaning: 'Locks are taken in an order that can deadlock; it need not have happened yet.',
    },
  ],
  [
    /^inconsistent lock state/,
    {
      rule: 'kernel.lockdep',
      severity: 'error',
      meaning: 'A lock is taken both in interrupt context and with interrupts enabled, which can deadlock.',
    },
  ],
  [
    /suspicious RCU usage/,
    {
      rule: 'kernel.rcu-usage',
      severity: 'warning',
      meaning: 'Data protected by RCU was accessed without the protection that RCU requires.',
    },
  ],
  [
    /^INFO: trying to register non-static key/,
    { rule: 'kernel.locking', severity: 'error', meaning: 'A lock was used before it was initialized.' },
  ],
  [
    /^BUG: (?:spin|rw)lock (?:lockup|cpu recursion|recursion)/,
    {
      rule: 'kernel.locking',
      severity: 'critical',
      meaning: 'A CPU waited for a spinlock for too long, or took one that it already holds.',
    },
  ],
  [
    /^BUG: (?:spin|rw)lock|^WARNING: (?:bad unlock balance|held lock freed|nested lock|locking bug|lock held|chain_key)|^BUG: (?:still has locks held|bad unlock|lock held)|^INFO: lockdep/,
    { rule: 'kernel.locking', severity: 'error', meaning: 'A lock was used in a way that its rules forbid.' },
  ],
  [
    /sleeping function|scheduling while atomic/,
    {
      rule: 'kernel.atomic-context',
      severity: 'error',
      meaning: 'Code that may sleep ran where sleeping is not allowed.',
    },
  ],
  [
    /preemptible/,
    {
      rule: 'kernel.atomic-context',
      severity: 'error',
      meaning: 'Code that must stay on one CPU ran where it can be moved to another.',
    },
  ],
  [
    /^memory leak/,
    { rule: 'kernel.memory-leak', severity: 'warning', meaning: 'Memory was allocated and no pointer to it is left.' },
  ],
  [
    /refcount bug/,
    {
      rule: 'kernel.refcount',
      severity: 'critical',
      meaning: 'A reference count overflowed, underflowed or was raised from zero, so a use after free can follow.',
    },
  ],
  [
    /^unregister_netdevice/,
    {
      rule: 'kernel.netdevice-leak',
      severity: 'error',
      meaning: 'A network device cannot be removed because references to it are still held.',
    },
  ],
  [
    /^unexpected kernel reboot/,
    { rule: 'kernel.reboot', severity: 'critical', meaning: 'The kernel booted again in the middle of the log.' },
  ],
  [
    /^trusty/,
    {
      rule: 'kernel.trusty',
      severity: 'critical',
      meaning: 'The trusted operating system that runs beside Linux stopped.',
    },
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
      meaning: 'The kernel hit a condition that its code expects never to occur, and continued.',
    },
  ],
  [
    /^(?:BUG|VFS)/,
    { rule: 'kernel.bug', severity: 'critical', meaning: 'The kernel found its own data structures inconsistent.' },
  ],
];

/** Each kind once, for reading. */
export const crashKinds: readonly CrashKind[] = kinds.map(([, kind]) => kind);

export function crashKind(title: string): CrashKind {
  const kind = kinds.find(([form]) => form.test(title))?.[1];
  return kind ?? { rule: 'kernel.report', severity: 'error', meaning: 'The kernel reported a fault.' };
}
