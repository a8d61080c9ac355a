import { openLines } from '../../lines/open-lines.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';

/** Where a file begins to fail. */
export interface Onset {
  info: DocumentInfo;
  line: number;
  timeMs: number;
  /** What the line says, behind its time. */
  text: string;
}

const maxFiles = 60;
const routineShare = 0.02;
const stampAtStart =
  /^(?:\S*\d{4}[-/]\d\d[-/]\d\d[T ]\S+\s+|[A-Z][a-z]{2} +\d{1,2} [\d:.]+ \S+ )(?:[DIWEF]\d{4} [\d:.]+ +\d+ )?/;

/** The first failure of each file with a wall clock, by what the readers found in it. */
export async function onsetsOf(reading: Reading, folder: string, signal: AbortSignal): Promise<Onset[]> {
  const infos = new Map(reading.documents.map((info) => [info.name, info]));
  const failing = Map.groupBy(reading.findings.filter(isFailure), ({ evidence }) => evidence[0]!.document);
  const onsets: Onset[] = [];
  for (const [name, findings] of [...failing].slice(0, maxFiles)) {
    signal.throwIfAborted();
    const info = infos.get(name);
    if (info?.clock !== 'absolute') continue;
    const line = Math.min(...findings.flatMap(({ evidence }) => evidence.map((range) => range.lineStart)));
    // What fails from the beginning on began before it.
    if (line <= info.lines * routineShare && info.lines > 100) continue;
    await using document = await openLines(folder, info);
    const { timeMs } = await document.meta(line);
    const [text] = await document.lines(line, line);
    if (timeMs !== undefined && text !== undefined) {
      onsets.push({ info, line, timeMs, text: messageIn(text).slice(0, 400) });
    }
  }
  return onsets;
}

function messageIn(line: string): string {
  const message = /"(?:msg|message|MESSAGE)"\s*:\s*"((?:[^"\\]|\\.){1,400})"/.exec(line)?.[1];
  return message ?? line.replace(stampAtStart, '');
}

function isFailure({ severity, role, evidence }: Finding): boolean {
  const document = evidence[0]?.document;
  if (document === undefined || role === 'context') return false;
  return (severity === 'error' || severity === 'critical') && evidence.every((range) => range.document === document);
}
