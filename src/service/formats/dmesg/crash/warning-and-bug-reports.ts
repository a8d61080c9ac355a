import { callTrace, instructionPointer, pattern } from './pattern.ts';
import type { FrameSearch, ReportShape } from './report-shape.ts';

const inTrace: FrameSearch = { steps: [callTrace, 'stack'] };

/**
 * A WARN(): newer kernels trap, and the stack of interest begins at the instruction pointer (powerpc: at the
 * interrupt line); older ones only dump it.
 */
const warned = (passOver?: RegExp): FrameSearch => ({
  steps: [pattern(`(?:${instructionPointer.source}|--- interrupt: [0-9]+ at {FUNC})`), 'stack'],
  otherwise: [callTrace, 'stack'],
  ...(passOver === undefined ? {} : { passOver }),
});

const bugIn = (opens: RegExp, name: string, passOver?: RegExp): ReportShape => ({
  opens,
  title: (_, frame) => `WARNING: ${name} in ${frame}`,
  frame: warned(passOver),
});

const plainWarning = (source: string): ReportShape => ({
  opens: pattern(source),
  title: (_, frame) => `WARNING in ${frame}`,
  frame: warned(),
});

/** Checks of the kernel's own book-keeping: the file of the check tells the kind, its caller is to blame. */
export const checkWarnings: readonly ReportShape[] = [
  bugIn(
    /WARNING: .{0,300}lib\/debugobjects\.c.{0,300} (?:debug_print|debug_check|at)/,
    'ODEBUG bug',
    /debug_|rcu|hrtimer_|timer_|work_|percpu_|vunmap|vfree|__free_|debug_check|kobject_/,
  ),
  bugIn(/WARNING: .{0,300}mm\/usercopy\.c.{0,300} (?:usercopy_warn|at)/, 'bad usercopy', /usercopy|__check/),
  bugIn(/WARNING: .{0,300}lib\/kobject\.c.{0,300} (?:kobject_|at)/, 'kobject bug', /kobject_/),
  bugIn(/WARNING: .{0,300}fs\/proc\/generic\.c.{0,300} (?:proc_register|at)/, 'proc registration bug', /proc_/),
  bugIn(/WARNING: .{0,300}lib\/refcount\.c.{0,300} (?:refcount_|at)/, 'refcount bug', /refcount|kobject_/),
  bugIn(/WARNING: .{0,300}kernel\/locking\/lockdep\.c.{0,300}lock_/, 'locking bug', /lock_sock|release_sock/),
  {
    opens: /WARNING: .{0,300}still has locks held!/,
    reads: [/WARNING: .{0,300}still has locks held!/, pattern('at: {FUNC}')],
    title: ([where]) => `WARNING: still has locks held in ${where}`,
  },
  bugIn(/WARNING: Nested lock was not taken/, 'nested lock was not taken'),
  {
    opens: /WARNING: lock held when returning to user space/,
    reads: [
      /WARNING: lock held when returning to user space/,
      /leaving the kernel with locks still held/,
      pattern('at: (?:{PC} +)?{FUNC}'),
    ],
    title: ([where]) => `WARNING: lock held when returning to user space in ${where}`,
    needsNoStack: true,
  },
  bugIn(/WARNING: .{0,80}mm\/.{0,60}\.c.{0,80} k?.?malloc/, 'kmalloc bug', /kmalloc|krealloc|slab|kmem/),
  bugIn(/WARNING: .{0,300}mm\/vmalloc.c.{0,300}__vmalloc_node/, 'zero-size vmalloc'),
  {
    opens: /WARNING: .{0,300} usb_submit_urb/,
    title: (_, frame) => `WARNING in ${frame}/usb_submit_urb`,
    frame: warned(/usb_submit_urb|usb_start_wait_urb|usb_bulk_msg|usb_interrupt_msg|usb_control_msg/),
  },
  plainWarning('WARNING: {SRC} at 0x\\d+, CPU#\\d+'),
  plainWarning('WARNING: .{0,200} at {SRC} {FUNC}'),
  plainWarning('WARNING: {SRC} at {FUNC}'),
  plainWarning('WARNING: \\[.{0,200}\\] {SRC} at {FUNC}'),
];

