import { isOwnCode } from '../../formats/log/own-code.ts';
import type { Severity } from '../../formats/reading.ts';
import { tellsEnd, tellsFailure } from '../detect/cause-words.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { startsWithTime } from '../survey/text-fields.ts';
import { exceptionIn } from '../survey/thrown.ts';
import { calledIn, cleaned, isCatalogue, isDiagnostic, isFrame, isLabelled, isQuoteOfCode } from './line-shapes.ts';

/** One line that says that something is wrong, with what its record tells of it. */
export interface Statement {
  document: string;
  line: number;
  /** Last line of the stack below it. */
  lineEnd: number;
  said: string;
  unit: string;
  timeMs?: number;
  /** Of its record; `isStated` where a level stands in a level's place. */
  severity: Severity;
  isStated: boolean;
  thrown?: Thrown;
  /** Which record of the file it belongs to, counted over all its lines. */
  record: number;
}

interface Thrown {
  type: string;
  message: string;
  /** How deep in the chain of causes; 0 was thrown last. */
  depth: number;
  /** First frame of the program itself, else of whatever. */
  frame?: string;
  isOwnFrame: boolean;
  hasFrames: boolean;
  isUncaught: boolean;
}

export interface Statements {
  all: Statement[];
  records: number;
}

const maxLines = 60_000;
const chunkLines = 4000;
const maxOfLong = 12_000;

/** All lines of a document that tell of a failure or an end; of a long one the severe ones and what stands before its end. */
export async function readStatements(document: ReadDocument, signal: AbortSignal): Promise<Statements> {
  const reader = createReader(document);
  for (const [from, to] of await stretches(document)) {
    for (let start = from; start <= to; start += chunkLines) {
      signal.throwIfAborted();
      const texts = await document.lines(start, Math.min(to, start + chunkLines - 1));
      const metas =
        document.info.indexPath === undefined ? undefined : await document.marks?.(start, start + texts.length - 1);
      for (let index = 0; index < texts.length; index++) {
        const time = metas?.timesMs[index];
        const form = metas?.forms[index];
        reader.take(texts[index]!, start + index, {
          ...(time === undefined || Number.isNaN(time) ? {} : { timeMs: time }),
          ...(form === undefined ? {} : { severity: document.severityOfForm?.(form) }),
        });
      }
    }
  }
  return reader.end();
}

async function stretches(document: ReadDocument): Promise<[number, number][]> {
  const { lines } = document.info;
  if (lines <= maxLines) return [[1, lines]];
  const severe = await document.search({ severityAtLeast: 'error', limit: maxOfLong / 6 });
  const parts: [number, number][] = [
    [1, 400],
    ...severe.lines.map((line): [number, number] => [line - 4, line + 12]),
    [lines - 4000, lines],
  ];
  const joined: [number, number][] = [];
  for (const [from, to] of parts) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.min(lines, Math.max(last[1], to));
    else joined.push([Math.max(1, from), Math.min(lines, to)]);
  }
  return joined;
}

