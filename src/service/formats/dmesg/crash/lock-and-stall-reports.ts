import { callTrace, instructionPointer, lockSite, pattern } from './pattern.ts';
import type { FrameSearch, ReportShape } from './report-shape.ts';

const inTrace: FrameSearch = { steps: [callTrace, 'stack'] };
const lockSiteWithAddress = pattern('at: {PC} +{FUNC}');

/** Lock misuse that the kernel announces with "BUG:". */
export const lockBugs: readonly ReportShape[] = [
  {
    opens:
      /BUG: (spinlock|rwlock) (lockup suspected|already unlocked|recursion|cpu recursion|bad magic|wrong owner|wrong CPU|trylock failure on UP)/,
    title: ([lock, what], frame) => `BUG: ${lock} ${what} in ${frame}`,
    frame: { ...inTrace, passOver: /spin_|_lock|_unlock/ },
  },
  {
    opens: /BUG: soft lockup/,
    title: (_, frame) => `BUG: soft lockup in ${frame}`,
    frame: { steps: [instructionPointer, callTrace, 'stack'], choose: 'stall' },
  },
  {
    opens: /BUG: .{0,300}still has locks held!/,
    reads: [/BUG: .{0,300}still has locks held!/, pattern('{PC} +{FUNC}')],
    title: ([where]) => `BUG: still has locks held in ${where}`,
  },
  {
    opens: /BUG: scheduling while atomic/,
    title: (_, frame) => `BUG: scheduling while atomic in ${frame}`,
    frame: { ...inTrace, passOver: /schedule/ },
  },
  {
    opens: /BUG: lock held when returning to user space/,
    reads: [/BUG: lock held when returning to user space/, /leaving the kernel with locks still held/, lockSite],
    title: ([where]) => `BUG: lock held when returning to user space in ${where}`,
    needsNoStack: true,
  },
  {
    opens: /BUG: bad unlock balance detected!/,
    title: (_, frame) => `BUG: bad unlock balance in ${frame}`,
    frame: { steps: [pattern('{PC} +{FUNC}'), callTrace, 'stack'] },
  },
  {
    opens: /BUG: held lock freed!/,
    reads: [/BUG: held lock freed!/, pattern('{PC} +{FUNC}')],
    title: ([where]) => `BUG: held lock freed in ${where}`,
  },
];

/** lockdep in its present words ("WARNING:"). */
export const lockWarnings: readonly ReportShape[] = [
  {
    opens: /WARNING: possible circular locking dependency detected/,
    reads: [/WARNING: possible circular locking dependency detected/, /is trying to acquire lock/],
    title: (_, frame) => `possible deadlock in ${frame}`,
    frame: {
      steps: [lockSite, lockSite, 'stack'],
      // A work queue only carries the lock of its work items.
      passOver: /process_one_work|flush_workqueue|drain_workqueue|destroy_workqueue/,
    },
  },
  {
    opens: /WARNING: possible irq lock inversion dependency detected/,
    reads: [/WARNING: possible irq lock inversion dependency detected/, /just changed the state of lock/, lockSite],
    title: ([where]) => `possible deadlock in ${where}`,
  },
  {
    opens: /WARNING: .{0,30}-safe -> .{0,30}-unsafe lock order detected/,
    title: (_, frame) => `possible deadlock in ${frame}`,
    frame: { steps: [/which became (?:.*) at:/, 'stack'] },
  },
  {
    opens: /WARNING: possible recursive locking detected/,
    reads: [/WARNING: possible recursive locking detected/, /is trying to acquire lock/, lockSite],
    title: ([where]) => `possible deadlock in ${where}`,
  },
  {
    opens: /WARNING: inconsistent lock state/,
    reads: [/WARNING: inconsistent lock state/, /takes/, lockSite],
    title: (_, frame) => `inconsistent lock state in ${frame}`,
    frame: inTrace,
  },
  {
    opens: /WARNING: suspicious RCU usage/,
    reads: [/WARNING: suspicious RCU usage/, pattern('{SRC}')],
    title: (_, frame) => `WARNING: suspicious RCU usage in ${frame}`,
    frame: { ...inTrace, passOver: /rcu|kmem|slab/ },
  },
  {
    opens: /WARNING: bad unlock balance detected!/,
    title: (_, frame) => `WARNING: bad unlock balance in ${frame}`,
    frame: { steps: [pattern('{PC} +{FUNC}'), callTrace, 'stack'] },
  },
  {
    opens: /WARNING: held lock freed!/,
    reads: [/WARNING: held lock freed!/, pattern('at:(?: {PC})? +{FUNC}')],
    title: ([where]) => `WARNING: held lock freed in ${where}`,
  },
];

