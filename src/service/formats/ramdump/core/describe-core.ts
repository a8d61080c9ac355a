import type { CoreThread } from './core-thread.ts';
import { placeOf } from './mapped-files.ts';
import type { ProcessCore } from './process-core.ts';
import { codeWords, signalName } from './signal-words.ts';
import { walkFrames } from './walk-frames.ts';

/** The printed form of a program's core, and where its telling lines are. */
export interface CoreText {
  lines: string[];
  /** 1-based: the program, the signal, the thread that took it with the places it was called from. */
  programLine: number;
  signalLine?: number;
  thread?: { from: number; to: number };
  /** Where the first thread ran, as `file+0x…`, and the files its frames lie in. */
  place?: string;
  frameFiles: string[];
}

const machines: Record<number, string> = { 3: 'i386', 40: 'arm', 62: 'x86-64', 183: 'arm64', 243: 'riscv64' };
const walkedThreads = 200;
const perLine = 4;

export async function describeCore(core: ProcessCore): Promise<CoreText> {
  const { ids, signal, threads, files } = core;
  const lines = [
    `Program: ${core.path || core.name}`,
    `Command line: ${core.arguments}`,
    `Process: ${ids.process}, parent ${ids.parent}, user ${ids.user}, group ${ids.group}`,
    `Machine: ${machines[core.machine] ?? `ELF machine ${core.machine}`}`,
  ];
  const text: CoreText = { lines, programLine: 1, frameFiles: [] };
  const number = signalOf(core);
  if (number !== 0) {
    const words = signal === undefined ? '' : codeWords(number, signal.code, signal.sender, ids.process);
    const address = signal?.address === undefined ? '' : `, address ${hex(signal.address)}`;
    text.signalLine = lines.push(`Killed by: ${signalName(number)}${words === '' ? '' : `, ${words}`}${address}`);
  } else lines.push('Killed by: nothing, the core is of a running program');
  lines.push(`Threads: ${threads.length}`);
  for (const [index, thread] of threads.entries()) {
    lines.push('');
    const from = lines.length + 1;
    const place = thread.at === undefined ? undefined : placeOf(thread.at, files);
    const frames = index < walkedThreads ? await walkFrames(core, thread) : [];
    lines.push(...threadLines(thread, index + 1, place?.place, frames));
    if (index > 0) continue;
    text.thread = { from, to: lines.length };
    text.frameFiles = [...(place === undefined ? [] : [place.file]), ...frames.map((each) => each.split('+0x')[0]!)];
    const first = place?.place ?? (thread.at === undefined ? undefined : hex(thread.at));
    if (first !== undefined) text.place = first;
  }
  if (files.length > 0) lines.push('', 'Mapped files:');
  for (const { path, start, end } of files) lines.push(`  ${hex(start)}-${hex(end)} ${path}`);
  return text;
}

/** 0 where no signal ended the program: a debugger stopped it and wrote the core. */
export function signalOf(core: ProcessCore): number {
  const number = core.signal?.number ?? core.threads[0]?.signal ?? 0;
  return endsNone.has(number) ? 0 : number;
}

/** Signals that stop a program, make it go on, or are ignored unless it asks for them. */
const endsNone = new Set([17, 18, 19, 20, 21, 22, 23, 28]);

function threadLines(thread: CoreThread, number: number, place: string | undefined, frames: readonly string[]) {
  const at = thread.at === undefined ? '' : `, at ${place ?? `${hex(thread.at)}, outside all mapped files`}`;
  const signal = thread.signal === 0 ? '' : `, ${signalName(thread.signal)}`;
  const registers = [...thread.registers].map(([name, value]) => `${name} ${hex(value)}`);
  const lines = [`Thread ${number}, task ${thread.task}${signal}${at}`];
  lines.push(...frames.map((frame) => `  called from ${frame}`));
  for (let from = 0; from < registers.length; from += perLine) {
    lines.push(`  ${registers.slice(from, from + perLine).join('  ')}`);
  }
  return lines;
}

export const hex = (value: bigint): string => `0x${value.toString(16)}`;
