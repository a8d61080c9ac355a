import type { Finding } from '../reading.ts';
import { cite, maxPerRule, spanOf, stable, times } from './cited-slices.ts';
import type { LongSlice } from './model/long-slices.ts';
import { durationText, type Machine, type TraceModel } from './model/trace-model.ts';
import { waitOf } from './waits.ts';

/** Main threads that did not answer, and what they were at. */
export function stallFindings(model: TraceModel, document: string): Finding[] {
  return grouped(stalls(model)).map((slices) => stallFinding(model, document, slices));
}

/** Slices that kept a main thread from answering to a person, worst first. */
export function stalls(model: TraceModel): LongSlice[] {
  const spanNs = (model.recorder.lastNs() ?? 0) - (model.recorder.firstNs() ?? 0);
  return model.summary
    .blockedMain()
    .filter((slice) => !(slice.isLoop && (slice.isOpen || slice.durationNs >= spanNs * 0.9)))
    .filter(({ owner }) => owner?.thread !== undefined && isInteractive(model, owner.machine, owner.thread));
}

const interactiveThread = /^Cr(?:Browser|Renderer|Gpu|Utility)\w*Main$/;
/** Names of apps are those of their package. */
const appName = /^(?:(?:com|org|net|io|android)(?:\.[a-z]\w*)+|[a-z]\w*(?:\.[a-z]\w*){2,})(?::[\w.]+)?$/i;
const systemApps = new Set(['system_server', 'surfaceflinger', 'Browser', 'Renderer']);

/** A program that computes is free to be busy; only one that a person works with has to answer. */
function isInteractive(model: TraceModel, { table }: Machine, thread: number): boolean {
  if (model.summary.frames().count > 0) return true;
  const { name, process } = table.thread(thread);
  if (name !== undefined && interactiveThread.test(name)) return true;
  const owner = process === undefined ? undefined : table.process(process).name;
  // The kernel's own traces are made to see what a person felt; there the names of processes may be missing.
  if (owner === undefined) return table.thread(0).name !== undefined;
  return systemApps.has(owner) || (owner.length < 200 && appName.test(owner));
}

function stallFinding(model: TraceModel, document: string, slices: readonly LongSlice[]): Finding {
  const worst = slices[0]!;
  const whose = model.whose(worst.owner);
  const innermost = worst.inside[worst.inside.length - 1];
  const wait = waitOf(model, worst);
  const course = courseOf(worst);
  const spent = worst.use
    ? ` Of ${durationText(worst.durationNs)} it ran ${durationText(worst.use.runningNs)}, waited ${durationText(worst.use.waitingNs)} for a processor and slept the rest.`
    : '';
  const waited = wait && worst.isOpen ? ` It waits for ${wait.what}.` : '';
  const within = wait && wait.name !== worst.name ? ` It happened in ${worst.name}.` : '';
  return {
    rule: 'trace.blocked-main-thread',
    title: `main thread of ${whose} ${stallTitle(worst, wait, course)}`,
    explanation: `The main thread handles user input; people notice anything above 100 ms as a stall. ${times(slices.length)} in this trace.${spent}${waited}${within}`,
    severity: worst.durationNs > 1e9 ? 'error' : 'warning',
    role: course === 'starved' && !wait ? 'symptom' : 'cause',
    certainty: worst.isOpen ? 'likely' : 'certain',
    count: slices.length,
    ...spanOf(model, slices),
    evidence: cite(document, [worst.line, wait?.line ?? 0, ...slices.slice(1).map(({ line }) => line)]),
    signature: `blocked main thread: ${stable(wait?.signature ?? innermost?.name ?? worst.name)}`,
    subjects: [whose, worst.name, ...(innermost ? [innermost.name] : []), ...(wait?.subjects ?? [])],
    next: [wait ? wait.next : nextStep(worst, course)],
  };
}

/** What its thread did for most of a slice, where the trace tells of scheduling. */
type Course = 'starved' | 'asleep' | 'busy' | 'unknown';

function courseOf({ use, durationNs }: LongSlice): Course {
  if (use === undefined) return 'unknown';
  if (use.waitingNs >= durationNs / 2) return 'starved';
  return use.runningNs < durationNs / 5 ? 'asleep' : 'busy';
}

