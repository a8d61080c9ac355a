import { eventsOf } from '../cite.ts';
import type { Finding, Reading, Series, TimelineEvent } from '../reading.ts';
import { createBootTracker } from './boot-tracker.ts';
import { type ConsoleLine, readConsoleLine, readSpokenLine } from './console-line.ts';
import { crashFindings } from './crash-findings.ts';
import { type CrashLog, createCrashLog } from './crash-log.ts';
import { createErrorCounter } from './error-counter.ts';
import { createEventLog } from './event-log.ts';
import { createOomReader } from './events/out-of-memory.ts';
import { oomFindings } from './oom-findings.ts';
import { orderByCause } from './order-by-cause.ts';

/** What the kernel's lines in a text come to; the parts of a Reading that they fill. */
export interface KernelScan {
  findings: Finding[];
  timeline: TimelineEvent[];
  series: Series[];
  facts: Record<string, string | number>;
  /** Null where the kernel reported no crash. */
  crash: NonNullable<Reading['crash']> | null;
  tables: NonNullable<Reading['tables']>;
  /** How the lines tell their time, and the first and last of it in milliseconds. */
  clock: 'absolute' | 'boot' | 'none';
  firstTimeMs?: number;
  lastTimeMs?: number;
}

export interface KernelScanner {
  /** One line of the document, in order; `number` is 1-based. */
  line(number: number, text: string): void;
  /** What the kernel said in a line of a log that has another program's prefix, taken off, and that prefix's time. */
  speech(number: number, text: string, wallMs: number | undefined): void;
  finish(): KernelScan;
}

/** Reads kernel lines as they come, in bounded memory. `document` is the name findings cite. */
export function createKernelScanner(
  document: string,
  year: number | undefined = new Date().getUTCFullYear(),
): KernelScanner {
  const boots = createBootTracker(document);
  const crashes: CrashLog = createCrashLog();
  const events = createEventLog(document);
  const memory = createOomReader();
  const errors = createErrorCounter(document);

  function add(read: ConsoleLine): void {
    boots.add(read);
    const opensReport = crashes.add(read);
    const isOom = memory.add(read);
    if (opensReport) errors.add(read, 'critical');
    else if (isOom) errors.add(read, 'error');
    else if (isKernelLine(read)) errors.add(read, events.add(read));
  }

  function finish(): KernelScan {
    const reports = crashes.finish();
    const findings = orderByCause([
      ...crashFindings(document, reports),
      ...oomFindings(document, memory.reports(), memory.total()),
      ...events.findings(),
      ...boots.findings(),
    ]);
    const first = reports.list[0];
    return {
      findings,
      timeline: [...boots.timeline(), ...eventsOf(findings)]
        .sort((a, b) => a.timeMs - b.timeMs || a.line - b.line)
        .slice(0, longestTimeline),
      series: errors.series(),
      facts: { ...boots.facts(), ...events.facts() },
      crash: first === undefined ? null : { title: first.title, guilty: first.guilty, corrupted: first.isCorrupted },
      tables: tablesOf(memory.reports()),
      ...boots.clock(),
    };
  }

  return {
    line: (number, text) => add(readConsoleLine(number, text, year)),
    speech: (number, text, wallMs) => add(readSpokenLine(number, text, wallMs)),
    finish,
  };
}

/** The rules over a range of lines of some other document, such as the kernel log in a bug report. */
export async function scanKernelLines(
  document: string,
  lines: Iterable<{ number: number; text: string }> | AsyncIterable<{ number: number; text: string }>,
): Promise<KernelScan> {
  const scanner = createKernelScanner(document);
  for await (const { number, text } of lines) scanner.line(number, text);
  return scanner.finish();
}

// Output of programs on the same console is not the kernel's word.
function isKernelLine(line: ConsoleLine): boolean {
  return line.context !== '' || !/^(?:\S{1,200}@\S+[:~]|\[pid|executing|syz)/.test(line.raw);
}

const longestTimeline = 2000;

function tablesOf(reports: ReturnType<ReturnType<typeof createOomReader>['reports']>): KernelScan['tables'] {
  const rows = reports.flatMap((report) =>
    report.biggest.map(({ name, pid, rssKb, line }) => ({ atLine: report.firstLine, name, pid, rssKb, line })),
  );
  return rows.length === 0 ? {} : { 'memory users': rows.slice(0, 500) };
}
