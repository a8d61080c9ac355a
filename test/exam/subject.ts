import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUpload } from '#service/child/read-upload.ts';
import type { Reading } from '#service/formats/reading.ts';
import { chooseInvestigator } from '#service/investigator/choose-investigator.ts';
import type { ReadFile, Report, SearchMode, Verdict } from '#service/investigator/report.ts';
import { openLines } from '#service/lines/open-lines.ts';

/** What the investigator said. The exam knows nothing else of it. */
export interface Told {
  verdict: Verdict;
  answer: string;
  /** The written Query the question was read as, where the answer tells one. */
  readAs: string | undefined;
  elapsedMs: number;
}

export interface ExamFile {
  name: string;
  content: string | Uint8Array;
}

/** One file read once, or several compared, and asked as often as wanted; by the same way as the child process takes. */
export interface Subject {
  readings: readonly Reading[];
  ask(question: string): Promise<Told>;
  close(): void;
}

/** A question that takes longer has failed: the exam goes on. */
const budgetMs = 60_000;

const investigate = await chooseInvestigator(openLines);

/** Rejects where a file cannot be read. */
export async function openSubject(files: readonly ExamFile[], mode: SearchMode): Promise<Subject> {
  const place = mkdtempSync(join(tmpdir(), 'logtriage-exam-'));
  const close = () => rmSync(place, { recursive: true, force: true });
  try {
    const read: ReadFile[] = [];
    for (const [index, file] of files.entries()) read.push(await readFile(place, `${index + 1}`, file));
    return { readings: read.map(({ reading }) => reading), ask: (question) => ask(read, question, mode), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readFile(place: string, id: string, { name, content }: ExamFile): Promise<ReadFile> {
  const path = join(place, `upload-${id}`);
  const folder = join(place, `reading-${id}`);
  writeFileSync(path, content);
  const signal = new AbortController().signal;
  const result = await readUpload({ path, name, folder }, { signal, progress() {} });
  if (!result.ok) throw new Error(`${name} could not be read: ${result.failure.message}`);
  return { id, name, folder, reading: result.reading };
}

async function ask(files: readonly ReadFile[], question: string, mode: SearchMode): Promise<Told> {
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(budgetMs);
  const report = await investigate({ files, question, mode, signal, budgetMs }, () => {});
  return {
    verdict: report.verdict,
    answer: report.answer,
    readAs: readAsOf(report),
    elapsedMs: performance.now() - startedMs,
  };
}

function readAsOf(report: Report & { query?: unknown }): string | undefined {
  if (typeof report.query === 'string') return report.query;
  return /^[*_]*Read as:?[*_]*:?\s*(.+?)[*_]*$/im.exec(report.answer)?.[1]?.replace(/^`|`$/g, '');
}
