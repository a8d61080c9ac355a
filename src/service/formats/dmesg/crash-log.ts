import type { ConsoleLine } from './console-line.ts';
import {
  type CollectedReport,
  continuation,
  createReportCollector,
  type ReportCollector,
  repeatsHeading,
} from './crash/collect-report.ts';
import { type CrashReport, readReport } from './crash/read-report.ts';
import { familyOf } from './crash/report-families.ts';
import type { ReportFamily } from './crash/report-shape.ts';

export interface LoggedCrash extends CrashReport {
  timeMs?: number;
  /** Boot it happened in, counted from 0. */
  boot: number;
  /** Lines after it, of the same context, that state what came of it (a panic, a reboot). */
  followedBy: { line: number; text: string }[];
}

export interface CrashReports {
  list: LoggedCrash[];
  /** Reports beyond those read, counted only. */
  more: number;
}

export interface CrashLog {
  /** True where the line is the heading of a report. */
  add(line: ConsoleLine): boolean;
  finish(): CrashReports;
}

interface OpenReport {
  family: ReportFamily;
  collector: ReportCollector;
  boot: number;
  timeMs?: number;
  followedBy: LoggedCrash['followedBy'];
  /** It was found to be a report, not words that look like one. */
  isSure: boolean;
  /** How often that was looked at without knowing. */
  doubts: number;
}

const mostDoubts = 20;
const maxReports = 300;
const maxOpen = 6;
/** The first report decides the crash title and may be mixed with others for long. */
const firstReportLines = 20_000;
const laterReportLines = 400;
const laterReportReach = 3000;
const longestHeading = 2048;

/** Finds the kernel's crash reports in a console log, several of them mixed, and reads each once it has ended. */
export function createCrashLog(): CrashLog {
  const closed: LoggedCrash[] = [];
  let open: OpenReport[] = [];
  let more = 0;
  let boot = 0;
  let first: OpenReport | undefined;
  let hasOutput = false;
  let broken = '';

  function add(line: ConsoleLine): boolean {
    if (/^Linux version \d/.test(line.message)) {
      if (hasOutput) boot++;
      closeWhere((report) => report !== first);
    }
    const family = familyOf(line.raw.length > longestHeading ? line.raw.slice(0, longestHeading) : line.raw);
    const isHeading = family !== undefined && !line.isProgram && !isOrdinaryBoot(family, hasOutput);
    if (!hasOutput && line.raw.trim() !== '' && !bootLoader.test(line.raw)) hasOutput = true;
    if (line.raw.includes('serialport: VM disconnected.')) broken = 'the console connection ended';
    closeWhere((report) => report !== first && isFarFrom(report, line));
    const repeated = open.some(({ collector }) =>
      repeatsHeading(collector.report.header, collector.headingLines(), line),
    );
    for (const report of open) report.collector.add(line, isHeading);
    if (!isHeading || repeated) return isHeading;
    const host = continuation.test(line.raw)
      ? open.findLast((report) => goesOnIn(report, line) && (line.raw.includes('panic_on_warn') || isReport(report)))
      : undefined;
    if (host !== undefined) {
      if (host.followedBy.length < 4) host.followedBy.push({ line: line.number, text: line.message.slice(0, 200) });
      return true;
    }
    begin(line, family);
    return true;
  }

  // Words that only look like a heading must not swallow the panic after them.
  function isReport(report: OpenReport): boolean {
    if (report.isSure || report.doubts >= mostDoubts) return report.isSure;
    report.doubts++;
    const { header, lines, ownLines } = report.collector.report;
    // Its beginning is enough to tell, and is all that is read again and again.
    const beginning = { header, lines: lines.slice(0, 60), ownLines: Math.min(60, ownLines) };
    report.isSure = counts(readReport(beginning, report.family), beginning);
    return report.isSure;
  }

  function begin(line: ConsoleLine, family: ReportFamily): void {
    if (closed.length + open.length >= maxReports) {
      more++;
      return;
    }
    if (open.length >= maxOpen) closeWhere((report) => report === open.find((one) => one !== first));
    const collector = createReportCollector(line, first === undefined ? firstReportLines : laterReportLines);
    collector.add(line, true);
    const timeMs = line.wallMs ?? line.bootMs;
    const report = {
      family,
      collector,
      boot,
      followedBy: [],
      isSure: false,
      doubts: 0,
      ...(timeMs === undefined ? {} : { timeMs }),
    };
    first ??= report;
    open.push(report);
  }

  function closeWhere(isDone: (report: OpenReport) => boolean): void {
    const done = open.filter(isDone);
    if (done.length === 0) return;
    open = open.filter((report) => !done.includes(report));
    for (const report of done) settle(report);
  }

  function settle(report: OpenReport): void {
    const read = readReport(report.collector.report, report.family);
    if (!counts(read, report.collector.report)) return;
    closed.push({
      ...read,
      boot: report.boot,
      followedBy: report.followedBy,
      ...(report.timeMs === undefined ? {} : { timeMs: report.timeMs }),
    });
  }

  function finish(): CrashReports {
    closeWhere(() => true);
    const list = closed.toSorted((a, b) => a.headerLine - b.headerLine);
    const head = list[0];
    if (head !== undefined && broken !== '') head.isCorrupted = true;
    return { list, more };
  }

  return { add, finish };
}

const bootLoader =
  /^(?:Booting |Decompressing Linux|Parsing ELF|Performing relocations|early console|Probing EDD|SeaBIOS|iPXE|GRUB|U-Boot|Loading |KASLR|Press |\s*$)/;

// A kernel that starts is a crash only where something ran before it.
function isOrdinaryBoot(family: ReportFamily, hasOutput: boolean): boolean {
  return family.marker === 'Booting the kernel.' && !hasOutput;
}

function isFarFrom(report: OpenReport, line: ConsoleLine): boolean {
  return report.collector.isFull() || line.number - report.collector.report.header.number > laterReportReach;
}

// A panic or the second half of an oops follows its report closely, printed from the same context.
function goesOnIn({ collector, timeMs }: OpenReport, line: ConsoleLine): boolean {
  const { header } = collector.report;
  if (header.context !== line.context) return false;
  const now = line.wallMs ?? line.bootMs;
  const isSoon = timeMs !== undefined && now !== undefined && now - timeMs <= 30_000;
  return isSoon || line.number - header.number <= 400;
}

// "BUG:", "WARNING:" and "INFO:" in words that no known report uses are a report only where a stack follows, or
// where the kernel, by its stamp, says nothing but "BUG: ...".
function counts(read: CrashReport, report: CollectedReport): boolean {
  if (read.isKnown || read.isCorrupted) return true;
  const { header, lines, ownLines } = report;
  if (header.context !== '' && header.message.startsWith('BUG: ')) return true;
  const next = lines.findIndex(({ text }, at) => at > 0 && continuation.test(text) && !text.includes('panic_on_warn'));
  return lines
    .slice(0, Math.min(40, ownLines, next === -1 ? 40 : next))
    .some(({ text }) => /Call [Tt]race:|Backtrace:|\+0x[0-9a-f]+\/0x[0-9a-f]+/.test(text));
}