/** lockdep in the words of kernels before 4.13 ("INFO:"). */
export const oldLockReports: readonly ReportShape[] = [
  ...(
    [
      ['possible circular locking dependency detected', /is trying to acquire lock/],
      ['possible irq lock inversion dependency detected', /just changed the state of lock/],
      ['SOFTIRQ-safe -> SOFTIRQ-unsafe lock order detected', /is trying to acquire/],
      ['possible recursive locking detected', /is trying to acquire lock/],
    ] as const
  ).map(
    ([what, line]): ReportShape => ({
      opens: new RegExp(`INFO: ${what}`),
      reads: [new RegExp(`INFO: ${what} \\]`), line, lockSiteWithAddress],
      title: ([where]) => `possible deadlock in ${where}`,
    }),
  ),
  {
    opens: /INFO: inconsistent lock state/,
    reads: [/INFO: inconsistent lock state \]/, /takes/, lockSiteWithAddress],
    title: ([where]) => `inconsistent lock state in ${where}`,
  },
];

/** Work that does not get on: RCU stalls, hung tasks, and what else is announced with "INFO:". */
export const stallReports: readonly ReportShape[] = [
  {
    opens: /INFO: rcu_(?:preempt|sched|bh) (?:self-)?detected(?: expedited)? stall/,
    title: (_, frame) => `INFO: rcu detected stall in ${frame}`,
    frame: {
      steps: [/apic_timer_interrupt/, instructionPointer, 'stack'],
      otherwise: [/(?:apic_timer_interrupt|Exception stack|el1h_64_irq)/, 'stack'],
      passOver: /apic_timer_interrupt|rcu/,
      choose: 'stall',
    },
  },
  {
    opens: /INFO: trying to register non-static key/,
    title: (_, frame) => `INFO: trying to register non-static key in ${frame}`,
    frame: { ...inTrace, passOver: /stack|lock|IRQ/ },
  },
  {
    opens: /INFO: suspicious RCU usage/,
    reads: [/INFO: suspicious RCU usage/, pattern('{SRC}')],
    title: (_, frame) => `INFO: suspicious RCU usage in ${frame}`,
    frame: { ...inTrace, passOver: /rcu|kmem|slab/ },
  },
  {
    opens: /INFO: task .{0,300} blocked for more than [0-9]+ seconds/,
    title: (_, frame) => `INFO: task hung in ${frame}`,
    frame: { ...inTrace, choose: 'hang' },
  },
  // A task's name may hold a line break.
  {
    opens: /INFO: task /,
    reads: [/INFO: task /, /blocked for more than [0-9]+ seconds/],
    title: (_, frame) => `INFO: task hung in ${frame}`,
    frame: { ...inTrace, choose: 'hang' },
  },
  {
    opens: /INFO: task .{0,300} can't die for more than .{0,300} seconds/,
    title: (_, frame) => `INFO: task can't die in ${frame}`,
    frame: { ...inTrace, passOver: /schedule/ },
  },
  // The second half of a KASAN report of an old kernel.
  {
    opens: /INFO: (Freed|Allocated) in (.*)/,
    title: ([what, where]) => `INFO: ${what} in ${where}`,
    isDamaged: true,
  },
  { opens: /INFO:\s*$/, title: () => 'INFO: corrupted', isDamaged: true },
];
