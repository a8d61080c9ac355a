const pieces: Record<string, string> = {
  // A code address in brackets, as stack dumps print it.
  PC: '\\[<?(?:0x)?[0-9a-f]+>?\\]',
  // A function's name before its compiler suffix (`.isra.3`) or its offset (`+0x1c/0x40`).
  FUNC: '([a-zA-Z0-9_]+)(?:\\.|\\+)',
  // A source file with its line.
  SRC: '(?<![a-zA-Z0-9\\-_/.])([a-zA-Z0-9\\-_/.]+\\.[a-z]+:[0-9]+)',
};

/** A pattern over one line, with the names PC, FUNC and SRC in `{}` standing for what kernels print. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replace(/\{(PC|FUNC|SRC)\}/g, (_, name: string) => pieces[name] ?? ''));
}

/** Opens a stack dump on x86, arm64, riscv, powerpc and others ("Call Trace:", "Call trace:"), arm ("Backtrace:"). */
export const lockSite = pattern('at: (?:{PC} +)?{FUNC}');
export const callTrace = /Call [Tt]race:|Backtrace:/;

/** The instruction pointer's line, in the words of each architecture; captures the function where it is named. */
export const instructionPointer = pattern(
  '(?:IP|NIP|pc |PC is at):? (?:(?:[0-9]+:)?(?:{PC} +){0,2}{FUNC}|(?:[0-9]+:)?0x[0-9a-f]+|(?:[0-9]+:)?{PC} +\\[< *\\(null\\)>\\] +\\(null\\)|[0-9]+: +\\(null\\))' +
    // mips and loongarch, s390, sparc, parisc.
    '|(?:epc +|ERA): [0-9a-f]+ {FUNC}|Krnl PSW : [0-9a-f]+ [0-9a-f]+ \\({FUNC}|TPC: <{FUNC}|IAOQ\\[0\\]: {FUNC}',
);

/** riscv dumps the stack after this line of the registers, without a heading. */
export const riscvRegistersEnd = /status: [0-9a-f]{16} badaddr: [0-9a-f]{16} cause: [0-9a-f]{16}/;

/** Lines that a stack begins after: one stack ends where the next of these stands. */
export const stackHeadings: readonly RegExp[] = [
  /Call [Tt]race/,
  /Allocated:/,
  /Allocated by task [0-9]+:/,
  /Freed:/,
  /Freed by task [0-9]+:/,
  // kmemleak's own heading, not lockdep's "stack backtrace:".
  /[^k] backtrace(?: \(crc [0-9a-fA-F]*\))?:/,
  /Backtrace:/,
  /Uninit was stored to memory at/,
  riscvRegistersEnd,
];

/** arm's "(callee) from (caller)" which gives two, with addresses before Linux 5.19. */
export const armFrames: readonly RegExp[] = [
  pattern('^ *{PC} \\(([a-zA-Z0-9_.]+)\\) from {PC} \\({FUNC}'),
  pattern('^ *([a-zA-Z0-9_.]+) from {FUNC}'),
];

/** Lines that are a frame: on most architectures, then on arm. */
export const frameLines: readonly RegExp[] = [pattern('^ *(?:{PC} ){0,2}{FUNC}'), ...armFrames];

/** Frames of an injected allocation failure: its stack often lands in the middle of another report. */
export const foreignFrame = /^(?: \[<?(?:0x)?[0-9a-f]+>?\])? should_fail(?:slab)?(?:\.[a-z0-9.]+)?\+0x/;
