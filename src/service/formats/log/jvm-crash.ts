import type { OpenDocument } from '../../lines/open-document.ts';
import type { Finding } from '../reading.ts';

const begins = /^# A fatal error has been detected by the Java Runtime Environment/;
const mostReports = 5;
const readLines = 200;

/** What a Java virtual machine reports as it dies: the signal, the frame it died in, the thread and its own code. */
export async function jvmCrashes(
  document: OpenDocument,
  templates: readonly { text: string; firstLine: number }[],
): Promise<Finding[]> {
  const reports = templates.filter(({ text }) => text.includes('detected by the Java Runtime Environment'));
  const findings: Finding[] = [];
  for (const { firstLine } of reports.slice(0, mostReports)) {
    const lines = await document.lines(firstLine, firstLine + readLines);
    if (begins.test(lines[0] ?? '')) findings.push(findingOf(document.info.name, lines, firstLine));
  }
  return findings;
}

function findingOf(document: string, lines: readonly string[], firstLine: number): Finding {
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)).find((match) => match !== null);
  const signal =
    find(/^#\s+(SIG[A-Z]+|EXCEPTION_\w+|Internal Error)\b.{0,200}/)?.[1] ??
    find(/^#\s+(Out of Memory Error)/i)?.[1] ??
    'crash';
  const pid = find(/\bpid=(\d+)/)?.[1];
  const frameAt = lines.findIndex((line) => /^# Problematic frame:/.test(line));
  const [, library, symbol] = /^#\s+\S\s+\[([^\]+]+)(?:\+[^\]]*)?\]\s*(\S*)/.exec(lines[frameAt + 1] ?? '') ?? [];
  const frame = frameAt < 0 ? '' : (lines[frameAt + 1] ?? '').replace(/^#\s+(?:[A-Za-z]{1,2}\s+)?/, '').trim();
  const thread = find(/^Current thread .{0,60}?JavaThread "([^"]{1,120})"/)?.[1];
  const java = find(
    /^[jJ]\s{1,80}(?:\d{1,40}\s{1,80}\S{0,200}\s{0,80}(?:c[12]\s{1,80})?)?((?:[\w$]{1,200}\.){1,12}[\w$<>]{1,200})\(/,
  )?.[1];
  const memory = find(/^#\s+(Native memory allocation .{1,200}|There is insufficient memory .{1,200})/)?.[1];
  const where =
    library === undefined ? frame : [symbol?.replace(/\+0x[\da-f]+$/, ''), library].filter(Boolean).join(' in ');
  const headEnd = lines.findIndex((line, index) => index > 0 && !line.startsWith('#'));
  const details = [
    thread === undefined ? '' : `in the thread ${thread}`,
    java === undefined ? '' : `called from ${java}`,
  ].filter((text) => text !== '');
  return {
    rule: 'java.vm-crash',
    title: `The Java virtual machine died of ${signal}${where === '' ? '' : ` in ${where}`}${memory === undefined ? '' : `: ${memory}`}`,
    explanation: `${details.length > 0 ? `It happened ${details.join(', ')}. ` : ''}${
      library !== undefined && !/^(?:libjvm\.so|jvm\.dll|libjvm\.dylib)$/.test(library)
        ? 'The frame belongs to a native library, not to the virtual machine.'
        : 'The report names the frame in which it happened.'
    }`,
    severity: 'critical',
    role: 'cause',
    certainty: 'certain',
    count: 1,
    evidence: [
      { document, lineStart: firstLine, lineEnd: firstLine + Math.min(15, Math.max(1, headEnd) - 1) },
      ...(frameAt < 0 ? [] : [{ document, lineStart: firstLine + frameAt, lineEnd: firstLine + frameAt + 1 }]),
    ],
    signature: `${signal} ${where}`.trim(),
    subjects: [library, symbol?.split('+')[0], thread, java, pid].filter(
      (one): one is string => one !== undefined && one !== '',
    ),
    next: [
      `Attach the whole \`hs_err_pid${pid ?? 'PID'}.log\` and the core dump; see \`jhsdb jstack --exe java --core CORE\` for all threads.`,
    ],
  };
}
