import { namePriority } from '../model/process-table.ts';
import type { Machine } from '../model/trace-model.ts';
import type { DescribedTracks } from './described-tracks.ts';
import { readThreadEntry } from './thread-entry.ts';
import { appendNumbers, nextField, openField, signedOf, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

/** Where a list of what runs keeps its parts; 0 stands for what it does not have. */
interface TreeLayout {
  process: { pid: number; parent: number; words: number; inner: number; isThreadName: number };
  thread: { tid: number; pid: number; name: number; inner: number };
  /** A process has a thread of its own number. */
  hasMainThreads: boolean;
  /** Ids are of 32 bits. */
  isNarrow: boolean;
}

export const linuxTree: TreeLayout = {
  process: { pid: 1, parent: 2, words: 3, inner: 6, isThreadName: 9 },
  thread: { tid: 1, pid: 3, name: 2, inner: 4 },
  hasMainThreads: true,
  isNarrow: true,
};

export const genericTree: TreeLayout = {
  process: { pid: 1, parent: 2, words: 3, inner: 0, isThreadName: 0 },
  thread: { tid: 1, pid: 2, name: 3, inner: 0 },
  hasMainThreads: false,
  isNarrow: false,
};

const maxLevels = 64;

/** All processes first, then all threads, whatever their order. A new parent means that the old one ended, not its child. */
export function applyProcessTree(
  machine: Machine,
  tracks: DescribedTracks,
  tree: WireCursor,
  layout: TreeLayout,
): void {
  const { table } = machine;
  const idOf = (id: number) => (layout.isNarrow ? id >>> 0 : id);
  const threads: WireCursor[] = [];
  while (nextField(tree)) {
    if (tree.wire !== 2) continue;
    if (tree.field === 2) threads.push(openField(tree));
    else if (tree.field === 1) applyProcess(machine, tracks, openField(tree), layout, idOf);
  }
  for (const entry of threads) {
    const inner = innerIds({ ...entry }, layout.thread.inner);
    const { tid, pid, name } = readThreadEntry(entry, layout.thread);
    const process = table.processOf(idOf(pid), layout.hasMainThreads);
    table.nameThread(table.threadOfProcess(idOf(tid), process), name, namePriority.tree);
    if (inner.length > 0) tracks.nameThreadIds(idOf(pid), idOf(tid), inner);
  }
}

function applyProcess(
  machine: Machine,
  tracks: DescribedTracks,
  entry: WireCursor,
  layout: TreeLayout,
  idOf: (id: number) => number,
): void {
  const { table } = machine;
  const fields = layout.process;
  const inner = innerIds({ ...entry }, fields.inner);
  let pid = 0;
  let parent = 0;
  let name: string | undefined;
  let words = 0;
  let isThreadName = false;
  while (nextField(entry)) {
    if (entry.field === fields.pid) pid = idOf(signedOf(entry));
    else if (entry.field === fields.parent) parent = idOf(signedOf(entry));
    else if (entry.field === fields.words && entry.wire === 2) {
      name ??= textOf(entry);
      words++;
    } else if (entry.field === fields.isThreadName) isThreadName = unsignedOf(entry) !== 0;
  }
  if (name === undefined) return;
  if (inner.length > 0) tracks.nameProcessIds(pid, inner);
  table.processOf(parent, layout.hasMainThreads);
  const process = table.processOf(pid, layout.hasMainThreads);
  // A program that wrote its command line anew leaves it in one piece.
  table.process(process).name = words === 1 ? (name.split(' ')[0] ?? name) : name;
  if (isThreadName) table.nameThread(table.threadOf(pid), name, namePriority.tree);
}

/** Ids within namespaces, outermost first. */
function innerIds(entry: WireCursor, field: number): number[] {
  const ids: number[] = [];
  if (field === 0) return ids;
  while (nextField(entry)) if (entry.field === field) appendNumbers(entry, ids, maxLevels);
  return ids;
}
