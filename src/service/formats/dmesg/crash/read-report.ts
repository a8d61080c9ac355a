import type { CollectedReport, ReportLine } from './collect-report.ts';
import { findFrame, matchFrame } from './find-frame.ts';
import { findGuiltyFile, namesSource } from './guilty-file.ts';
import { isInnocent } from './innocent-functions.ts';
import { armFrames, riscvRegistersEnd, stackHeadings } from './pattern.ts';
import type { ReportFamily, ReportShape } from './report-shape.ts';
import { tidyTitle } from './tidy-title.ts';
import { findWitnesses, type Witness } from './witnesses.ts';

/** What a report comes to. Line numbers are the document's. */
export interface CrashReport {
  title: string;
  guilty: string | null;
  isCorrupted: boolean;
  /** The function named in the title, where one was found. */
  functionName?: string;
  headerLine: number;
  frameLine?: number;
  guiltyLine?: number;
  /** Its stack dump, from its heading to its last frame. */
  trace?: { from: number; to: number };
  /** Further places the report tells about, in its own lines. */
  witnesses: Witness[];
  /** Who ran into it. */
  task?: { name: string; pid: number; cpu?: number };
  /** Where the instruction pointer stood, where that is another function than the one named. */
  standsIn?: string;
  /** The module of the function, where it is of one. */
  module?: string;
  /** The shape is one of the known ones. */
  isKnown: boolean;
}

interface Match {
  shape: ReportShape;
  parts: string[];
  /** Index of the line and column where the shape's own words begin. */
  line: number;
  column: number;
}

/** Names a report. `family` is that of its heading. */
export function readReport(report: CollectedReport, family: ReportFamily): CrashReport {
  const own = report.lines.slice(0, report.ownLines);
  const named = nameReport(own, family);
  // Without source lines of its own, a report is not told by those of another one after it.
  const guilty = own.some(({ text }) => namesSource(text)) ? findGuiltyFile(named.title, report.lines) : undefined;
  const trace = findTrace(report.lines, named.frameIndex);
  const frameLine = named.frameIndex === undefined ? undefined : own[named.frameIndex]?.number;
  const isCorrupted =
    named.isDamaged ||
    /\[ *[0-9]+\.[0-9]+\]/.test(named.title) ||
    (named.shape !== undefined && named.shape.needsNoStack !== true && lacksStack(report.lines));
  return {
    title: tidyTitle(named.title),
    guilty: guilty?.file ?? null,
    isCorrupted,
    headerLine: report.header.number,
    witnesses: findWitnesses(named.title, own),
    isKnown: named.shape !== undefined,
    ...ranIn(own),
    ...functionOf(named, own),
    ...(frameLine === undefined ? {} : { frameLine }),
    ...(guilty === undefined ? {} : { guiltyLine: guilty.line }),
    ...(trace === undefined ? {} : { trace }),
  };
}

const taskLine = /CPU: (\d{1,5}) (?:UID: \d+ )?PID: (\d{1,9}) Comm: (.{1,40}?) (?:Kdump: |Tainted: |Not tainted)/;
const statusWord = /Krnl PSW : \w+ \w+ \(([\w.]{1,120})\+0x/;

function ranIn(lines: readonly ReportLine[]): Pick<CrashReport, 'task'> {
  for (const { text } of lines.slice(0, 200)) {
    const match = taskLine.exec(text);
    if (match !== null) return { task: { name: match[3]!, pid: Number(match[2]), cpu: Number(match[1]) } };
  }
  return {};
}

/** The function of the title, else where s390's program status word points. */
function functionOf(
  { frame }: NamedReport,
  lines: readonly ReportLine[],
): Pick<CrashReport, 'functionName' | 'module' | 'standsIn'> {
  const known = frame === 'corrupted' ? undefined : frame;
  const pointer = known === undefined ? undefined : pointerIn(lines, known);
  const name = known ?? lines.slice(0, 200).flatMap(({ text }) => statusWord.exec(text)?.[1] ?? [])[0];
  if (name === undefined) return pointerIn(lines, '');
  const own = lines.find(({ text }) => text.includes(`${name}+0x`) && / \[[\w-]+\]/.test(text))?.text ?? '';
  const module = own.slice(own.indexOf(name)).match(/^[\w.]+\+0x[\da-f]+\/0x[\da-f]+\)? \[([\w-]{2,60})\]/)?.[1];
  return { functionName: name, ...pointer, ...(module === undefined ? {} : { module }) };
}

/** Of a stall or a lockup: the function the processor was found in. */
function pointerIn(lines: readonly ReportLine[], named: string): Pick<CrashReport, 'standsIn'> {
  for (const { text } of lines.slice(0, 400)) {
    const match =
      /\b(?:RIP: [0-9a-f]{4}:|PC is at |pc : |NIP \[\w+\] |epc : |EIP: )([\w.]+)\+0x[\da-f]+\/0x[\da-f]+(?: (\[[\w-]+\]))?/.exec(
        text,
      );
    if (match === null || match[1] === named || isInnocent(match[1]!)) continue;
    return { standsIn: match[2] === undefined ? match[1]! : `${match[1]} ${match[2]}` };
  }
  return {};
}

