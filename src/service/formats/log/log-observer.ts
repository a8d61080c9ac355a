import type { LineWatch, WatchedLine } from '../../lines/form-book.ts';
import { withoutNames } from '../../lines/without-names.ts';
import { lineText } from '../line-text.ts';
import { createFlapGatherer, mayTellState } from './flapping.ts';
import { contextRules, type LineRule, lineRules } from './line-rules.ts';
import { createMetricGatherer, mayMeasure } from './metrics.ts';
import { createTraceCollector, mayBeginTrace, mayContinueTrace } from './stack-traces.ts';
import { createTraceCounter } from './trace-findings.ts';

/** Lines of one form that a rule named. */
export interface RuleHit {
  rule: LineRule;
  form: number;
  count: number;
  lines: number[];
  lastLine: number;
  firstTimeMs: number;
  lastTimeMs: number;
  level: number;
  /** The first of the lines, from where its message begins. */
  message: string;
}

const interestInRule = 1;
const interestInTrace = 2;
const interestInMetric = 4;
const interestInState = 8;
/** Lines of one form differ only in words with a digit: what so many of them lack, the others lack too. */
const triedLines = 16;
const maxText = 1000;
/** Rules look no further into a line: what is wrong is said near its beginning. */
const ruledText = 800;

/** Watches a log while it is indexed: rules by form, stack traces, numbers over time. */
export function createLogObserver() {
  const hits = new Map<number, RuleHit | null>();
  const sampled = new Map<number, number>();
  /** Forms with a number of something that is measured. */
  const telling = new Set<number>();
  const traces = createTraceCounter();
  const collector = createTraceCollector(traces.add);
  const metrics = createMetricGatherer();
  const flaps = createFlapGatherer();
  const contextLines: { line: number; timeMs: number; rule: LineRule; text: string }[] = [];

  const watch: LineWatch = {
    interest(line, message) {
      const text = line.slice(message, message + ruledText);
      return (
        (ruleOf(text) ? interestInRule : 0) |
        (mayBeginTrace(text) || mayContinueTrace(text) ? interestInTrace : 0) |
        (mayMeasure(text) ? interestInMetric : 0) |
        (mayTellState(text) ? interestInState : 0)
      );
    },
    line(line) {
      const isTraceLine = (line.interest & interestInTrace) !== 0;
      let text: string | undefined;
      if (isTraceLine) {
        text = lineText(line, maxText);
        collector.line(text, line.number, line.timeMs, line.isContinuation, line.entryLine);
      }
      if ((line.interest & interestInRule) !== 0 && !line.isContinuation) hit(line);
      if ((line.interest & interestInState) !== 0 && !line.isContinuation) {
        flaps.add(text ?? lineText(line, maxText), line.number, line.timeMs);
      }
      if ((line.interest & interestInMetric) !== 0 && !line.isContinuation && isSampled(line.form)) {
        const found = metrics.add(text ?? lineText(line, maxText), line.number, line.timeMs);
        if (found > 0) telling.add(line.form);
      }
    },
  };
  return {
    watch,
    end: collector.end,
    hits: () => [...hits.values()].filter((one) => one !== null),
    traces,
    metrics,
    flaps,
    contextLines,
  };

  /** Every line of a form at first, then fewer and fewer of its many; none where the first of them measure nothing. */
  function isSampled(form: number): boolean {
    const seen = (sampled.get(form) ?? 0) + 1;
    sampled.set(form, seen);
    if (seen > triedLines && !telling.has(form)) return (seen & 255) === 0;
    return seen < 2000 || (seen < 20_000 ? (seen & 7) === 0 : (seen & 63) === 0);
  }

  function hit(line: WatchedLine): void {
    const known = hits.get(line.form);
    if (known === null) return;
    if (known) {
      known.count++;
      known.lastLine = line.number;
      known.lastTimeMs = line.timeMs;
      if (known.lines.length < 3) known.lines.push(line.number);
    } else {
      const text = lineText(line, maxText);
      const rule = ruleOf(text);
      // A line that says it is only information tells of trouble elsewhere at most.
      const isMeant = rule !== undefined && (line.level !== 1 || rule.evenInfo === true);
      hits.set(
        line.form,
        isMeant
          ? {
              rule,
              form: line.form,
              count: 1,
              lines: [line.number],
              lastLine: line.number,
              firstTimeMs: line.timeMs,
              lastTimeMs: line.timeMs,
              level: line.level,
              message: text,
            }
          : null,
      );
    }
    const rule = hits.get(line.form)?.rule;
    if (rule?.role === 'context' && contextLines.length < 500) {
      contextLines.push({ line: line.number, timeMs: line.timeMs, rule, text: lineText(line, maxText).slice(0, 300) });
    }
  }
}

function ruleOf(text: string): LineRule | undefined {
  const fits = (told: string) => lineRules.find((rule) => rule.pattern.test(told));
  const seen = fits(text) === undefined ? undefined : fits(withoutNames(text));
  return seen ?? contextRules.find((rule) => rule.pattern.test(text));
}
