import { RE2JS } from 're2js';
import { UsageError } from '#core/errors.ts';
import type { Block } from './index-reader.ts';
import { levelOfSeverity } from './level.ts';
import { createLineTexts, type LineTexts } from './line-texts.ts';
import { type FindLiteral, literalFinder } from './literal-search.ts';
import type { LineMatches, LineQuery, LineTest } from './open-document.ts';
import type { RandomReader } from './random-reader.ts';
import { requiredLiteral } from './required-literals.ts';
import { countIn, noCounts, type Stretches } from './stretches.ts';

/** The lines of a document by byte offset, with or without an index behind it. */
export interface LineMap {
  lines: number;
  sizeBytes: number;
  blocks: readonly { firstLine: number; count: number; offset: number; minTimeMs: number; maxTimeMs: number }[];
  block(index: number): Promise<Block>;
  levelOfForm: Uint8Array;
  templateOfForm: Int32Array;
}

const chunkBytes = 4 << 20;
const longestLine = 1 << 20;

/**
 * Scans raw bytes for a query. Conditions on time, level, template and place are settled by the index first, block by
 * block; only blocks that can hold a match are read. Throws a UsageError for a pattern RE2 does not accept.
 */
export async function searchLines(file: RandomReader, map: LineMap, query: LineQuery): Promise<LineMatches> {
  const textTest = textTestOf(query);
  const metaTest = metaTestOf(map, query);
  const { over } = query;
  const found: LineMatches = { lines: [], total: 0, scannedBytes: 0, ...(over && { counts: noCounts(over.count) }) };
  const stopAtMs = query.budgetMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + query.budgetMs;
  const fromLine = Math.max(1, query.fromLine ?? 1);
  const toLine = Math.min(map.lines, query.toLine ?? map.lines);
  const limit = Math.max(0, query.limit);
  const texts = createLineTexts(file);
  const state: ScanState = { found, limit, stopAtMs, textTest, metaTest, lineTest: query.test, texts, over };

  let index = 0;
  while (index < map.blocks.length) {
    const first = map.blocks[index]!;
    if (first.firstLine > toLine) break;
    if (first.firstLine + first.count <= fromLine || !mayHold(first, query)) {
      index++;
      continue;
    }
    if (performance.now() > stopAtMs || found.total >= (query.enough ?? Number.POSITIVE_INFINITY)) {
      found.readToLine = Math.max(fromLine, first.firstLine) - 1;
      break;
    }
    // Neighbouring blocks are read in one go.
    let end = index + 1;
    while (
      end < map.blocks.length &&
      map.blocks[end]!.offset - first.offset < chunkBytes &&
      mayHold(map.blocks[end]!, query)
    ) {
      end++;
    }
    const readTo = textTest
      ? await scanText(file, map, index, end, fromLine, toLine, state)
      : await scanMarks(map, index, end, fromLine, toLine, state);
    if (readTo !== undefined) {
      // A block begins before the line that is begun with: what stands before it was looked at earlier.
      found.readToLine = Math.max(fromLine - 1, readTo);
      break;
    }
    index = end;
  }
  return found;
}

interface ScanState {
  found: LineMatches;
  limit: number;
  stopAtMs: number;
  textTest: TextTest | undefined;
  metaTest: ((block: Block, i: number) => boolean) | undefined;
  lineTest: LineTest | undefined;
  texts: LineTexts;
  over: Stretches | undefined;
}

function mayHold(block: { minTimeMs: number; maxTimeMs: number }, query: LineQuery): boolean {
  if (query.fromTimeMs !== undefined && !(block.maxTimeMs >= query.fromTimeMs)) return false;
  return !(query.toTimeMs !== undefined && !(block.minTimeMs <= query.toTimeMs));
}

/** Undefined when all was read, else the last line that was looked at. Texts are read only where no form settles it. */
async function scanMarks(
  map: LineMap,
  from: number,
  to: number,
  fromLine: number,
  toLine: number,
  state: ScanState,
): Promise<number | undefined> {
  const { metaTest, lineTest, texts } = state;
  for (let index = from; index < to; index++) {
    const block = await map.block(index);
    for (let i = 0; i < block.entry.count; i++) {
      const line = block.entry.firstLine + i;
      if (line < fromLine || line > toLine || (metaTest && !metaTest(block, i))) continue;
      const holds = lineTest?.ofForm(block.forms[i]!) ?? lineTest?.ofLine(await texts.at(block, i)) ?? true;
      if (holds) note(state, line, block.times[i]!);
      if ((i & 127) === 127 && performance.now() > state.stopAtMs) return line;
    }
  }
  return undefined;
}