interface NamedReport {
  title: string;
  isDamaged: boolean;
  shape?: ReportShape;
  frame?: string;
  frameIndex?: number;
}

function nameReport(lines: readonly ReportLine[], family: ReportFamily): NamedReport {
  let best: (NamedReport & { line: number; column: number }) | undefined;
  let earliest: { line: number; column: number } | undefined;
  for (const shape of family.shapes) {
    const opening = firstMatch(lines, shape.opens, 0);
    if (opening === undefined) continue;
    const order = earliest === undefined ? -1 : opening.line - earliest.line || opening.column - earliest.column;
    if (order > 0 || (order === 0 && best !== undefined)) continue;
    // An earlier heading outranks whatever stands further down.
    if (order < 0) best = undefined;
    earliest = opening;
    const match = readShape(lines, shape, opening);
    if (match === undefined) continue;
    best = { ...nameMatch(lines, match), line: opening.line, column: opening.column };
  }
  if (best !== undefined) return best;
  const heading = lines.find(({ text }) => text.includes(family.marker))?.text ?? lines[0]?.text ?? '';
  const from = heading.indexOf(family.marker);
  return { title: heading.slice(Math.max(0, from)), isDamaged: earliest !== undefined };
}

function firstMatch(lines: readonly ReportLine[], form: RegExp, from: number) {
  for (let line = from; line < lines.length; line++) {
    const match = form.exec(lines[line]?.text ?? '');
    if (match !== null) return { line, column: match.index, parts: match.slice(1).map((part) => part ?? '') };
  }
  return undefined;
}

function readShape(
  lines: readonly ReportLine[],
  shape: ReportShape,
  opening: { line: number; column: number; parts: string[] },
): Match | undefined {
  if (shape.reads === undefined) return { shape, ...opening };
  const parts: string[] = [];
  let start: { line: number; column: number } | undefined;
  let from = 0;
  for (const form of shape.reads) {
    const found = firstMatch(lines, form, from);
    if (found === undefined) return undefined;
    start ??= found;
    parts.push(...found.parts);
    from = found.line + 1;
  }
  return start === undefined ? undefined : { shape, parts, line: start.line, column: start.column };
}

function nameMatch(lines: readonly ReportLine[], { shape, parts, line, column }: Match): NamedReport {
  if (shape.frame === undefined) {
    return { title: shape.title(parts, ''), isDamaged: shape.isDamaged === true, shape };
  }
  const rest = lines.slice(line).map(({ text }, index) => (index === 0 ? text.slice(column) : text));
  const found = findFrame(rest, shape.frame);
  return {
    title: shape.title(parts, found.name),
    isDamaged: shape.isDamaged === true || !found.isWhole,
    shape,
    frame: found.name,
    ...(found.line === undefined ? {} : { frameIndex: line + found.line }),
  };
}

// Each heading of a stack must be followed by a frame, and at least one stack must be there.
function lacksStack(lines: readonly ReportLine[]): boolean {
  let hasStack = false;
  for (const heading of stackHeadings) {
    const at = lines.findIndex(({ text }) => heading.test(text));
    if (at === -1) continue;
    // Counting the heading and the end of the text, as few as this cannot be a stack.
    if (lines.length - at + 1 < 4) return true;
    const hasFrame = frameFollows(lines, at + 1);
    if (hasFrame) hasStack = true;
    else if (heading !== riscvRegistersEnd) return true;
  }
  // arm's unwinder prints its frames without a heading.
  return !hasStack && !lines.some(({ text }) => armFrames.some((frame) => frame.test(text)));
}

function frameFollows(lines: readonly ReportLine[], from: number): boolean {
  for (const { text } of lines.slice(from, from + 15)) {
    if (stackHeadings.some((heading) => heading.test(text))) return false;
    if (text.includes('(stack is not available)') || matchFrame(text) !== null) return true;
  }
  return false;
}

const offsetFrame = /(?<![\w.])[\w.]+\+0x[0-9a-f]+\/0x[0-9a-f]+/;
const longestTrace = 40;

function findTrace(lines: readonly ReportLine[], frameIndex: number | undefined) {
  let heading = -1;
  for (const [index, { text }] of lines.entries()) {
    if (heading !== -1 && frameIndex !== undefined && index > frameIndex) break;
    if (/Call [Tt]race:|Backtrace:|^ *backtrace/.test(text)) heading = index;
    if (heading !== -1 && frameIndex === undefined) break;
  }
  const from = lines[heading]?.number;
  if (from === undefined) return undefined;
  let to = from;
  for (const { number, text } of lines.slice(heading + 1)) {
    if (number - from >= longestTrace) break;
    if (offsetFrame.test(text) || matchFrame(text) !== null) to = number;
    else if (/^(?:---\[|Modules linked in|Code:|RIP: 0033|<\/TASK>| <\/TASK>)/.test(text)) break;
  }
  return to > from ? { from, to } : undefined;
}
