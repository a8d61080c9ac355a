import { ownFrame } from '../capture/own-frame.ts';
import type { ProcessNames } from '../capture/process-names.ts';
import { citeLine } from '../cite.ts';
import type { LineRange } from '../reading.ts';
import { type BinderCall, calledInterface } from './binder-calls.ts';
import { holderOf } from './lock-cycle.ts';
import { type TracedProcess, type TracedThread, tellingLines, topFrame } from './thread-dump.ts';

/** What a thread that should answer was doing instead. */
interface Blocking {
  /** Goes on after "its main thread". */
  doing: string;
  explanation: string;
  evidence: LineRange[];
  /** The code to look at, without addresses and lines. */
  guilty: string;
  /** It waited for nothing and did nothing: the dump came too late. */
  isIdle: boolean;
  next: string;
}

/** What is known of the device beside one thread dump. */
export interface Surroundings {
  names: ProcessNames;
  callOf(pid: number, tid: number): BinderCall | undefined;
  /** Where the binder driver's list stands. */
  report: string;
}

const maxHops = 6;

/** Follows locks, then a binder call, from a thread to whoever keeps it waiting. */
export function findBlocking(
  document: string,
  process: TracedProcess,
  thread: TracedThread,
  around: Surroundings,
): Blocking {
  const chain = [thread];
  let next = holderOf(thread, process.threads);
  while (next && !chain.includes(next) && chain.length < maxHops) {
    chain.push(next);
    next = holderOf(next, process.threads);
  }
  const last = chain.at(-1)!;
  const call = calledInterface(last);
  const answer = call ? answering(process.pid, last, around) : undefined;
  const isIdle = chain.length === 1 && !thread.waitsFor && isWaitingForWork(thread);
  const evidence = chain.slice(0, 4).flatMap((each, index) => {
    const heldForOther = chain[index - 1]?.waitsFor?.lock;
    const held = heldForOther ? each.held.get(heldForOther)?.line : undefined;
    return tellingLines(
      document,
      each,
      [each.waitsFor?.line, held].filter((line) => line !== undefined),
    );
  });
  const lines = answer?.lines.map((line) => citeLine(around.report, line)) ?? [];
  return {
    doing: isIdle
      ? 'was idle when its threads were dumped'
      : thread.waitsFor
        ? `waits for a lock${kindOf(thread)} that ${heldBy(chain)}`
        : `${standing(thread, call, answer?.told)}`,
    explanation: explanationOf(chain, call, answer?.told, isIdle),
    evidence: [...evidence.slice(0, 9), ...lines.slice(0, 3)],
    guilty: topFrame(last),
    isIdle,
    next: nextStep(chain, answer?.pid, isIdle),
  };
}

function kindOf({ waitsFor }: TracedThread): string {
  return waitsFor?.kind ? ` (${waitsFor.kind})` : '';
}

function heldBy([, holder]: readonly TracedThread[]): string {
  if (!holder) return 'another thread holds';
  return `"${holder.name}" holds in ${topFrame(holder)}`;
}

function standing(thread: TracedThread, call: string | undefined, answer: string | undefined): string {
  if (call) return `waits for the binder call ${call}${answer ? ` to ${answer}` : ''}`;
  const top = topFrame(thread);
  const own = ownFrame(thread.frames.map(({ name }) => name));
  const called = own && own !== top ? `, called by ${own}` : '';
  return `${/^runnable$/i.test(thread.state) ? 'was busy in' : 'was in'} ${top}${called}`;
}

function explanationOf(
  chain: readonly TracedThread[],
  call: string | undefined,
  answer: string | undefined,
  isIdle: boolean,
) {
  const [first] = chain;
  if (isIdle)
    return 'It was waiting for work, so either the dump was taken after the block had passed, or the process got no CPU time.';
  const waits = chain.slice(0, -1).map((each, index) => {
    const holder = chain[index + 1]!;
    return `"${each.name}" (thread ${each.id}) waits for ${each.waitsFor!.kind || 'a lock'} held by "${holder.name}" (thread ${holder.id})`;
  });
  const last = chain.at(-1)!;
  if (chain.length === 1 && call) {
    const own = ownFrame(first!.frames.map(({ name }) => name));
    return `The call was made by ${own ?? topFrame(first!)} and got no answer.`;
  }
  const ends =
    chain.length > 1
      ? `"${last.name}" ${standing(last, call, answer)}`
      : `"${first!.name}" is in state ${first!.state || 'unknown'} in ${topFrame(first!)}`;
  return `${[...waits, ends].join('; ')}.`;
}

function nextStep(chain: readonly TracedThread[], answeringPid: number | undefined, isIdle: boolean): string {
  if (isIdle) return 'Look for a busy processor at that time: the ANR report in the log lists who used it.';
  if (answeringPid !== undefined)
    return `See what the unresponsive process is doing: \`adb shell debuggerd -b ${answeringPid}\`.`;
  if (chain.length > 1) return 'Do the long work without holding the lock that the main thread needs.';
  return 'Move this work off the main thread; several dumps show whether it makes progress: `adb shell kill -3 PID`.';
}

/** Who answers the call, and for whom that one waits in turn. */
function answering(pid: number, thread: TracedThread, { callOf, names }: Surroundings) {
  const told: string[] = [];
  const lines: number[] = [];
  let last: number | undefined;
  let call = callOf(pid, Number.isNaN(thread.sysTid) ? pid : thread.sysTid);
  while (call && told.length < maxHops && !lines.includes(call.line)) {
    told.push(names.told(call.pid));
    lines.push(call.line);
    last = call.pid;
    call = callOf(call.pid, call.tid);
  }
  return last === undefined ? undefined : { told: told.join(', which waits for '), lines, pid: last };
}

function isWaitingForWork({ frames, state }: TracedThread): boolean {
  const managed = frames.filter(({ name }) => /^(?:android|java|dalvik)\./.test(name));
  return (
    !/^runnable$/i.test(state) &&
    /^android\.os\.(?:MessageQueue\.(?:nativePollOnce|next)|Looper\.loop)/.test(managed[0]?.name ?? '')
  );
}