function stallTitle(worst: LongSlice, wait: ReturnType<typeof waitOf>, course: Course): string {
  const { name, durationNs, inside, use } = worst;
  const tookText = durationText(durationNs);
  if (worst.isOpen) return `still in ${name} when the trace ended, after ${tookText}`;
  if (wait) return `waited ${durationText(wait.durationNs)} for ${wait.what}`;
  if (course === 'starved' && use)
    return `took ${tookText} for ${name}, ${durationText(use.waitingNs)} of it waiting for a processor`;
  const innermost = inside[inside.length - 1];
  const mostly = innermost ? `, mostly in ${innermost.name}` : '';
  return `${course === 'asleep' ? 'blocked' : 'busy'} for ${tookText} in ${name}${mostly}`;
}

function nextStep({ name, inside }: LongSlice, course: Course): string {
  switch (course) {
    case 'starved':
      return 'See what used the processors meanwhile: the findings on waiting for a processor, and the table of threads by CPU time.';
    case 'asleep':
      return 'Find what wakes it: record sched with sched_waking, binder_driver and dalvik together.';
    case 'busy':
      return `Move the work of ${inside[inside.length - 1]?.name ?? name} off the main thread; a CPU profile (linux.perf) shows where in it the time goes.`;
    case 'unknown':
      return `Look at what ${name} waits for: record sched, binder_driver and view together.`;
  }
}

/** What every frame goes through: naming one of these says where the time went, not why. */
const frameStage =
  /^(?:traversal|performTraversals|animation|insets_animation|input|commit|draw|measure|layout|postAndWait|syncFrameState|Record View#draw\(\)|draw-VRI\b.*|(?:Choreographer#)?doFrame\b.*|DrawFrames?\b.*)$/;

export function frameFindings(model: TraceModel, document: string): Finding[] {
  const { count, slow, slowCount } = model.summary.frames();
  const [worst] = slow;
  if (!worst) return [];
  const share = Math.round((slowCount / count) * 100);
  const culprit = culpritOf(slow);
  const isCause = culprit !== undefined && !frameStage.test(culprit.name);
  const whose = model.whose(worst.owner);
  return [
    {
      rule: 'trace.slow-frame',
      title: `${slowCount} of ${count} frames took longer than two refreshes of the display, the worst ${durationText(worst.durationNs)}${culprit ? `, mostly in ${culprit.name}` : ''}`,
      explanation: `${share === 0 ? 'Less than 1' : share} % of the frames were late; the slowest is ${worst.name} of ${whose}.${culprit ? ` ${culprit.name} took most of ${culprit.count} of the ${slow.length} slowest.` : ''}${useText(worst)}`,
      severity: share >= 5 || worst.durationNs > 500e6 ? 'error' : 'warning',
      role: isCause ? 'cause' : 'symptom',
      certainty: isCause ? 'likely' : 'certain',
      count: slowCount,
      ...spanOf(model, slow),
      evidence: cite(
        document,
        slow.map(({ line }) => line),
      ),
      signature: `slow frames: ${stable(culprit?.name ?? worst.name)}`,
      subjects: [whose, ...(culprit ? [culprit.name] : [])],
      next: [
        isCause
          ? `Do the work of ${culprit.name} before the frame or off the thread that prepares it.`
          : 'Record sched, gfx, view and the atrace tags of the app together to see what the slow frames did.',
      ],
    },
  ];
}

/** What took most of the time in at least half of the slow frames. */
function culpritOf(slow: readonly LongSlice[]): { name: string; count: number } | undefined {
  const tally = new Map<string, { name: string; count: number }>();
  for (const { inside } of slow) {
    const innermost = inside[inside.length - 1];
    if (!innermost) continue;
    const key = stable(innermost.name);
    const known = tally.get(key);
    if (known) known.count++;
    else tally.set(key, { name: innermost.name, count: 1 });
  }
  const [most] = [...tally.values()].sort((a, b) => b.count - a.count);
  return most && most.count * 2 >= slow.length ? most : undefined;
}

function useText({ use, durationNs }: LongSlice): string {
  if (!use) return '';
  return ` Of its ${durationText(durationNs)} its thread ran ${durationText(use.runningNs)} and waited ${durationText(use.waitingNs)} for a processor.`;
}

function grouped(slices: readonly LongSlice[]): LongSlice[][] {
  const groups = Map.groupBy(
    slices,
    ({ name, owner, isOpen }) => `${stable(name)} ${owner?.machine.id} ${owner?.thread} ${isOpen}`,
  );
  return [...groups.values()].slice(0, maxPerRule);
}