/** As `scanMarks`, of lines that a text has to stand in. */
async function scanText(
  file: RandomReader,
  map: LineMap,
  from: number,
  to: number,
  fromLine: number,
  toLine: number,
  state: ScanState,
): Promise<number | undefined> {
  const start = map.blocks[from]!.offset;
  const end = to < map.blocks.length ? map.blocks[to]!.offset : map.sizeBytes;
  const test = state.textTest!;
  // Most blocks have ordinary lines; a region with giant lines is read piece by piece.
  for (let at = start; at < end; ) {
    const length = Math.min(end - at, 2 * chunkBytes + longestLine);
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, at);
    if (bytesRead === 0) return undefined;
    const isRest = at + bytesRead >= end;
    const lastFeed = isRest ? bytesRead : bytes.lastIndexOf(10, bytesRead - 1) + 1;
    const usable = lastFeed > 0 ? lastFeed : bytesRead;
    state.found.scannedBytes += usable;
    let p = 0;
    let place = await lineAt(map, from, at);
    let checks = 0;
    while (p < usable) {
      const hit = test.next(bytes, p, usable);
      if (hit < 0) break;
      const lineStart = hit === 0 ? 0 : bytes.lastIndexOf(10, hit - 1) + 1;
      const feed = bytes.indexOf(10, hit);
      const lineEnd = feed < 0 || feed > usable ? usable : feed;
      p = lineEnd + 1;
      if ((++checks & 1023) === 0 && performance.now() > state.stopAtMs) {
        return (await lineAt(map, place.blockIndex, at + lineStart)).line - 1;
      }
      if (!test.holds(bytes, lineStart, lineEnd)) continue;
      const offset = at + lineStart;
      const isNear = offset < place.block.offsets[place.block.entry.count]!;
      place = isNear ? lineIn(place.blockIndex, place.block, offset) : await lineAt(map, place.blockIndex, offset);
      if (place.line > toLine) return undefined;
      if (place.line < fromLine || (state.metaTest && !state.metaTest(place.block, place.i))) continue;
      const { line, i, block } = place;
      const form = block.forms[i]!;
      const given = { bytes, start: lineStart, end: lineEnd, line, form };
      if (state.lineTest?.ofForm(form) ?? state.lineTest?.ofLine(given) ?? true) note(state, line, block.times[i]!);
    }
    at += usable;
  }
  return undefined;
}

async function lineAt(map: LineMap, from: number, offset: number) {
  let blockIndex = from;
  while (blockIndex + 1 < map.blocks.length && map.blocks[blockIndex + 1]!.offset <= offset) blockIndex++;
  return lineIn(blockIndex, await map.block(blockIndex), offset);
}

function lineIn(blockIndex: number, block: Block, offset: number) {
  let low = 0;
  let high = block.entry.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (block.offsets[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { blockIndex, block, i: low, line: block.entry.firstLine + low };
}

function note(state: ScanState, line: number, timeMs: number): void {
  const { found, over } = state;
  // A line longer than a piece may be met twice.
  if (found.lastLine === line) return;
  found.total++;
  if (over && found.counts) countIn(found.counts, over, timeMs);
  found.firstLine ??= line;
  found.lastLine = line;
  if (found.lines.length < state.limit) found.lines.push(line);
}

function metaTestOf(map: LineMap, query: LineQuery): ((block: Block, i: number) => boolean) | undefined {
  const { fromTimeMs, toTimeMs, template, severityAtLeast } = query;
  if (fromTimeMs === undefined && toTimeMs === undefined && template === undefined && !severityAtLeast)
    return undefined;
  const level = severityAtLeast ? levelOfSeverity(severityAtLeast) : 0;
  return (block, i) => {
    const form = block.forms[i]!;
    if (level > 0 && (map.levelOfForm[form] ?? 0) < level) return false;
    if (template !== undefined && map.templateOfForm[form] !== template) return false;
    const time = block.times[i]!;
    return !(fromTimeMs !== undefined && !(time >= fromTimeMs)) && !(toTimeMs !== undefined && !(time <= toTimeMs));
  };
}

interface TextTest {
  /** Next byte from which a line may match; -1: none is left. */
  next: FindLiteral;
  holds(bytes: Buffer, start: number, end: number): boolean;
}

function textTestOf(query: LineQuery): TextTest | undefined {
  const ignoreCase = query.ignoreCase ?? false;
  const finders = (terms: readonly string[] | undefined) =>
    (terms ?? []).filter((term) => term !== '').map((term) => literalFinder(term, ignoreCase));
  const longest = [...(query.all ?? [])].sort((a, b) => b.length - a.length);
  const all = finders(longest);
  const any = finders(query.any);
  const none = finders(query.none);
  const pattern = query.pattern ? compile(query.pattern, ignoreCase) : undefined;
  if (all.length + any.length + none.length === 0 && !pattern) return undefined;
  const required =
    query.pattern && !ignoreCaseBeyondAscii(query.pattern, ignoreCase) ? requiredLiteral(query.pattern) : undefined;
  const next = all[0] ?? (required ? literalFinder(required, ignoreCase) : any.length > 0 ? soonest(any) : everyLine);
  return {
    next,
    holds: (bytes, start, end) =>
      all.every((find) => find(bytes, start, end) >= 0) &&
      (any.length === 0 || any.some((find) => find(bytes, start, end) >= 0)) &&
      none.every((find) => find(bytes, start, end) < 0) &&
      (pattern === undefined || pattern.test(bytes.toString('utf8', start, Math.min(end, start + 65_536)))),
  };
}

const ignoreCaseBeyondAscii = (pattern: string, ignoreCase: boolean): boolean =>
  ignoreCase && [...pattern].some((char) => char > '\u007f');

const everyLine: FindLiteral = (_, from, end) => (from < end ? from : -1);

/** The nearest of several terms; what was found ahead is remembered, so that no stretch is searched twice. */
function soonest(finders: readonly FindLiteral[]): FindLiteral {
  let seen: Buffer | undefined;
  let ahead: number[] = [];
  return (bytes, from, end) => {
    if (seen !== bytes) {
      seen = bytes;
      ahead = finders.map(() => -2);
    }
    let best = -1;
    finders.forEach((find, index) => {
      const known = ahead[index]!;
      if (known === -2 || (known >= 0 && known < from)) ahead[index] = find(bytes, from, end);
      const at = ahead[index]!;
      if (at >= 0 && (best < 0 || at < best)) best = at;
    });
    return best;
  };
}

function compile(pattern: string, ignoreCase: boolean): { test(text: string): boolean } {
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    throw new UsageError(`Not a pattern RE2 understands: ${error instanceof Error ? error.message : 'syntax'}`);
  }
}
