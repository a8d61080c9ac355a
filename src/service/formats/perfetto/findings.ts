import type { Finding, LineRange } from '../reading.ts';
import { longWaitNs } from './model/scheduling.ts';
import type { LongSlice } from './model/slice-summary.ts';
import { durationText, type TraceModel, threadLabel } from './model/trace-model.ts';

const maxEvidence = 12;
const longSliceNs = 500e6;
const maxPerRule = 15;

/** What a person who opens the trace would want to be told first. */
export function traceFindings(model: TraceModel, document: string): Finding[] {
  return [
    ...noticeFindings(model, document),
    ...blockedFindings(model, document),
    ...frameFindings(model, document),
    ...starvationFindings(model, document),
    ...longSliceFindings(model, document),
    ...counterFindings(model, document),
  ];
}

const cite = (document: string, lines: readonly number[]): LineRange[] =>
  lines
    .filter((line) => line > 0)
    .slice(0, maxEvidence)
    .map((line) => ({ document, lineStart: line, lineEnd: line }));

function noticeFindings(model: TraceModel, document: string): Finding[] {
  return [...model.notices.all()]
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || b.count - a.count || a.firstNs - b.firstNs)
    .slice(0, maxPerRule * 3)
    .map((notice) => {
      const times = notice.count === 1 ? '' : `, ${notice.count} times`;
      const common = {
        count: notice.count,
        firstTimeMs: model.recorder.timeMsOf(notice.firstNs),
        lastTimeMs: model.recorder.timeMsOf(notice.lastNs),
        evidence: cite(document, notice.lines),
      };
      if (notice.kind === 'killed')
        return {
          ...common,
          rule: 'trace.process-killed',
          title: `${notice.what} was killed for lack of memory${times}`,
          explanation: 'The low memory killer ended the process; what it was doing was lost.',
          severity: 'error' as const,
          role: 'cause' as const,
          certainty: 'certain' as const,
          signature: `killed for lack of memory: ${stable(notice.what)}`,
          subjects: [notice.what],
          next: ['Record memory with the trace: add the data source linux.process_stats with a poll interval of 1 s.'],
        };
      if (notice.kind === 'jank')
        return {
          ...common,
          rule: 'trace.late-frame',
          title: `late frames: ${notice.what}${times}`,
          explanation: 'The frame was not shown when it was meant to be; the trace names the side that was late.',
          severity: 'warning' as const,
          role: 'symptom' as const,
          certainty: 'certain' as const,
          signature: `late frame: ${stable(notice.what)}`,
          subjects: [model.who(notice.owner)],
        };
      return {
        ...common,
        rule: notice.isFatal ? 'trace.log-fatal' : 'trace.log-error',
        title: `${model.who(notice.owner)} logged: ${notice.what.slice(0, 200)}${times}`,
        explanation: notice.isFatal
          ? 'A fatal error in the log of the traced system.'
          : 'An error in the log of the traced system.',
        severity: notice.isFatal ? ('critical' as const) : ('error' as const),
        role: 'cause' as const,
        certainty: 'likely' as const,
        signature: stable(notice.what).slice(0, 200),
        subjects: [model.who(notice.owner)],
      };
    });
}

function rankOf(kind: string): number {
  return ['killed', 'logged', 'jank'].indexOf(kind);
}

function blockedFindings(model: TraceModel, document: string): Finding[] {
  return grouped(model.summary.blockedMain()).map((slices) => {
    const [worst] = slices;
    const whose = model.who(worst!.owner);
    return {
      rule: 'trace.blocked-main-thread',
      title: worst!.isOpen
        ? `main thread of ${whose} still in ${worst!.name} when the trace ended, after ${durationText(worst!.durationNs)}`
        : `main thread of ${whose} busy for ${durationText(worst!.durationNs)} in ${worst!.name}`,
      explanation: `A main thread answers to the person; anything above 100 ms is felt as a stall. ${times(slices.length)} in this trace.`,
      severity: worst!.durationNs > 1e9 ? 'error' : 'warning',
      role: 'cause',
      certainty: worst!.isOpen ? 'likely' : 'certain',
      count: slices.length,
      ...spanOf(model, slices),
      evidence: cite(
        document,
        slices.map(({ line }) => line),
      ),
      signature: `blocked main thread: ${stable(worst!.name)}`,
      subjects: [whose, worst!.name],
      next: [`Look at what ${worst!.name} waits for: record sched, binder_driver and view together.`],
    };
  });
}

function frameFindings(model: TraceModel, document: string): Finding[] {
  const { count, slow, slowCount } = model.summary.frames();
  const [worst] = slow;
  if (!worst) return [];
  const share = Math.round((slowCount / count) * 100);
  return [
    {
      rule: 'trace.slow-frame',
      title: `${slowCount} of ${count} frames took longer than two refreshes of the display, the worst ${durationText(worst.durationNs)}`,
      explanation: `${share} % of the frames were late; the slowest is ${worst.name} of ${model.who(worst.owner)}.`,
      severity: share >= 10 || worst.durationNs > 500e6 ? 'error' : 'warning',
      role: 'symptom',
      certainty: 'certain',
      count: slowCount,
      ...spanOf(model, slow),
      evidence: cite(
        document,
        slow.map(({ line }) => line),
      ),
      signature: `slow frames: ${stable(worst.name)}`,
      subjects: [model.who(worst.owner)],
    },
  ];
}

