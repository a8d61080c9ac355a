import type { ConsoleLine } from '../console-line.ts';

interface KilledProcess {
  name: string;
  pid: number;
}

/** One time memory ran out: who asked, who held the most, who was killed. Sizes in KiB. */
export interface OutOfMemory {
  firstLine: number;
  lastLine: number;
  askedBy?: string;
  timeMs?: number;
  isCgroup: boolean;
  /** Of the control group that ran out. */
  limitKb?: number;
  cgroup?: string;
  killed?: KilledProcess & { line: number; rssKb?: number };
  tableFrom?: number;
  tableTo?: number;
  freeSwapKb?: number;
  totalSwapKb?: number;
  biggest: { name: string; pid: number; rssKb: number; line: number }[];
}

const asked = /^(?:\[[^\]]*\] )?(\S.{0,40}?) invoked oom-killer: /;
const tableHead = /\[ *pid *\] +uid +tgid +total_vm +rss /;
const tableRow = /\[ *(\d+)\] +\d+ +\d+ +\d+ +(\d+) .{0,300} ([^\s].{0,15})$/;
const killedLine =
  /(?:Out of memory|[Mm]emory cgroup out of memory)[^:]*: Kill(?:ed|ing)? process (\d+) \((.{1,20}?)\)(?:.*anon-rss: ?(\d+)kB)?|^(?:oom_reaper: reaped|Killed) process (\d+) \((.{1,20}?)\)(?:.*anon-rss: ?(\d+)kB)?/;
const groupLimit = /^memory: usage \d+kB, limit (\d+)kB/;
const swap = /^(Free|Total) swap {1,3}= (\d+)kB/;
const groupName = /oom_memcg=([^,]{1,300})|^Memory cgroup stats for (\S{1,300}?):/;
const pageKb = 4;
const biggestKept = 5;

/** Puts the lines of OOM reports together; give it every kernel line in order. */
export function createOomReader(maxReports = 200) {
  const reports: OutOfMemory[] = [];
  let open: OutOfMemory | undefined;
  let total = 0;

  function begin(line: ConsoleLine, askedBy?: string): OutOfMemory {
    total++;
    const timeMs = line.wallMs ?? line.bootMs;
    const report: OutOfMemory = {
      firstLine: line.number,
      lastLine: line.number,
      isCgroup: false,
      biggest: [],
      ...(askedBy === undefined ? {} : { askedBy }),
      ...(timeMs === undefined ? {} : { timeMs }),
    };
    if (reports.length < maxReports) reports.push(report);
    return report;
  }

  /** True where the line belongs to an OOM report. */
  function add(line: ConsoleLine): boolean {
    const text = line.message.length > 512 ? line.message.slice(0, 512) : line.message;
    if (text.includes('oom-killer')) {
      const match = asked.exec(text);
      if (match !== null) {
        open = begin(line, match[1]);
        return true;
      }
    }
    if (open !== undefined && line.number - open.lastLine > 2000) open = undefined;
    if (/[Kk]ill(?:ed|ing)? process|reaped process/.test(text)) {
      const match = killedLine.exec(text);
      if (match !== null) return takeKilled(line, text, match);
    }
    if (open === undefined) return false;
    takeFigures(open, text);
    if (tableHead.test(text)) {
      open.tableFrom = line.number;
      open.tableTo = line.number;
      open.lastLine = line.number;
      return true;
    }
    const isInTable = open.tableFrom !== undefined && open.killed === undefined && text.startsWith('[');
    const row = isInTable ? tableRow.exec(text) : null;
    if (row !== null) takeRow(open, line, row);
    return row !== null;
  }

  function takeKilled(line: ConsoleLine, text: string, match: RegExpExecArray): boolean {
    const pid = Number(match[1] ?? match[4]);
    const name = match[2] ?? match[5] ?? '';
    const report = open === undefined || (open.killed !== undefined && open.killed.pid !== pid) ? begin(line) : open;
    open = report;
    report.isCgroup ||= /cgroup/.test(text);
    report.lastLine = line.number;
    const rssKb = match[3] ?? match[6];
    report.killed = {
      name,
      pid,
      line: report.killed?.line ?? line.number,
      ...(rssKb === undefined ? {} : { rssKb: Number(rssKb) }),
    };
    return true;
  }

  return { add, reports: () => reports, total: () => total };
}

function takeFigures(report: OutOfMemory, text: string): void {
  const limit = groupLimit.exec(text)?.[1];
  if (limit !== undefined) report.limitKb = Number(limit);
  const swapped = swap.exec(text);
  if (swapped !== null) report[swapped[1] === 'Free' ? 'freeSwapKb' : 'totalSwapKb'] = Number(swapped[2]);
  const group = groupName.exec(text);
  if (group !== null) report.cgroup = group[1] ?? group[2] ?? '';
}

function takeRow(report: OutOfMemory, { number }: ConsoleLine, row: RegExpExecArray): void {
  report.tableTo = number;
  report.lastLine = number;
  report.biggest.push({ name: row[3] ?? '', pid: Number(row[1]), rssKb: Number(row[2]) * pageKb, line: number });
  report.biggest.sort((a, b) => b.rssKb - a.rssKb);
  report.biggest.length = Math.min(report.biggest.length, biggestKept);
}
