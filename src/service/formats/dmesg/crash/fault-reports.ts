import { callTrace, instructionPointer, pattern } from './pattern.ts';
import type { FrameSearch, ReportShape } from './report-shape.ts';

const atInstruction: FrameSearch = { steps: [instructionPointer, callTrace, 'stack'] };
const inTrace: FrameSearch = { steps: [callTrace, 'stack'] };

/** Bad accesses announced with "BUG:" (x86, powerpc). */
export const badAccessBugs: readonly ReportShape[] = [
  {
    opens:
      /BUG: (?:unable to handle kernel paging request|unable to handle page fault for address|Unable to handle kernel data access)/,
    title: (_, frame) => `BUG: unable to handle kernel paging request in ${frame}`,
    frame: atInstruction,
  },
  {
    opens:
      /BUG: (?:unable to handle kernel NULL pointer dereference|kernel NULL pointer dereference|Kernel NULL pointer dereference)/,
    title: (_, frame) => `BUG: unable to handle kernel NULL pointer dereference in ${frame}`,
    frame: atInstruction,
  },
  // The heading is two printk calls, and the second may be lost.
  {
    opens: /BUG: (?:unable to handle kernel|Unable to handle kernel)/,
    title: () => 'BUG: unable to handle kernel',
    isDamaged: true,
  },
];

/** The same on arm, arm64, riscv and mips. */
export const badAccesses: readonly ReportShape[] = [
  {
    opens: /Unable to handle kernel (paging request|NULL pointer dereference|access to user memory)/,
    title: ([what], frame) => `BUG: unable to handle kernel ${what} in ${frame}`,
    frame: atInstruction,
  },
];

const named = (opens: RegExp, name: string, frame: FrameSearch = atInstruction): ReportShape => ({
  opens,
  title: (_, found) => `${name} in ${found}`,
  frame,
});

export const protectionFaults = [named(/general protection fault.*:/, 'general protection fault')];
export const stackSegments = [named(/stack segment: /, 'stack segment fault')];
export const doubleFaults = [named(/PANIC: double fault/, 'PANIC: double fault', { steps: [instructionPointer] })];
export const divideErrors = [named(/divide[ _]error: /, 'divide error', { steps: [instructionPointer] })];
export const invalidOpcodes = [named(/invalid opcode: /, 'invalid opcode', { steps: [instructionPointer] })];
export const internalErrors = [named(/Internal error:/, 'Internal error')];
export const unhandledFaults = [named(/Unhandled fault:/, 'Unhandled fault')];
export const alignmentTraps = [named(/Alignment trap:/, 'Alignment trap')];

/** BUG() and BUG_ON(). */
export const kernelBugs: readonly ReportShape[] = [
  {
    opens: /kernel BUG at mm\/usercopy.c/,
    title: (_, frame) => `BUG: bad usercopy in ${frame}`,
    frame: { ...inTrace, passOver: /usercopy|__check/ },
  },
  {
    opens: /kernel BUG at lib\/list_debug.c/,
    title: (_, frame) => `BUG: corrupted list in ${frame}`,
    frame: inTrace,
  },
  {
    opens: /kernel BUG at (.*)/,
    title: (_, frame) => `kernel BUG in ${frame}`,
    // The skb wrappers check what their caller got wrong.
    frame: { ...atInstruction, passOver: /^skb_/ },
  },
];
export const kernelBugsOther: readonly ReportShape[] = [
  { opens: /Kernel BUG (.*)/, title: ([rest]) => `kernel BUG ${rest}` },
];
export const doubleFreedObjects: readonly ReportShape[] = [
  { opens: /BUG kmalloc-.{0,100}: Object already free/, title: () => 'BUG: Object already free' },
];

export const rustPanics: readonly ReportShape[] = [
  {
    opens: /rust_kernel: panicked/,
    reads: [/rust_kernel: panicked at/, /^(.+)$/],
    title: ([message], frame) => `${message} in ${frame}`,
    frame: { ...inTrace, passOver: /__rustc::rust_begin_unwind/ },
  },
];

/** Stacks that ran over. */
export const stackOverflows: readonly ReportShape[] = [
  {
    opens: /BUG: .{0,300}stack guard page was hit at/,
    title: (_, frame) => `BUG: stack guard page was hit in ${frame}`,
    frame: { ...atInstruction, choose: 'stall' },
  },
];

export const panics: readonly ReportShape[] = [
  {
    opens: /Kernel panic - not syncing: stack-protector:/,
    reads: [pattern('Kernel panic - not syncing: stack-protector: Kernel stack is corrupted in: {FUNC}')],
    title: ([where]) => `kernel panic: stack is corrupted in ${where}`,
    needsNoStack: true,
  },
  {
    opens: /Kernel panic - not syncing: stack-protector:/,
    reads: [/Kernel panic - not syncing: stack-protector: Kernel stack is corrupted in: [a-f0-9]+/],
    title: (_, frame) => `kernel panic: stack is corrupted in ${frame}`,
    frame: { ...inTrace, passOver: /stack_chk/ },
  },
  {
    opens: /Kernel panic - not syncing: corrupted stack end/,
    reads: [/Kernel panic - not syncing: corrupted stack end detected inside scheduler/],
    title: (_, frame) => `kernel panic: corrupted stack end in ${frame}`,
    frame: { ...inTrace, passOver: /schedule|retint_kernel/, choose: 'stall' },
  },
  {
    opens: /Kernel panic - not syncing: kernel stack overflow/,
    title: (_, frame) => `kernel stack overflow in ${frame}`,
    frame: { ...inTrace, passOver: /bad_stack/, choose: 'stall' },
  },
  {
    opens: /Kernel panic - not syncing: Attempted to kill init!/,
    title: () => 'kernel panic: Attempted to kill init!',
  },
  {
    opens: /Kernel panic - not syncing: Couldn't open N_TTY ldisc for [^ ]+ --- error -[0-9]+/,
    title: () => "kernel panic: Couldn't open N_TTY ldisc",
  },
  // These three end another report; standing first, they mean that its beginning is missing.
  ...['Fatal exception', 'panic_on_warn set', 'hung_task: blocked tasks'].map(
    (ending): ReportShape => ({
      opens: new RegExp(`Kernel panic - not syncing: ${ending}`),
      title: () => `kernel panic: ${ending}`,
      isDamaged: true,
    }),
  ),
  { opens: /Kernel panic - not syncing: (.*)/, title: ([rest]) => `kernel panic: ${rest}` },
];
