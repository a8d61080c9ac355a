import { readStruct } from './btf.ts';
import { readKallsyms } from './kallsyms.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { Vmcoreinfo } from './vmcoreinfo.ts';

/** Where tasks are kept, and offsets within one. */
export interface KernelLayout {
  initTask: bigint;
  /** Enough of the structure to hold every field wanted. */
  taskBytes: number;
  tasks: number;
  pid: number;
  comm: number;
  state: number;
}

/** From VMCOREINFO where it tells; else from the symbols and type information within the dump. */
export async function readKernelLayout(memory: KernelMemory, info: Vmcoreinfo): Promise<KernelLayout | undefined> {
  const symbols = await readKallsyms(memory, info, ['init_task', '__start_BTF', '__stop_BTF']);
  const initTask = info.symbol('init_task') ?? symbols.get('init_task');
  if (initTask === undefined) return undefined;
  const stated = (name: string) => info.offset(`task_struct.${name}`);
  const typed = await typesOf(memory, symbols);
  const field = (name: string) => stated(name) ?? typed?.get(name);
  const tasks = field('tasks');
  const pid = field('pid');
  const comm = field('comm');
  const state = field('__state') ?? field('state');
  if (tasks === undefined || pid === undefined || comm === undefined || state === undefined) return undefined;
  return { initTask, tasks, pid, comm, state, taskBytes: Math.max(tasks + 8, pid + 4, comm + 16, state + 4) };
}

async function typesOf(
  memory: KernelMemory,
  symbols: ReadonlyMap<string, bigint>,
): Promise<Map<string, number> | undefined> {
  const start = symbols.get('__start_BTF');
  const stop = symbols.get('__stop_BTF');
  if (start === undefined || stop === undefined || stop <= start) return undefined;
  const bytes = await memory.read(start, Number(stop - start));
  return bytes === undefined ? undefined : readStruct(bytes, 'task_struct');
}