function starvationFindings(model: TraceModel, document: string): Finding[] {
  const starved = [...model.machines()].flatMap((machine) =>
    [...machine.scheduling.threads()]
      .filter(({ longestWaitNs, thread }) => thread !== 0 && longestWaitNs >= longWaitNs)
      .map((time) => ({ machine, ...time })),
  );
  starved.sort((a, b) => b.longestWaitNs - a.longestWaitNs);
  return starved.slice(0, maxPerRule).map((time) => {
    const whose = threadLabel(time.machine, time.thread);
    const timeMs = model.recorder.timeMsOf(time.longestWaitStartNs);
    return {
      rule: 'trace.cpu-starvation',
      title: `${whose} waited ${durationText(time.longestWaitNs)} for a processor`,
      explanation: `It could have run and did not get a processor; in all it ran ${durationText(time.runningNs)} and waited ${durationText(time.waitingNs)}.`,
      severity: time.longestWaitNs > 1e9 ? 'error' : 'warning',
      role: 'cause',
      certainty: 'certain',
      count: Math.max(1, time.waits),
      firstTimeMs: timeMs,
      lastTimeMs: timeMs,
      evidence: cite(document, [time.longestWaitLine]),
      signature: `starved of CPU: ${stable(whose)}`,
      subjects: [whose],
      next: [
        'See what ran instead: the table of threads by CPU time, and cpufreq and thermal events of the same stretch.',
      ],
    };
  });
}

function longSliceFindings(model: TraceModel, document: string): Finding[] {
  const told = new Set(model.summary.blockedMain().map(({ line }) => line));
  return [...model.summary.kinds()]
    .filter(({ longest: [top] }) => top !== undefined && top.durationNs >= longSliceNs && !told.has(top.line))
    .sort((a, b) => b.longest[0]!.durationNs - a.longest[0]!.durationNs)
    .slice(0, maxPerRule)
    .map((kind) => {
      const [top] = kind.longest;
      return {
        rule: 'trace.long-slice',
        title: `${kind.name} took ${durationText(top!.durationNs)} on ${model.who(top!.owner)}`,
        explanation: `${times(kind.count)} in this trace, ${durationText(kind.totalNs)} in all, ${durationText(kind.totalNs / kind.count)} on average.`,
        severity: 'info',
        role: 'context',
        certainty: 'possible',
        count: kind.count,
        ...spanOf(model, kind.longest),
        evidence: cite(
          document,
          kind.longest.map(({ line }) => line),
        ),
        signature: `long slice: ${stable(kind.name)}`,
        subjects: [kind.name, model.who(top!.owner)],
      };
    });
}

const minPoints = 20;

/** A counter that only grows, and by far: a leak in the making. */
function counterFindings(model: TraceModel, document: string): Finding[] {
  return [...model.counters.courses()]
    .flatMap(({ name, unit, points }) => {
      if (points.length < minPoints || !/mem|rss|heap|size|bytes|queue|pending|count|fd/i.test(`${name} ${unit}`))
        return [];
      const first = points[0]!;
      const last = points[points.length - 1]!;
      const rises = points.filter(({ value }, index) => index > 0 && value >= points[index - 1]!.value).length;
      const quarter = Math.floor(points.length / 4);
      const early = mean(points.slice(0, quarter).map(({ value }) => value));
      const late = mean(points.slice(-quarter).map(({ value }) => value));
      if (rises < (points.length - 1) * 0.8 || !(late > early * 1.5) || early <= 0) return [];
      return [
        {
          rule: 'trace.counter-grows',
          title: `${name} grows from ${amount(first.value, unit)} to ${amount(last.value, unit)} without falling back`,
          explanation: `It rose in ${rises} of ${points.length - 1} steps; what grows like this leaks or piles up.`,
          severity: 'warning' as const,
          role: 'cause' as const,
          certainty: 'likely' as const,
          count: 1,
          firstTimeMs: first.timeMs,
          lastTimeMs: last.timeMs,
          evidence: cite(document, [first.line, last.line]),
          signature: `counter grows: ${stable(name)}`,
          subjects: [name],
        },
      ];
    })
    .slice(0, maxPerRule);
}

function grouped(slices: readonly LongSlice[]): LongSlice[][] {
  const groups = new Map<string, LongSlice[]>();
  for (const slice of slices) {
    const key = `${stable(slice.name)} ${slice.owner?.machine.id} ${slice.owner?.thread} ${slice.isOpen}`;
    const group = groups.get(key);
    if (group) group.push(slice);
    else groups.set(key, [slice]);
  }
  return [...groups.values()].slice(0, maxPerRule);
}

function spanOf(model: TraceModel, slices: readonly LongSlice[]): { firstTimeMs: number; lastTimeMs: number } {
  const starts = slices.map(({ startNs }) => startNs);
  const firstNs = starts.reduce((least, value) => Math.min(least, value), starts[0]!);
  const lastNs = starts.reduce((most, value) => Math.max(most, value), starts[0]!);
  return { firstTimeMs: model.recorder.timeMsOf(firstNs), lastTimeMs: model.recorder.timeMsOf(lastNs) };
}

function times(count: number): string {
  return count === 1 ? 'Once' : `${count} times`;
}

/** The same over runs: numbers and addresses out. */
function stable(text: string): string {
  return text.replace(/\b0x[0-9a-f]+\b|\d+/gi, '#').slice(0, 160);
}

function amount(value: number, unit: string): string {
  if (unit === 'bytes')
    return value >= 1048576 ? `${Math.round(value / 1048576)} MiB` : `${Math.round(value / 1024)} KiB`;
  return `${value}${unit === '' ? '' : ` ${unit}`}`;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
