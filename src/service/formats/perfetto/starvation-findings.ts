import type { Finding } from '../reading.ts';
import { cite, maxPerRule, stable } from './cited-slices.ts';
import { isMainThread } from './model/main-thread.ts';
import { longWaitNs, type ThreadTime } from './model/scheduling.ts';
import { durationText, type Machine, personLabel, type TraceModel } from './model/trace-model.ts';

/** Threads that could have run and did not get a processor, and who had it. */
export function starvationFindings(model: TraceModel, document: string): Finding[] {
  const starved = [...model.machines()].flatMap((machine) =>
    [...machine.scheduling.threads()]
      .filter(({ longestWaitNs, thread }) => thread !== 0 && longestWaitNs >= longWaitNs)
      .map((time) => ({ machine, time })),
  );
  starved.sort((a, b) => b.time.longestWaitNs - a.time.longestWaitNs);
  return starved.slice(0, maxPerRule).map(({ machine, time }) => starvationFinding(model, document, machine, time));
}

function starvationFinding(model: TraceModel, document: string, machine: Machine, time: ThreadTime): Finding {
  const whose = `${isMainThread(machine, time.thread) ? 'main thread of ' : ''}${personLabel(machine, time.thread)}`;
  const timeMs = model.recorder.timeMsOf(time.longestWaitStartNs);
  const others = time.instead.map(({ thread, runningNs }) => ({ who: personLabel(machine, thread), runningNs }));
  const meanwhile = others.map(({ who, runningNs }) => `${who} ${durationText(runningNs)}`).join(', ');
  const most = others[0] && others[0].runningNs >= time.longestWaitNs / 2 ? ` while ${others[0].who} ran` : '';
  const often = time.waits > 1 ? ` It waited longer than ${durationText(longWaitNs)} ${time.waits} times.` : '';
  return {
    rule: 'trace.cpu-starvation',
    title: `${whose} waited ${durationText(time.longestWaitNs)} for a processor${most}${time.isWaitOpen ? ' and had none when the trace ended' : ''}`,
    explanation: `It could have run and did not get a processor; in all it ran ${durationText(time.runningNs)} and waited ${durationText(time.waitingNs)}.${often}${meanwhile === '' ? '' : ` During the longest wait these ran: ${meanwhile}.`}`,
    severity: isSevere(machine, time) ? 'error' : 'warning',
    role: 'cause',
    certainty: time.isWaitOpen ? 'likely' : 'certain',
    count: Math.max(1, time.waits),
    firstTimeMs: timeMs,
    lastTimeMs: timeMs,
    evidence: cite(document, [time.longestWaitLine]),
    signature: `starved of CPU: ${stable(whose)}`,
    subjects: [whose, ...others.map(({ who }) => who)],
    next: [
      others[0]
        ? `See what ${others[0].who} computes and with which priority it runs, and the cpufreq and thermal events of the same period.`
        : 'See what ran instead: the table of threads by CPU time, and cpufreq and thermal events of the same period.',
    ],
  };
}

/** Threads of the background are meant to wait; a main thread that waits more than it runs is not. */
function isSevere(machine: Machine, { thread, longestWaitNs, waitingNs, runningNs }: ThreadTime): boolean {
  if (longestWaitNs > 1e9) return true;
  return isMainThread(machine, thread) && waitingNs > 1e9 && waitingNs > runningNs;
}
