import type { ConsoleLine } from '../console-line.ts';

export interface ReportLine {
  number: number;
  text: string;
}

/** The lines that belong to one report, in the words of the context it was printed from. */
export interface CollectedReport {
  header: ConsoleLine;
  lines: ReportLine[];
  /** How many of `lines` stand before another report begins in the same stream; later ones may be the other's. */
  ownLines: number;
  timeMs?: number;
}

export interface ReportCollector {
  /** Takes one more line of the console, in order. `opensReport`: the line is some report's heading. */
  add(line: ConsoleLine, opensReport: boolean): void;
  /** Nothing more is taken. */
  isFull(): boolean;
  report: CollectedReport;
  /** Lines at its beginning that are headings, repeated for inlined functions. */
  headingLines(): number;
}

const longestLine = 768;
const cpuContext = /^\[ *C\d+\]$/;

/** Lines that go on in the middle of another report and so begin none of their own. */
export const continuation =
  /invalid opcode: 0000|Kernel panic - not syncing|unregister_netdevice: waiting for|PANIC: double fault|Internal error:|Unhandled fault: alignment|kernel BUG at rust\/helpers/;

// The words that stay the same from one inlined function to the next: a sanitizer's finding, a WARN()'s place.
const repeatedHeading = /\b(?:BUG: K\w+: [a-z -]+? in |WARNING: CPU: \d+ PID: \d+ at [\w./-]+:\d+ )/;

/** Symbolised reports repeat the heading for each inlined function: the line goes on with the heading before it. */
export function repeatsHeading(header: ConsoleLine, headingLines: number, line: ConsoleLine): boolean {
  if (line.number !== header.number + headingLines) return false;
  const words = repeatedHeading.exec(header.message.slice(0, longestLine))?.[0];
  return words !== undefined && repeatedHeading.exec(line.message.slice(0, longestLine))?.[0] === words;
}

/** Messages with a stack that are no report; in the middle of one they tell that two streams are mixed. */
const otherStack = /vmalloc: allocation failure:|FAULT_INJECTION: forcing a failure|FAULT_FLAG_ALLOW_RETRY missing/;

/** Gathers a report from its heading on, at most `maxLines` lines of its own. */
export function createReportCollector(header: ConsoleLine, maxLines: number): ReportCollector {
  const lines: ReportLine[] = [];
  const report: CollectedReport = { header, lines, ownLines: 0 };
  const hasOwnContext = header.context !== '' && header.context !== 'console';
  // Tells whether enough of a report stands to leave off the panic it ends in. KMSAN's have fewer lines.
  const enoughLines = header.raw.includes('BUG: KMSAN:') ? 16 : 22;
  let isMixed = false;
  let allCpus = false;
  let isOver = false;
  let seen = 0;
  let headingLines = 1;

  function add(line: ConsoleLine, opensReport: boolean): void {
    if (lines.length >= maxLines) return;
    const isHeader = line === header;
    if (opensReport && repeatsHeading(header, headingLines, line)) headingLines++;
    else if (!isHeader && !isMixed) isMixed = opensReport ? !continuation.test(line.raw) : otherStack.test(line.raw);
    if (!isHeader && (line.isUnsure || !isOfReport(line))) return;
    seen++;
    const isTaintNote = line.raw.includes('Disabling lock debugging due to kernel taint');
    if (!isTaintNote && line.raw.includes('Sending NMI from CPU')) allCpus = true;
    else if (!isTaintNote && seen > enoughLines && endsReport(line.raw)) isOver = true;
    if (!isHeader && (isTaintNote || isOver)) return;
    lines.push({ number: line.number, text: line.message.slice(0, longestLine) });
    if (!isMixed || hasOwnContext) report.ownLines = lines.length;
  }

  const isOfReport = ({ context }: ConsoleLine): boolean =>
    context === header.context || (allCpus && cpuContext.test(context));

  return { add, isFull: () => lines.length >= maxLines, report, headingLines: () => headingLines };
}

// The panic a report ends in repeats its stack; and printing an oops takes locks in an order lockdep complains of.
function endsReport(raw: string): boolean {
  return (
    raw.includes('Kernel panic - not syncing') || raw.includes('WARNING: possible circular locking dependency detected')
  );
}
