import { ApiError } from '../api/errors.ts';
import type { DocumentInfo } from '../formats/reading.ts';
import type { ReadFile } from '../investigator/report.ts';
import { openLines } from '../lines/open-lines.ts';
import { type LineView, linesPerPage } from './line-page.ts';

const contextLines = 30;
const maxFound = 50;
const maxMarked = 2_000;
const budgetMs = 3_000;

/**
 * Reads one page of a text: around the line asked for, from it on where `page` is set, at the first match of words, or
 * at the beginning of a stretch of time.
 */
export async function openLinePage(
  file: ReadFile,
  { document: name, line, to, page, words, from_ms }: Record<string, string | undefined>,
): Promise<LineView> {
  const { documents } = file.reading;
  const info = textNamed(documents, name);
  if (!info) throw new ApiError('not_found', { message: 'The file holds no such text.' });
  await using opened = await openLines(file.folder, info).catch(() => {
    throw new ApiError('not_found', { message: 'The lines of this text are not there any more.' });
  });
  const found = words?.trim() ? await find(words.trim()) : undefined;
  const wanted = readLine(line) ?? found?.lines[0] ?? (await atTime(from_ms));
  const marked =
    wanted === undefined || page !== undefined
      ? undefined
      : { from: wanted, to: Math.min(Math.max(readLine(to) ?? wanted, wanted), wanted + maxMarked) };
  const start = page === undefined ? (wanted ?? 1) - contextLines : (wanted ?? 1);
  const from = Math.max(1, Math.min(start, info.lines));
  return {
    document: info,
    documents: documents.slice(0, 500).map((document) => document.name),
    from,
    lines: await opened.lines(from, from + linesPerPage - 1),
    marked,
    found,
  };

  async function atTime(text: string | undefined): Promise<number | undefined> {
    const fromTimeMs = Number(text);
    if (!text || !Number.isFinite(fromTimeMs)) return undefined;
    return (await opened.search({ fromTimeMs, limit: 1, enough: 1, budgetMs })).lines[0];
  }

  async function find(text: string): Promise<NonNullable<LineView['found']>> {
    const matches = await opened.search({
      all: [text.slice(0, 200)],
      ignoreCase: true,
      limit: maxFound,
      budgetMs,
    });
    return { words: text, lines: matches.lines, total: matches.total };
  }
}

/** Of a file that is one text, also by another name: an address may come from where the file is called otherwise. */
export function textNamed(documents: readonly DocumentInfo[], name: string | undefined): DocumentInfo | undefined {
  const [first, ...others] = documents;
  if (name === undefined || others.length === 0) return first;
  return documents.find((document) => document.name === name);
}

function readLine(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Math.max(1, Number(text)) : undefined;
}
