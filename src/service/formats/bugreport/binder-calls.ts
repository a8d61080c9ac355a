import type { ProcessNames } from '../capture/process-names.ts';
import type { Part } from './place.ts';
import type { TracedThread } from './thread-dump.ts';

export interface BinderCall {
  pid: number;
  tid: number;
  line: number;
}

interface BinderCalls extends Part {
  /** The call a thread waits in, by its process and its id in the kernel. */
  of(pid: number, tid: number): BinderCall | undefined;
}

const maxCalls = 5000;

/** Which thread waits for which process, from the binder driver's list of transactions; and what processes are called. */
export function createBinderCalls(names: ProcessNames): BinderCalls {
  const calls = new Map<string, BinderCall>();
  let columns: { section: string; pid: number; tid: number; name: number } | undefined;
  return {
    of: (pid, tid) => calls.get(`${pid}:${tid}`),
    line({ section }, number, text) {
      if (text.includes('outgoing transaction')) {
        const match = /from (\d+):(\d+) to (\d+):(\d+)/.exec(text);
        if (match && calls.size < maxCalls)
          calls.set(`${match[1]}:${match[2]}`, { pid: Number(match[3]), tid: Number(match[4]), line: number });
      } else if (section.startsWith('PROCESSES')) process(section, text);
    },
    finish: () => ({}),
  };

  /** Lists by `ps` of any release have a head that names their columns; the name is the last of them. */
  function process(section: string, text: string): void {
    const words = text.trim().split(/\s+/, 40);
    if (words.includes('PID') && /^(?:CMD|NAME)$/.test(words.at(-1)!)) {
      columns = { section, pid: words.indexOf('PID'), tid: words.indexOf('TID'), name: words.length - 1 };
      return;
    }
    if (columns?.section !== section) return;
    const pid = Number(words[columns.pid]);
    const name = words[columns.name] ?? words.at(-1);
    if (
      Number.isInteger(pid) &&
      name &&
      (columns.tid < 0 || words[columns.tid] === words[columns.pid]) &&
      !names.of(pid)
    )
      names.learn(pid, name);
  }
}

/** `ICameraService.connectDevice` where a thread waits for the answer to a call of another process. */
export function calledInterface({ frames }: TracedThread): string | undefined {
  const at = frames.findIndex(({ name }) => /^android\.os\.(?:BinderProxy|HwRemoteBinder)\.transact/.test(name));
  if (at < 0 || at > 8) return undefined;
  const proxy = frames
    .slice(at, at + 5)
    .find(({ name }) => /\$Proxy\.|Proxy\.\w+$/.test(name) && !/BinderProxy/.test(name));
  return proxy?.name.replace(/\$Stub\$Proxy|\$Proxy/, '').replace(/^.*\.(?=\w+\.\w+$)/, '') ?? 'an unknown interface';
}
