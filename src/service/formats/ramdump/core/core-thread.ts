import { viewOf } from '../../../lines/byte-reading.ts';
import type { ElfFile } from '../image/elf-file.ts';

/** A thread's state as it stopped. */
export interface CoreThread {
  task: number;
  /** The signal it took, 0 for none. */
  signal: number;
  /** By name, in the order of the machine's note. Empty for machines whose layout is not known here. */
  registers: Map<string, bigint>;
  /** Where it ran, its stack, its frame, and the address it returns to where a register holds that. */
  at?: bigint;
  stack?: bigint;
  frame?: bigint;
  returnsTo?: bigint;
}

interface RegisterLayout {
  names: readonly string[];
  at: string;
  stack: string;
  frame: string;
  returnsTo?: string;
}

const numbered = (letter: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${letter}${n}`);

/** By ELF's machine number. */
const layouts: Record<number, RegisterLayout> = {
  3: {
    names: 'ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags esp ss'.split(' '),
    at: 'eip',
    stack: 'esp',
    frame: 'ebp',
  },
  40: {
    names: [...numbered('r', 13), 'sp', 'lr', 'pc', 'cpsr'],
    at: 'pc',
    stack: 'sp',
    frame: 'r11',
    returnsTo: 'lr',
  },
  62: {
    names:
      'r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base ds es fs gs'.split(
        ' ',
      ),
    at: 'rip',
    stack: 'rsp',
    frame: 'rbp',
  },
  183: { names: [...numbered('x', 31), 'sp', 'pc', 'pstate'], at: 'pc', stack: 'sp', frame: 'x29', returnsTo: 'x30' },
  243: {
    names: 'pc ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6'.split(
      ' ',
    ),
    at: 'pc',
    stack: 'sp',
    frame: 's0',
    returnsTo: 'ra',
  },
};

/** Reads the note of one thread's status; undefined where it is cut. */
export function readThread(content: Uint8Array, { is64, isLittle, machine }: ElfFile): CoreThread | undefined {
  const [taskAt, registersAt, size] = is64 ? [32, 112, 8] : [24, 72, 4];
  if (content.length < registersAt) return undefined;
  const view = viewOf(content);
  const registers = new Map<string, bigint>();
  const layout = layouts[machine];
  for (const [index, name] of (layout?.names ?? []).entries()) {
    const at = registersAt + index * size;
    if (at + size > content.length) break;
    registers.set(name, is64 ? view.getBigUint64(at, isLittle) : BigInt(view.getUint32(at, isLittle)));
  }
  const named = (name: string | undefined) => (name === undefined ? undefined : registers.get(name));
  const [at, stack, frame] = [named(layout?.at), named(layout?.stack), named(layout?.frame)];
  const returnsTo = named(layout?.returnsTo);
  return {
    task: view.getUint32(taskAt, isLittle),
    signal: view.getUint16(12, isLittle),
    registers,
    ...(at === undefined ? {} : { at }),
    ...(stack === undefined ? {} : { stack }),
    ...(frame === undefined ? {} : { frame }),
    ...(returnsTo === undefined ? {} : { returnsTo }),
  };
}