/** Warnings of the stack unwinder, and headings that lost the rest of their line. */
export const otherWarnings: readonly ReportShape[] = [
  {
    opens: /WARNING: kernel stack regs at [0-9a-f]+ in [^ ]* has bad '([^']+)' value/,
    title: ([register]) => `WARNING: kernel stack regs has bad '${register}' value`,
    needsNoStack: true,
  },
  {
    opens: /WARNING: kernel stack frame pointer at [0-9a-f]+ in [^ ]* has bad value/,
    title: () => 'WARNING: kernel stack frame pointer has bad value',
    needsNoStack: true,
  },
  {
    opens: /WARNING: kernel stack (?:regs .* has bad 'bp' value|frame pointer .* has bad value)/,
    title: () => 'WARNING: kernel stack regs has bad value',
    needsNoStack: true,
  },
  { opens: /WARNING:\s*$/, title: () => 'WARNING: corrupted', isDamaged: true },
];

const plainBug = (opens: RegExp, title: string): ReportShape => ({ opens, title: () => title, needsNoStack: true });

/** Book-keeping of memory, of contexts and of leaks that is announced with "BUG:". */
export const stateBugs: readonly ReportShape[] = [
  plainBug(/BUG: Bad rss-counter state/, 'BUG: Bad rss-counter state'),
  plainBug(/BUG: non-zero nr_ptes on freeing mm/, 'BUG: non-zero nr_ptes on freeing mm'),
  plainBug(/BUG: non-zero nr_pmds on freeing mm/, 'BUG: non-zero nr_pmds on freeing mm'),
  {
    opens: /BUG: Dentry .{0,300} still in use/,
    reads: [/BUG: Dentry .{0,300} still in use \([0-9]+\) \[(unmount) of [^\]]{1,300}\]/],
    title: ([during]) => `BUG: Dentry still in use in ${during}`,
  },
  {
    opens: /BUG: Bad page (state|cache)/,
    title: ([what], frame) => `BUG: Bad page ${what} in ${frame}`,
    // Whoever allocated the page groups these better than whoever stumbled over it.
    frame: {
      steps: [/page last allocated/, 'stack'],
      passOver:
        /(?:free|put|get|update|release)_page|free_unref|^_*folio|truncate_inode_pages|page_frag_free|alloc|vmap|page_owner/,
    },
  },
  { opens: /BUG: Bad page map/, title: () => 'BUG: Bad page map' },
  plainBug(/BUG: workqueue lockup/, 'BUG: workqueue lockup'),
  {
    opens: /BUG: sleeping function called from invalid context at .*/,
    title: (_, frame) => `BUG: sleeping function called from invalid context in ${frame}`,
    frame: inTrace,
  },
  {
    opens: /BUG: using ([a-z_]+)\(\) in preemptible/,
    title: ([what], frame) => `BUG: using ${what}() in preemptible code in ${frame}`,
    frame: { ...inTrace, passOver: /dump_stack|preemption|preempt|debug_|processor_id|this_cpu/ },
  },
  {
    opens: /BUG: workqueue leaked lock or atomic/,
    reads: [/BUG: workqueue leaked lock or atomic/, /last function: ([a-zA-Z0-9_]+)$/],
    title: ([where]) => `BUG: workqueue leaked lock or atomic in ${where}`,
    needsNoStack: true,
  },
  {
    opens: /BUG: memory leak/,
    title: (_, frame) => `memory leak in ${frame}`,
    frame: {
      steps: [/backtrace(?: \(crc [0-9a-fA-F]*\))?:/, 'stack'],
      passOver:
        /kmemleak|mmap|kmem|slab|alloc|create_object|idr_get|list_lru_init|kasprintf|kvasprintf|pcpu_create|strdup|strndup|memdup/,
    },
  },
  // arm and arm64 call this a BUG, x86 a warning in lockdep.c; it is one problem.
  {
    opens: /BUG: Invalid wait context/,
    title: (_, frame) => `WARNING: locking bug in ${frame}`,
    frame: { ...inTrace, passOver: /lock_sock|release_sock/ },
  },
  { opens: /BUG:\s*$/, title: () => 'BUG: corrupted', isDamaged: true },
];
