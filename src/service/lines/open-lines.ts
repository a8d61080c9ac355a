import { isAbsolute, join } from 'node:path';
import type { DocumentInfo, Severity } from '../formats/reading.ts';
import { placeBootTimes } from './boot-times.ts';
import { countOverTime } from './count-over-time.ts';
import { type IndexReader, openIndex } from './index-reader.ts';
import { severityOfLevel } from './level.ts';
import { onClock } from './on-clock.ts';
import type { LineMeta, OpenDocument, OpenLines, TemplateInfo } from './open-document.ts';
import { plainLineMap } from './plain-line-map.ts';
import { printedTimes } from './printed-times.ts';
import { openRandomReader, type RandomReader } from './random-reader.ts';
import { readPieces } from './read-pieces.ts';
import { type LineMap, searchLines } from './search-lines.ts';

/** Lines whose text together exceeds this are given back up to there. */
const longestAnswer = 64 << 20;

/** Opens a document of a reading for citing and searching. Throws where its file is missing. */
export const openLines: OpenLines = async (folder, info) => {
  const file = openRandomReader(within(folder, info.path));
  const index = info.indexPath ? await openIndex(within(folder, info.indexPath)).catch(() => undefined) : undefined;
  if (index !== undefined && info.clock === 'absolute') placeBootTimes(index.blocks, info.bootAtMs);
  return onClock(openDocument(file, info, index), info.clockOffsetMs ?? 0);
};

/** The same with an index that is open already; it is closed with the document. */
export async function openDocumentWith(folder: string, info: DocumentInfo, index: IndexReader): Promise<OpenDocument> {
  return openDocument(openRandomReader(within(folder, info.path)), info, index);
}

const within = (folder: string, path: string): string => (isAbsolute(path) ? path : join(folder, path));

function openDocument(file: RandomReader, info: DocumentInfo, index: IndexReader | undefined): OpenDocument {
  let plain: Promise<LineMap> | undefined;
  const map = async (): Promise<LineMap> => {
    if (!index) {
      plain ??= plainLineMap(file, printedTimes(info));
      return plain;
    }
    return { ...index, lines: index.trailer.lines, sizeBytes: index.trailer.sizeBytes };
  };
  return {
    info,
    lines,
    search: async (query) => searchLines(file, await map(), query),
    meta,
    ...(index && { marks, severityOfForm: (form: number) => severityOfLevel(index.levelOfForm[form] ?? 0) }),
    pieces: () => readPieces(file),
    templates: async () => (index ? templatesOf(index) : []),
    histogram,
    [Symbol.asyncDispose]: async () => {
      index?.close();
      file.close();
    },
  };

  async function lines(from: number, to: number): Promise<string[]> {
    const known = await map();
    const first = Math.max(1, Math.floor(from));
    const last = Math.min(known.lines, Math.floor(to));
    const texts: string[] = [];
    let total = 0;
    for (let line = first; line <= last && total < longestAnswer; ) {
      const block = await known.block(blockOf(known, line));
      const begin = line - block.entry.firstLine;
      const end = Math.min(block.entry.count, last - block.entry.firstLine + 1, begin + 512);
      const start = block.offsets[begin]!;
      const bytes = Buffer.alloc(Math.min(block.offsets[end]! - start, longestAnswer));
      await file.read(bytes, 0, bytes.length, start);
      for (let i = begin; i < end; i++) {
        texts.push(withoutFeed(bytes, block.offsets[i]! - start, block.offsets[i + 1]! - start));
      }
      total += bytes.length;
      line = block.entry.firstLine + end;
    }
    return texts;
  }

  async function histogram(buckets: number, query: Parameters<OpenDocument['histogram']>[1] = {}) {
    if (index) return await countOverTime(index, buckets, query);
    const { firstTimeMs, lastTimeMs, clock, clockOffsetMs: later = 0 } = info;
    if (clock === 'none' || firstTimeMs === undefined || lastTimeMs === undefined) return [];
    // Blocks of lines that were not read one by one have no bounds.
    const bounds = { fromTimeMs: Math.floor(firstTimeMs) - later, toTimeMs: Math.ceil(lastTimeMs) - later };
    const known = await map();
    return await countOverTime({ ...known, marks: known.block }, buckets, { ...bounds, ...query });
  }

  async function marks(from: number, to: number) {
    const block = await index!.block(Math.max(0, index!.blockOfLine(from)));
    const begin = from - block.entry.firstLine;
    const end = to - block.entry.firstLine + 1;
    return { timesMs: block.times.subarray(begin, end), forms: block.forms.subarray(begin, end) };
  }

  async function meta(line: number): Promise<LineMeta> {
    if (!index) return {};
    const at = index.blockOfLine(line);
    if (at < 0) return {};
    const block = await index.block(at);
    const i = line - block.entry.firstLine;
    const form = block.forms[i]!;
    const timeMs = block.times[i]!;
    const severity = severityOfLevel(index.levelOfForm[form] ?? 0);
    const template = index.templateOfForm[form];
    return {
      ...(!Number.isNaN(timeMs) && { timeMs }),
      ...(severity && { severity }),
      ...(template !== undefined && { template }),
    };
  }
}

function blockOf(map: LineMap, line: number): number {
  let low = 0;
  let high = map.blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (map.blocks[middle]!.firstLine <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withoutFeed(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end > start && bytes[end - 1] === 10 ? end - 1 : end);
}

function templatesOf(index: IndexReader): TemplateInfo[] {
  return index.trailer.templates
    .map((template, id) => {
      const severity: Severity | undefined = severityOfLevel(template.level);
      return {
        id,
        text: template.text,
        count: template.count,
        ...(severity && { severity }),
        firstLine: template.firstLine,
        lastLine: template.lastLine,
        ...(template.firstTimeMs !== null && { firstTimeMs: template.firstTimeMs }),
        ...(template.lastTimeMs !== null && { lastTimeMs: template.lastTimeMs }),
      };
    })
    .filter((template) => template.count > 0)
    .sort((a, b) => b.count - a.count || a.id - b.id);
}