/** A sentence that was broken into lines. */
function goesOn(before: string, said: string): boolean {
  return (
    before.length < 400 &&
    /[\w,"')\]]$/.test(before) &&
    /^[a-z"'(]/.test(said) &&
    !/^\w+[:=]/.test(said) &&
    !isDiagnostic(said)
  );
}

interface OpenRecord {
  from: number;
  unit: string;
  severity: Severity | undefined;
  timeMs?: number;
  last: number;
  depth: number;
}

function createReader({ info, layout }: ReadDocument) {
  const all: Statement[] = [];
  let records = 0;
  let stamped = 0;
  let seen = 0;
  let open: OpenRecord | undefined;
  let thrown: Statement | undefined;
  let isUncaughtAhead = false;
  /** Of a Python traceback, whose frames stand before what was thrown. */
  let ahead: { frame: string; isOwn: boolean } | undefined;

  function take(raw: string, line: number, indexed: { timeMs?: number; severity?: Severity | undefined }): void {
    const text = cleaned(raw);
    if (text.trim() === '' || isCatalogue(text)) return;
    seen++;
    const hasTime = startsWithTime(text);
    if (hasTime) stamped++;
    if (isFrame(text)) {
      withFrame(text, line);
      return;
    }
    const fields = fieldsOf(text, layout);
    if (isFrame(fields.message)) {
      withFrame(fields.message, line);
      return;
    }
    const isIndented =
      /^\s{2,}\S/.test(hasTime ? fields.message : text) || /^\S*\s\S*\s{5,}\S/.test(hasTime ? text.slice(0, 40) : '');
    const continues =
      open !== undefined &&
      line - open.last <= 2 &&
      fields.severity === undefined &&
      (/^\s+\S/.test(text) ||
        (!hasTime && isLabelled(text)) ||
        (!hasTime && stamped > 3 && stamped > seen / 4 && !text.startsWith('{')) ||
        (hasTime && isIndented));
    if (!continues || open === undefined) {
      records++;
      const timeMs = indexed.timeMs ?? fields.timeMs ?? open?.timeMs;
      open = {
        from: line,
        unit: fields.source ?? '',
        severity: fields.severity ?? indexed.severity,
        ...(timeMs === undefined ? {} : { timeMs }),
        last: line,
        depth: 0,
      };
    } else open.last = line;
    const detail = fields.detail ?? '';
    const said = detail === '' || fields.message.includes(detail) ? fields.message : `${fields.message}: ${detail}`;
    if (/^FATAL EXCEPTION|\bException in thread\b|\buncaught\b|\bunhandled\b|^panic:|tick loop/i.test(said))
      isUncaughtAhead = true;
    const isPanic = /^panic: /.test(text);
    add(isPanic ? text : said.trim(), line, open, exceptionIn(isPanic ? text : said));
  }

  function add(
    said: string,
    line: number,
    record: OpenRecord,
    exception: { type: string; message: string; isInner: boolean } | undefined,
  ): void {
    const isBelow = record.from < line;
    const severity = isDiagnostic(said) ? 'error' : record.severity;
    const last = all.at(-1);
    if (isBelow && last?.line === line - 1 && last.record === records && goesOn(last.said, said)) {
      last.said = `${last.said} ${said}`;
      last.lineEnd = line;
      return;
    }
    // What a heading announces is told below it.
    if (isBelow && last?.record === records && last.said.endsWith(':') && line - last.lineEnd <= 2) last.lineEnd = line;
    const isSevere = severity !== undefined && severity !== 'info';
    const isTold = tellsFailure(said) || tellsEnd(said) || (isSevere && (!isBelow || isLabelled(said)));
    if (exception === undefined && !isTold) return;
    if (isQuoteOfCode(said)) return;
    if (exception?.isInner === true) record.depth++;
    else if (exception !== undefined) record.depth = 0;
    const statement: Statement = {
      document: info.name,
      line,
      lineEnd: line,
      said,
      unit: record.unit,
      ...(record.timeMs === undefined ? {} : { timeMs: record.timeMs }),
      severity: severity ?? 'info',
      isStated: severity !== undefined,
      record: records,
      ...(exception === undefined
        ? {}
        : {
            thrown: {
              type: exception.type,
              message: exception.message,
              depth: record.depth,
              ...(ahead === undefined ? {} : { frame: ahead.frame }),
              isOwnFrame: ahead?.isOwn === true,
              hasFrames: ahead !== undefined,
              isUncaught: isUncaughtAhead,
            },
          }),
    };
    if (exception !== undefined) {
      thrown = statement;
      isUncaughtAhead = false;
      ahead = undefined;
    }
    all.push(statement);
  }

  function withFrame(text: string, line: number): void {
    if (open !== undefined) open.last = line;
    if (/^\s*File "/.test(text)) {
      const frame = calledIn(text);
      const isOwn = isOwnCode('', text);
      if (frame !== undefined && (isOwn || ahead?.isOwn !== true)) ahead = { frame, isOwn };
      return;
    }
    const owner = thrown ?? all.at(-1);
    if (owner === undefined || line - owner.lineEnd > 3) return;
    owner.lineEnd = line;
    if (owner.thrown === undefined) return;
    owner.thrown.hasFrames = true;
    const frame = calledIn(text);
    if (frame === undefined || owner.thrown.isOwnFrame) return;
    const isOwn = isOwnCode(frame, text.includes('(') ? text : '');
    if (owner.thrown.frame === undefined || isOwn) owner.thrown.frame = frame;
    owner.thrown.isOwnFrame = isOwn;
  }

  return { take, end: (): Statements => ({ all, records }) };
}
