import { viewOf } from '../../lines/byte-reading.ts';
import type { DumpLog } from './find-log.ts';
import { type KernelLayout, readKernelLayout } from './kernel-layout.ts';
import type { KernelMemory } from './kernel-memory.ts';

export interface Task {
  pid: number;
  name: string;
  state: string;
}

export interface TaskList {
  tasks: Task[];
  unread: string[];
}

const maxTasks = 20_000;
const keptTasks = 2000;

/** The processes that lived when the dump was taken, from the kernel's list of them. */
export async function listTasks({ memory, info, log }: DumpLog): Promise<TaskList> {
  if (memory === undefined || log.records.length === 0) return { tasks: [], unread: [] };
  const layout = await readKernelLayout(memory, info);
  if (layout === undefined) {
    return { tasks: [], unread: ['processes: the dump does not show where the kernel keeps them'] };
  }
  const { tasks, isWhole } = await walk(memory, layout);
  const unread = isWhole ? [] : ['processes: the list of them is damaged; those before the damage are shown'];
  return { tasks: tasks.slice(0, keptTasks), unread };
}

async function walk(memory: KernelMemory, layout: KernelLayout): Promise<{ tasks: Task[]; isWhole: boolean }> {
  const tasks: Task[] = [];
  const seen = new Set<bigint>();
  for (let at = layout.initTask; tasks.length < maxTasks; ) {
    if (seen.has(at)) return { tasks, isWhole: at === layout.initTask };
    seen.add(at);
    const bytes = await memory.read(at, layout.taskBytes);
    if (bytes === undefined) return { tasks, isWhole: false };
    const view = viewOf(bytes);
    const name = new TextDecoder('latin1').decode(bytes.subarray(layout.comm, layout.comm + 16)).replace(/\0.*$/s, '');
    tasks.push({
      pid: view.getInt32(layout.pid, true),
      name: name.replace(/[^\x20-\x7e]/g, '?'),
      state: stateName(view.getUint32(layout.state, true)),
    });
    at = view.getBigUint64(layout.tasks, true) - BigInt(layout.tasks);
  }
  return { tasks, isWhole: true };
}

function stateName(state: number): string {
  if (state === 0) return 'running';
  if ((state & 0x402) === 0x402) return 'idle';
  if (state & 0x1) return 'sleeping';
  if (state & 0x2) return 'waiting, not interruptible';
  if (state & 0x4) return 'stopped';
  if (state & 0x8) return 'traced';
  if (state & 0x80) return 'dead';
  return `state 0x${state.toString(16)}`;
}
