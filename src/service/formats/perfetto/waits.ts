import { stable } from './cited-slices.ts';
import type { LongSlice } from './model/long-slices.ts';
import { personLabel, type TraceModel, type TrackOwner } from './model/trace-model.ts';

/** What a thread waited for, where the names of its slices tell. */
export interface Wait {
  /** The slice that is the wait. */
  name: string;
  durationNs: number;
  /** "a lock of THREAD, which was in SLICE". */
  what: string;
  signature: string;
  subjects: string[];
  next: string;
  /** Of what the other side did meanwhile; 0 where that is unknown. */
  line: number;
}

/** The runtime of Android names the owner of a contended lock in the slice of who waits for it. */
const lockOwner = /\bowner tid: (\d{1,9})|^monitor contention with owner .{0,120}?\((\d{1,9})\)/;
const binderCall = /^binder transaction\b/;
const binderReply = /^binder reply\b/;

export function waitOf(model: TraceModel, slice: LongSlice): Wait | undefined {
  for (const part of [...slice.inside].reverse().concat(slice)) {
    const match = lockOwner.exec(part.name.slice(0, 400));
    if (match) return lockWait(model, slice, part, Number(match[1] ?? match[2]));
    if (binderCall.test(part.name)) return callWait(model, slice, part);
  }
  return undefined;
}

function lockWait(
  model: TraceModel,
  slice: LongSlice,
  { name, durationNs }: { name: string; durationNs: number },
  tid: number,
): Wait {
  const machine = slice.owner?.machine;
  const thread = tid === 0 ? undefined : machine?.table.findThread(tid);
  if (!machine || thread === undefined)
    return {
      name,
      durationNs,
      what: `a lock (${name})`,
      signature: name,
      subjects: [],
      next: 'Find what holds the lock: a thread dump of the same moment, or the slices of the other threads.',
      line: 0,
    };
  const owner = personLabel(machine, thread);
  const held = meanwhile(model, slice, (other) => other?.machine === machine && other.thread === thread);
  return {
    name,
    durationNs,
    what: `a lock of ${owner}${held ? `, which was in ${held.name}` : ''}`,
    signature: held ? `lock held in ${stable(held.name)}` : name,
    subjects: [owner, ...(held ? [held.name] : [])],
    next: held
      ? `Do not hold the lock for all of ${held.name}, or do not take it on the main thread.`
      : `See what ${owner} did while it held the lock.`,
    line: held?.line ?? 0,
  };
}

/** A call to another process; the slice of the answer that lies within it is that of the other side. */
function callWait(
  model: TraceModel,
  slice: LongSlice,
  { name, durationNs }: { name: string; durationNs: number },
): Wait | undefined {
  const answer = meanwhile(
    model,
    slice,
    (other) => other !== undefined && (other.machine !== slice.owner?.machine || other.thread !== slice.owner?.thread),
    binderReply,
  );
  if (!answer?.owner) return undefined;
  const who = model.who(answer.owner);
  const innermost = answer.inside[answer.inside.length - 1];
  return {
    name,
    durationNs,
    what: `an answer of ${who}${innermost ? `, which was in ${innermost.name}` : ''}`,
    signature: `call answered late${innermost ? ` in ${stable(innermost.name)}` : ''}`,
    subjects: [who, ...(innermost ? [innermost.name] : [])],
    next: `See why ${who} takes so long to answer, or call it from another thread.`,
    line: answer.line,
  };
}

/** The innermost of the long slices of another thread that fill at least half of this one. */
function meanwhile(
  model: TraceModel,
  slice: LongSlice,
  isOther: (owner: TrackOwner | undefined) => boolean,
  name?: RegExp,
): LongSlice | undefined {
  const endNs = slice.startNs + slice.durationNs;
  let best: LongSlice | undefined;
  for (const other of model.summary.longest()) {
    if (!isOther(other.owner) || (name && !name.test(other.name))) continue;
    const sharedNs = Math.min(endNs, other.startNs + other.durationNs) - Math.max(slice.startNs, other.startNs);
    if (sharedNs >= slice.durationNs / 2 && (!best || other.depth > best.depth)) best = other;
  }
  return best;
}
