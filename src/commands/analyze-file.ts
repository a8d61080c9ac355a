import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { maskAll } from '#core/secrets/mask-all.ts';
import type { ReadingRoom } from '#service/child/reading-room.ts';
import type { Quote } from '#service/formats/format.ts';
import type { FileType, Finding, Reading, ReadingFailure, Severity } from '#service/formats/reading.ts';
import type { Report, Verdict } from '#service/investigator/report.ts';
import { environmentSchema } from '../config.ts';
import { quoteLines } from './quote-lines.ts';

/** One line of `analyze --json`; times are RFC 3339. */
export interface Analysis {
  name: string;
  status: 'COMPLETED' | 'FAILED';
  error: { code: string; message: string } | null;
  file_type: string | null;
  signature: string | null;
  verdict: Verdict | null;
  lines: number;
  first_time: string | null;
  last_time: string | null;
  findings: { title: string; severity: Severity; evidence: Quote[] }[];
  answer: string | null;
  /** The written query the question was read as. */
  query: string | null;
  duration_ms: number;
  crash?: Reading['crash'];
  capture?: Reading['capture'];
  trace?: { processes: number; threads: number; slices: number; unread_sources: string[] };
  dump?: { dmesg_lines: number };
  tshark?: Reading['tshark'];
  members?: { name: string; file_type: string; sha256: string }[];
  unread?: string[];
}

interface AnalyzeOptions {
  /** As the person gave it: it is also the name in the answer. */
  path: string;
  /** Where the bytes are, where that is not `path`. */
  source?: string;
  question: string;
  signal: AbortSignal;
  progress(fraction: number): void;
  /** Draws what was read. Must not reject. */
  draw?(reading: Reading): Promise<void>;
}

const readShare = 0.9;
const budgetMs = 10 * 60 * 1000;

/** Reads one file and answers about it, without a server. Rejects only where the signal aborts. */
export async function analyzeFile(room: ReadingRoom, options: AnalyzeOptions): Promise<Analysis> {
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-'));
  const duration = () => Math.round(performance.now() - startedMs);
  let fileType: FileType | undefined;
  try {
    const source = options.source ?? options.path;
    const refusal = refuse(source);
    if (refusal) return failed(options.path, refusal, undefined, duration());
    const path = resolve(source);
    const { signal } = options;
    const progress = (fraction: number) => options.progress(fraction * readShare);
    const result = await room.read({ path, name: options.path, folder }, { signal, progress });
    if (!result.ok) return failed(options.path, result.failure, await room.detect(path, options.path), duration());
    fileType = result.reading.fileType;
    await options.draw?.(result.reading);
    const report = await room.investigate(
      {
        files: [{ id: '1', name: options.path, folder, reading: result.reading }],
        question: options.question,
        mode: 'deep',
        signal,
        budgetMs,
      },
      (event) => {
        if (event.type === 'progress') options.progress(readShare + ((1 - readShare) * event.percent) / 100);
      },
    );
    return await completed(options, folder, result.reading, report, duration);
  } catch (error) {
    options.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : 'unknown error';
    return failed(options.path, { code: 'reader_failed', message, isPermanent: false }, fileType, duration());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function completed(
  { path, question }: AnalyzeOptions,
  folder: string,
  reading: Reading,
  report: Report,
  duration: () => number,
): Promise<Analysis> {
  const own = findingsOf(report);
  const findings = question ? own : withoutRepeats([...own, ...(await quoteFindings(folder, reading))]);
  const clocked = reading.documents.filter(({ clock }) => clock === 'absolute');
  return {
    name: path,
    status: 'COMPLETED',
    error: null,
    file_type: shownType(reading.fileType),
    signature: report.signature,
    verdict: report.verdict,
    lines: reading.documents.reduce((sum, { lines }) => sum + lines, 0),
    first_time: timeOf(Math.min(...clocked.map(({ firstTimeMs }) => firstTimeMs ?? Number.POSITIVE_INFINITY))),
    last_time: timeOf(Math.max(...clocked.map(({ lastTimeMs }) => lastTimeMs ?? Number.NEGATIVE_INFINITY))),
    findings,
    answer: report.answer,
    query: report.query,
    duration_ms: duration(),
    crash: reading.crash ?? null,
    ...(reading.capture ? { capture: reading.capture } : {}),
    ...(reading.tshark ? { tshark: reading.tshark } : {}),
    ...(reading.trace ? { trace: traceOf(reading.trace) } : {}),
    ...(reading.dump ? { dump: { dmesg_lines: reading.dump.dmesgLines } } : {}),
    ...(reading.members
      ? {
          members: reading.members.map(({ name, fileType, sha256 }) => ({
            name,
            file_type: shownType(fileType),
            sha256,
          })),
        }
      : {}),
    ...(reading.unread.length > 0 ? { unread: reading.unread } : {}),
  };
}

/** What the answer to a question rests on, with the quotes that were checked for it. */
function findingsOf(report: Report): Analysis['findings'] {
  return report.findings.map(({ title, severity, citations }) => ({
    title,
    severity,
    evidence: citations.flatMap((n) => {
      const citation = report.citations.find((candidate) => candidate.n === n);
      if (!citation) return [];
      const { file, line_start, line_end, excerpt } = citation;
      return [{ file, line_start, line_end, excerpt }];
    }),
  }));
}

function withoutRepeats(findings: Analysis['findings']): Analysis['findings'] {
  const told = new Set<string>();
  return findings.filter(({ title }) => !told.has(title) && told.add(title));
}

async function quoteFindings(folder: string, reading: Reading): Promise<Analysis['findings']> {
  const quotes = await quoteLines(
    folder,
    reading.documents,
    reading.findings.flatMap(({ evidence }) => evidence),
  );
  return reading.findings.map(({ title, severity, evidence }: Finding) => ({
    title,
    severity,
    evidence: maskAll(evidence.flatMap((range) => quotes.get(range) ?? [])),
  }));
}

function traceOf({ processes, threads, slices, unreadSources }: NonNullable<Reading['trace']>) {
  return { processes, threads, slices, unread_sources: unreadSources };
}

function refuse(path: string): ReadingFailure | undefined {
  try {
    const stat = statSync(path);
    if (stat.isFile()) return stat.size > 0 ? undefined : failure('file_empty', 'The file is empty.');
    return failure('unreadable', 'This is not a regular file.');
  } catch {
    return failure('unreadable', 'There is no such file, or it is not readable.');
  }
}

function failure(code: ReadingFailure['code'], message: string): ReadingFailure {
  return { code, message, isPermanent: true };
}

function failed(
  name: string,
  { code, message }: ReadingFailure,
  fileType: FileType | undefined,
  durationMs: number,
): Analysis {
  return {
    name,
    status: 'FAILED',
    error: { code, message },
    file_type: fileType ? shownType(fileType) : null,
    signature: null,
    verdict: null,
    lines: 0,
    first_time: null,
    last_time: null,
    findings: [],
    answer: null,
    query: null,
    duration_ms: durationMs,
  };
}

function shownType(type: FileType): string {
  if (type !== 'capture') return type;
  return environmentSchema.shape.CAPTURE_TYPE.safeParse(process.env.CAPTURE_TYPE).data ?? 'the service';
}

function timeOf(timeMs: number): string | null {
  const isWritable = Number.isFinite(timeMs) && Math.abs(timeMs) <= 8.64e15;
  return isWritable ? new Date(timeMs).toISOString() : null;
}
