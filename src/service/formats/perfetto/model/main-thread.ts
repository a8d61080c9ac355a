import type { ProcessTable } from './process-table.ts';

const mainThreadName = /^(?:main|Cr\w{1,20}Main)$/;

/** The thread that answers to the person: the first of its process, or the one that is called so. */
export function isMainThread({ table }: { table: ProcessTable }, thread: number): boolean {
  const { tid, process, name } = table.thread(thread);
  if (name !== undefined && mainThreadName.test(name)) return true;
  return process !== undefined && process !== 0 && table.process(process).pid === tid;
}
