import type { Finding, LineRange } from '../reading.ts';
import { isOwnCode } from './own-code.ts';
import type { StackTrace } from './stack-traces.ts';

/** Exception and the top three frames: the same over builds, addresses and line numbers. */
function traceSignature(trace: StackTrace): string {
  const short = trace.exception.replace(/^.*[.\\](?=\w+$)/, '');
  return [short, ...trace.frames.slice(0, 3)].join(' < ').slice(0, 200);
}

/** One finding for all traces of one signature. */
export function traceFindings(
  document: string,
  traces: readonly StackTrace[],
  counts: ReadonlyMap<string, TraceCount>,
): Finding[] {
  return traces.map((trace) => {
    const signature = traceSignature(trace);
    const known = counts.get(signature) ?? {
      count: 1,
      firstTimeMs: trace.timeMs,
      lastTimeMs: trace.timeMs,
      places: [],
    };
    const isCrash =
      trace.kind === 'go' ||
      trace.kind === 'rust' ||
      trace.kind === 'native' ||
      trace.kind === 'sanitizer' ||
      trace.kind === 'segfault' ||
      trace.isUncaught === true;
    const said = trace.message ? `: ${trace.message.slice(0, 160)}` : '';
    const thrower = trace.frames.find((frame) => isOwnCode(frame)) ?? trace.frames[0];
    const where = thrower ? ` in ${thrower}` : '';
    return {
      rule: isCrash ? `${trace.kind}.crash` : `${trace.kind}.exception`,
      title: `${trace.exception}${said}${where}`.slice(0, 260),
      explanation: `${known.count === 1 ? 'One stack trace' : `${known.count} stack traces`} of ${trace.exception}${
        trace.frames.length > 0 ? `, thrown in ${trace.frames.slice(0, 3).join(', called by ')}` : ''
      }.`,
      severity: isCrash ? 'critical' : 'error',
      role: 'cause',
      certainty: 'certain',
      count: known.count,
      ...(!Number.isNaN(known.firstTimeMs) && { firstTimeMs: known.firstTimeMs, lastTimeMs: known.lastTimeMs }),
      evidence: (known.places.length > 0 ? known.places : [place(trace)]).map((range) => ({ document, ...range })),
      signature,
      subjects: [trace.exception, ...trace.frames.slice(0, 3)],
    } satisfies Finding;
  });
}

interface TraceCount {
  count: number;
  firstTimeMs: number;
  lastTimeMs: number;
  places: Omit<LineRange, 'document'>[];
}

const place = (trace: StackTrace): Omit<LineRange, 'document'> => ({
  lineStart: trace.lineStart,
  lineEnd: Math.min(trace.lineEnd, trace.lineStart + 39),
});

/** Counts traces by signature as they come; at most 500 signatures and three places of each are kept. */
export function createTraceCounter() {
  const counts = new Map<string, TraceCount>();
  const examples: StackTrace[] = [];
  return {
    counts,
    examples,
    add(trace: StackTrace): void {
      const signature = traceSignature(trace);
      const known = counts.get(signature);
      if (known) {
        known.count++;
        known.lastTimeMs = trace.timeMs;
        if (known.places.length < 3) known.places.push(place(trace));
      } else if (examples.length < 500) {
        examples.push(trace);
        counts.set(signature, {
          count: 1,
          firstTimeMs: trace.timeMs,
          lastTimeMs: trace.timeMs,
          places: [place(trace)],
        });
      }
    },
  };
}
