import { mean } from '#core/mean.ts';
import type { Finding } from '../reading.ts';
import { cite, maxPerRule, spanOf, stable, times } from './cited-slices.ts';
import { durationText, type TraceModel } from './model/trace-model.ts';
import { frameFindings, stallFindings, stalls } from './stall-findings.ts';
import { starvationFindings } from './starvation-findings.ts';

const longSliceNs = 500e6;

/** What a person who opens the trace would want to be told first. */
export function traceFindings(model: TraceModel, document: string): Finding[] {
  return [
    ...noticeFindings(model, document),
    ...stallFindings(model, document),
    ...frameFindings(model, document),
    ...starvationFindings(model, document),
    ...longSliceFindings(model, document),
    ...counterFindings(model, document),
  ];
}

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
          explanation: 'The low memory killer ended the process, and its work was lost.',
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
          explanation: 'The frame was not shown on time; the trace names the side that was late.',
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

function longSliceFindings(model: TraceModel, document: string): Finding[] {
  const told = new Set([...stalls(model), ...model.summary.frames().slow].map(({ line }) => line));
  return [...model.summary.kinds()]
    .filter(({ longest: [top] }) => top !== undefined && top.durationNs >= longSliceNs && !told.has(top.line))
    .sort((a, b) => b.longest[0]!.durationNs - a.longest[0]!.durationNs)
    .slice(0, maxPerRule)
    .map((kind) => {
      const [top] = kind.longest;
      const innermost = top!.inside[top!.inside.length - 1];
      const within = innermost
        ? ` Most of the longest went to ${innermost.name} (${durationText(innermost.durationNs)}).`
        : '';
      return {
        rule: 'trace.long-slice',
        title: `${kind.name} took ${durationText(top!.durationNs)} on ${model.whose(top!.owner)}`,
        explanation: `${times(kind.count)} in this trace, ${durationText(kind.totalNs)} in all, ${durationText(kind.totalNs / kind.count)} on average.${within}`,
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
        subjects: [kind.name, model.whose(top!.owner)],
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
          explanation: `It rose in ${rises} of ${points.length - 1} steps, which suggests a leak or a backlog.`,
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

function amount(value: number, unit: string): string {
  if (unit === 'bytes')
    return value >= 1048576 ? `${Math.round(value / 1048576)} MiB` : `${Math.round(value / 1024)} KiB`;
  return `${value}${unit === '' ? '' : ` ${unit}`}`;
}
