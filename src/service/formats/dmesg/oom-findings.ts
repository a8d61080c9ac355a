import { citeLine, maxEvidence } from '../cite.ts';
import type { Finding, LineRange } from '../reading.ts';
import type { OutOfMemory } from './events/out-of-memory.ts';

const longestTable = 40;

/** One finding for all the times memory ran out, told by the first. */
export function oomFindings(document: string, reports: readonly OutOfMemory[], total: number): Finding[] {
  const first = reports.find(({ killed }) => killed !== undefined) ?? reports[0];
  if (first === undefined) return [];
  const names = [...new Set(reports.flatMap(({ killed }) => (killed === undefined ? [] : [killed.name])))];
  const last = reports.at(-1) ?? first;
  return [
    {
      rule: 'kernel.out-of-memory',
      title: titleOf(first, total),
      explanation: explain(first, names),
      severity: 'critical',
      role: 'cause',
      // Without its end a report tells who asked, and not who held the memory.
      certainty: first.killed === undefined && first.biggest.length === 0 ? 'likely' : 'certain',
      count: total,
      evidence: evidenceOf(document, reports, first),
      signature: `out of memory: ${names[0] ?? 'no process'} killed`,
      ...(names.length === 0 ? {} : { subjects: names.slice(0, 10) }),
      ...(reports[0]?.timeMs === undefined ? {} : { firstTimeMs: reports[0].timeMs }),
      ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
      next: first.isCgroup
        ? [
            `watch \`memory.max\`, \`memory.peak\` and \`memory.stat\` of \`${first.cgroup ?? 'the control group'}\` below \`/sys/fs/cgroup\`; raise its limit or find what grows`,
          ]
        : ['watch the memory of the biggest process over time (`ps -o rss`, `smem`, heap profile)'],
    },
  ];
}

function titleOf({ killed, isCgroup }: OutOfMemory, total: number): string {
  const where = isCgroup ? 'A memory cgroup ran out of memory' : 'Memory ran out';
  const who = killed === undefined ? '' : `: ${killed.name} (pid ${killed.pid}) was killed`;
  return total > 1 ? `${where} ${total} times, first${who || ' with nothing killed'}` : `${where}${who}`;
}

function explain(report: OutOfMemory, names: readonly string[]): string {
  const sentences: string[] = [];
  if (report.askedBy !== undefined) sentences.push(`${report.askedBy} asked for memory that was not available.`);
  const { freeSwapKb, totalSwapKb } = report;
  if (totalSwapKb !== undefined && freeSwapKb !== undefined && !report.isCgroup)
    sentences.push(
      totalSwapKb === 0 ? 'There is no swap.' : `${megabytes(freeSwapKb)} of ${megabytes(totalSwapKb)} swap were free.`,
    );
  const top = report.biggest[0];
  if (top !== undefined) {
    sentences.push(`The biggest user was ${top.name} (pid ${top.pid}) with ${megabytes(top.rssKb)}.`);
  } else if (report.killed?.rssKb !== undefined) {
    sentences.push(`${report.killed.name} held ${megabytes(report.killed.rssKb)}.`);
  }
  if (names.length > 1) sentences.push(`Killed in all: ${names.slice(0, 8).join(', ')}.`);
  if (report.isCgroup) {
    const limit = report.limitKb === undefined ? '' : ` of ${megabytes(report.limitKb)} (${report.limitKb} kB)`;
    const group = report.cgroup === undefined ? 'a control group' : `the control group ${report.cgroup}`;
    sentences.push(`The limit${limit} of ${group} was reached, not that of the machine.`);
  }
  return sentences.join(' ') || 'The kernel killed a process to free memory.';
}

function megabytes(kb: number): string {
  return `${Math.round(kb / 1024)} MB`;
}

function evidenceOf(document: string, reports: readonly OutOfMemory[], first: OutOfMemory): LineRange[] {
  const ranges: LineRange[] = [];
  if (first.killed !== undefined) ranges.push(citeLine(document, first.killed.line));
  if (first.firstLine !== first.killed?.line) ranges.push(citeLine(document, first.firstLine));
  const top = first.biggest[0];
  if (top !== undefined) ranges.push(citeLine(document, top.line));
  if (first.tableFrom !== undefined && first.tableTo !== undefined && first.tableTo > first.tableFrom) {
    const lineEnd = Math.min(first.tableTo, first.tableFrom + longestTable - 1);
    ranges.push({ document, lineStart: first.tableFrom, lineEnd });
  }
  for (const report of reports) {
    if (report !== first && ranges.length < maxEvidence)
      ranges.push(citeLine(document, report.killed?.line ?? report.firstLine));
  }
  return ranges;
}
