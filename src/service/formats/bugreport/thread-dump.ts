import { nativeFrame } from '../capture/native-frame.ts';
import { citeLine } from '../cite.ts';

/** A thread as the virtual machine prints it when it is asked for its stacks. */
export interface TracedThread {
  name: string;
  id: number;
  /** Of the kernel; NaN where not printed. */
  sysTid: number;
  state: string;
  line: number;
  lastLine: number;
  /** Innermost first. */
  frames: { name: string; line: number }[];
  /** Monitors it has entered, by address. */
  held: Map<string, { kind: string; line: number }>;
  waitsFor?: { lock: string; kind: string; holder: number; line: number };
}

export interface TracedProcess {
  pid: number;
  name: string;
  line: number;
  timeMs: number;
  /** The process the dump was taken for; the others stand beside it. */
  isAccused: boolean;
  threads: TracedThread[];
}

const maxThreads = 5000;
const maxFrames = 40;
const maxProcesses = 500;

/** Reads thread dumps of Dalvik and ART line by line, in bounded memory. */
export function createThreadDumpReader() {
  const processes: TracedProcess[] = [];
  let thread: TracedThread | undefined;
  let threads = 0;
  return { line, processes: () => processes };

  /** `isFirst`: the next process is the one the dump was taken for. */
  function line(number: number, text: string, isFirst: () => boolean): void {
    if (text.startsWith('----- pid ')) return open(number, text, isFirst());
    const process = processes.at(-1);
    if (!process) return;
    if (process.name === '') process.name = /^Cmd ?line: (\S{1,200})/i.exec(text)?.[1] ?? '';
    if (text.startsWith('"')) return begin(process, number, text);
    if (!thread || text.trim() === '' || text.startsWith('-----')) {
      thread = undefined;
      return;
    }
    thread.lastLine = number;
    const lock = /- (waiting to lock|locked) <?(0x[0-9a-f]+)>?(?: \(an? ([^)]{1,200})\))?(.{0,200})/.exec(text);
    if (lock?.[1] === 'locked') {
      if (thread.held.size < 100) thread.held.set(lock[2]!, { kind: lock[3] ?? '', line: number });
    } else if (lock) {
      const holder = Number(/held by (?:thread |threadid=|tid=)(\d+)/.exec(lock[4]!)?.[1] ?? -1);
      thread.waitsFor = { lock: lock[2]!, kind: lock[3] ?? '', holder, line: number };
    }
    thread.sysTid = Number(/\bsysTid=(\d+)/.exec(text)?.[1] ?? thread.sysTid);
    if (thread.frames.length >= maxFrames) return;
    const frame = /^\s+at +(\S{1,300})/.exec(text)?.[1]?.replace(/\(.*/, '') ?? nativeFrame(text);
    if (frame) thread.frames.push({ name: frame, line: number });
  }

  function open(number: number, text: string, isAccused: boolean): void {
    thread = undefined;
    const match = /^----- pid (\d{1,9}) at (?:(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d))?/.exec(text);
    if (!match || processes.length >= maxProcesses) return;
    const [year, month, day, hour, minute, second] = match.slice(2, 8).map(Number);
    const timeMs = match[2] ? Date.UTC(year!, month! - 1, day, hour, minute, second) : Number.NaN;
    processes.push({ pid: Number(match[1]), name: '', line: number, timeMs, isAccused, threads: [] });
  }

  function begin(process: TracedProcess, number: number, text: string): void {
    const head = /^"(.{0,200}?)"(?: daemon)?(?: prio=\d+)?(?: tid=(\d+))?(?: sysTid=(\d+))? ?(\w*)/.exec(text);
    thread = undefined;
    if (!head || threads >= maxThreads) return;
    threads++;
    thread = {
      name: head[1]!,
      id: Number(head[2] ?? -1 - threads),
      sysTid: Number(head[3] ?? Number.NaN),
      state: head[4]!,
      line: number,
      lastLine: number,
      frames: [],
      held: new Map(),
    };
    process.threads.push(thread);
  }
}

/** The first frame that is not the machinery of waiting. */
export function topFrame({ frames }: TracedThread): string {
  const own = frames.find(
    ({ name }) =>
      !/^(?:\?\?\?|java\.lang\.(?:Object|Thread)\.|sun\.misc\.|jdk\.internal\.|\/|_|art::|syscall|ioctl|lib\w+\.so|epoll|nanosleep|android::(?:IPCThreadState|BpBinder|Looper)::)/.test(
        name,
      ),
  );
  return own?.name ?? frames[0]?.name ?? 'unknown code';
}

/** The dump's lines that tell: the thread's head, where it stands, and the given lines with the frame above each. */
export function tellingLines(document: string, thread: TracedThread, locks: readonly number[]) {
  const ranges = [citeLine(document, thread.line)];
  const first = thread.frames.find(({ name }) => /^[a-z][\w$]*\./i.test(name)) ?? thread.frames[0];
  const wanted = [
    ...(first
      ? [{ lineStart: first.line, lineEnd: Math.min(thread.lastLine, first.line + (locks.length > 0 ? 1 : 4)) }]
      : []),
    ...locks.map((line) => ({ lineStart: Math.max(thread.line, line - 1), lineEnd: line })),
  ].sort((a, b) => a.lineStart - b.lineStart);
  for (const { lineStart, lineEnd } of wanted) {
    const last = ranges.at(-1)!;
    if (lineStart - last.lineEnd <= 2 && lineEnd - last.lineStart < 6) last.lineEnd = Math.max(last.lineEnd, lineEnd);
    else ranges.push({ document, lineStart, lineEnd });
  }
  return ranges;
}
