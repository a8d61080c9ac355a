import { maxEvidence } from '../cite.ts';
import type { Finding, LineRange } from '../reading.ts';
import { crashKind } from './crash/crash-kinds.ts';
import type { CrashReports, LoggedCrash } from './crash-log.ts';

/** One finding for each crash title; reports with the same title are one finding with a count. */
export function crashFindings(document: string, { list, more }: CrashReports): Finding[] {
  return [...Map.groupBy(list, ({ title }) => title).values()].flatMap((crashes, index) => {
    const first = crashes[0];
    return first === undefined ? [] : [toFinding(document, first, crashes, list, index === 0 ? more : 0)];
  });
}

function toFinding(
  document: string,
  first: LoggedCrash,
  same: readonly LoggedCrash[],
  all: readonly LoggedCrash[],
  more: number,
): Finding {
  const kind = crashKind(first.title);
  const earlier = all.find((crash) => crash.boot === first.boot && crash.headerLine < first.headerLine);
  const last = same.at(-1) ?? first;
  return {
    rule: kind.rule,
    title: titleOf(first),
    explanation: explain(kind.meaning, first, earlier, more),
    severity: kind.severity,
    role: earlier === undefined ? 'cause' : 'symptom',
    certainty: first.isCorrupted ? 'likely' : 'certain',
    count: same.length,
    evidence: evidenceOf(document, same),
    signature: first.title,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    ...subjectsOf(first),
    ...nextStep(first),
  };
}

/** The kernels of some machines name no function in the heading. */
function titleOf({ title, functionName }: LoggedCrash): string {
  const isNamed = functionName === undefined || / in \S+$/.test(title) || title.includes(functionName);
  return isNamed || !/^Unable to handle/.test(title) ? title : `${title}: in ${functionName}`;
}

/** A trace without source lines is turned into one with them by the kernel's own script. */
function nextStep({ guilty, trace, frameLine }: LoggedCrash): { next?: string[] } {
  if (guilty !== null) return { next: [`read \`${guilty}\` at the lines of the stack`] };
  if (trace === undefined && frameLine === undefined) return {};
  return {
    next: [
      '`scripts/decode_stacktrace.sh vmlinux < console.log`, with the vmlinux of this build, names the source lines',
    ],
  };
}

const testimony = {
  allocated: 'The memory was allocated in',
  freed: 'It was freed in',
  holding: 'The lock already held was taken in',
} as const;

function explain(meaning: string, crash: LoggedCrash, earlier: LoggedCrash | undefined, more: number): string {
  const sentences = [meaning];
  if (crash.functionName !== undefined) {
    const of = crash.module === undefined ? '' : ` of the module ${crash.module}`;
    sentences.push(`The function to look at is ${crash.functionName}${of}.`);
  }
  if (crash.standsIn !== undefined && /stall|lockup|hung/.test(crash.title)) {
    sentences.push(`The processor was in ${crash.standsIn}.`);
  }
  // The watchdog prints the report of a task that hangs; it is not that task.
  if (crash.task !== undefined && crash.task.name !== 'khungtaskd') {
    const { name, pid, cpu } = crash.task;
    sentences.push(`It ran in ${name} (pid ${pid})${cpu === undefined ? '' : ` on CPU ${cpu}`}.`);
  }
  if (crash.guilty !== null) sentences.push(`The source file to look at is ${crash.guilty}.`);
  sentences.push(...crash.witnesses.map(({ role, functionName }) => `${testimony[role]} ${functionName}.`));
  const panic = crash.followedBy.find(({ text }) => text.includes('Kernel panic'));
  if (panic !== undefined && !/panic/i.test(crash.title)) sentences.push('The kernel panicked because of it.');
  if (crash.isCorrupted)
    sentences.push('The report is cut or mixed with other output, so the location is less certain.');
  if (earlier !== undefined)
    sentences.push(`It comes after "${earlier.title}" in the same boot and may follow from it.`);
  if (more > 0) sentences.push(`${more} further reports were counted but not read.`);
  return sentences.join(' ');
}

function evidenceOf(document: string, crashes: readonly LoggedCrash[]): LineRange[] {
  const ranges: LineRange[] = [];
  const cite = (lineStart: number | undefined, lineEnd = lineStart) => {
    if (lineStart === undefined || lineEnd === undefined || ranges.length >= maxEvidence) return;
    if (ranges.some((range) => range.lineStart === lineStart && range.lineEnd === lineEnd)) return;
    ranges.push({ document, lineStart, lineEnd });
  };
  const first = crashes[0];
  if (first !== undefined) {
    cite(first.headerLine);
    cite(first.frameLine);
    cite(first.guiltyLine);
    for (const { line } of first.witnesses) cite(line);
    cite(first.trace?.from, first.trace?.to);
    for (const { line } of first.followedBy) cite(line);
  }
  for (const crash of crashes.slice(1)) cite(crash.headerLine);
  return ranges;
}

function subjectsOf(crash: LoggedCrash): { subjects?: string[] } {
  const subjects = [crash.functionName, crash.guilty ?? undefined].filter((subject) => subject !== undefined);
  return subjects.length === 0 ? {} : { subjects };
}
