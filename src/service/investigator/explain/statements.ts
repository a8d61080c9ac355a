import { isOwnCode } from '../../formats/log/own-code.ts';
import type { Severity } from '../../formats/reading.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import { createUnwrapper } from '../../lines/unwrap-lines.ts';
import { isSaid } from '../../lines/without-names.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { blocksOf } from '../facts/lines/blocks-of.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import {
  answersWhy,
  calledIn,
  cleaned,
  isCatalogue,
  isDiagnostic,
  isFrame,
  isLabelled,
  isListed,
  isPrompt,
  isQuoteOfCode,
  isWarning,
} from '../facts/lines/line-shapes.ts';
import { startsWithTime } from '../facts/lines/text-fields.ts';
import { type Exception, exceptionIn, raisedIn } from '../facts/lines/thrown.ts';
import { isWrapper, statesSystemReason, tellsEnd, tellsFailure } from '../facts/trouble-words.ts';

/** One line that says that something is wrong, with what its record tells of it. */
export interface Statement {
  document: string;
  line: number;
  /** Last line of the stack below it. */
  lineEnd: number;
  said: string;
  unit: string;
  timeMs: number | undefined;
  /** Of its record; `isStated` where a level stands in a level's place. */
  severity: Severity;
  isStated: boolean;
  /** Below a line of information, and so the output of whatever was run then. */
  isOutput: boolean;
  thrown?: Thrown;
  /** It was dealt with where something else was thrown, or by whoever typed the next command. */
  isHandled?: true;
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
const maxOfLong = 12_000;

/** All lines of a document that tell of a failure or an end; of a long one the severe ones and what stands before its end. */
export async function readStatements(document: ReadDocument, signal: AbortSignal): Promise<Statements> {
  const reader = new StatementReader(document);
  const lines = createUnwrapper<Indexed>(startsWithTime, (line, text, known) => reader.take(text, line, known));
  for await (const { start, texts, timeMs, severity } of blocksOf(document, await stretches(document))) {
    signal.throwIfAborted();
    for (const [at, text] of texts.entries())
      lines.line(start + at, text, { timeMs: timeMs(at), severity: severity(at) });
  }
  lines.end();
  return { all: reader.all, records: reader.records };
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
    !/^\w+[:=]|^\w{2,4} +[\da-f]{8}/.test(said) &&
    !isDiagnostic(said)
  );
}

/** What the index knows of a line. */
interface Indexed {
  timeMs: number | undefined;
  severity: Severity | undefined;
}

interface OpenRecord {
  from: number;
  unit: string;
  severity: Severity | undefined;
  timeMs: number | undefined;
  last: number;
  depth: number;
}

/** `caller=main.go:1017 level=error err="opening storage failed"`: a line of fields alone says what went wrong. */
const arePairs = (said: string): boolean =>
  said.length < 4000 &&
  said
    .replace(/"[^"]*"/g, '""')
    .split(' ')
    .every((token) => /^[A-Za-z_][\w.]*=/.test(token));

/** A statement that goes on in the lines below it. */
interface Heading {
  statement: Statement;
  column: number;
  /** Each line below is the cause of the one above it. */
  isChain: boolean;
}

const mostBelow = 3;
/** Python tells what was handled before what was thrown then. */
const meanwhile = /^During handling of the above exception, another exception occurred:/;
/** A command that said so little and was followed by another was tried by hand. */
const shortOutput = 8;
/** "usermod: user deploy is currently logged in". */
const ofProgram = /^[a-z][\w.-]{1,30}: [a-z]{2}[^:=]{8,200}$/;
/** A reason is told right behind what failed. */
const recordsBehind = 5;
const longestJoined = 600;
const aheadOfUncaught =
  /^FATAL EXCEPTION|\bException in thread\b|\buncaught\b|\bunhandled\b|^panic:|^(?:thread|task) '(?:main|rustc)'|tick loop/i;
const chained = /^Caused by:(?<said>.*)$/i;

function append(statement: Statement, said: string, joint: string, line: number): void {
  statement.lineEnd = line;
  if (said.trim() !== '' && statement.said.length < longestJoined)
    statement.said = `${statement.said}${joint}${said.trim()}`;
}

/** A panic of Rust says on the next line why. */
const lacksMessage = ({ thrown }: Statement): boolean => thrown?.type === 'panic' && thrown.message === '';

/** "Failed to bind to 127.0.0.1:80: address already in use", thrown for "Address already in use". */
function fuller({ said, thrown }: Statement, inner: string): string {
  const outer = thrown?.message ?? said;
  const at = inner.length < 4 ? -1 : outer.toLowerCase().indexOf(inner.toLowerCase());
  return at > 0 && /\s/.test(outer.slice(0, at).trim()) ? outer : inner;
}

/** Reads the lines of one document in their order into statements. */
class StatementReader {
  readonly all: Statement[] = [];
  records = 0;
  readonly #document: ReadDocument;
  #stamped = 0;
  #seen = 0;
  #open: OpenRecord | undefined;
  #thrown: Statement | undefined;
  #isUncaughtAhead = false;
  /** Of a Python traceback, whose frames stand before what was thrown. */
  #ahead: { frame: string; isOwn: boolean } | undefined;
  #heading: Heading | undefined;
  /** What a program said last tells of no failure, and may still be why the line below says that it failed. */
  #lastWords: Statement | undefined;

  /** Where a person typed the last command. */
  #typed = Number.POSITIVE_INFINITY;

  constructor(document: ReadDocument) {
    this.#document = document;
  }

  take(raw: string, line: number, indexed: Indexed): void {
    const text = cleaned(raw);
    if (text.trim() === '' || isCatalogue(text)) return;
    this.#seen++;
    if (startsWithTime(text)) this.#stamped++;
    if (isFrame(text)) {
      this.#withFrame(text, line);
      return;
    }
    const fields = fieldsOf(text, this.#document.layout);
    if (isFrame(fields.message)) {
      this.#withFrame(fields.message, line);
      return;
    }
    if (this.#passes(text, fields.message, line)) return;
    const record = this.#recordOf(text, line, fields, indexed);
    const detail = fields.detail ?? '';
    const error = fields.fields.get('err') ?? fields.fields.get('error');
    if (typeof error === 'string' && arePairs(fields.message)) {
      this.#add(error, line, record, exceptionIn(error));
      return;
    }
    const said = detail === '' || fields.message.includes(detail) ? fields.message : `${fields.message}: ${detail}`;
    if (aheadOfUncaught.test(said)) this.#isUncaughtAhead = true;
    const isPanic = /^panic: /.test(text);
    const exception = exceptionIn(isPanic ? text : said) ?? (this.#ahead === undefined ? undefined : raisedIn(said));
    const column = text.indexOf(said.slice(0, 40));
    if (exception === undefined && this.#goesOnBelow(said, line, column, record.unit, startsWithTime(text))) return;
    this.#add(isPanic ? text : said.trim(), line, record, exception);
    const last = this.all.at(-1);
    const isHeading = last?.line === line && said.endsWith(':') && !lacksMessage(last);
    this.#heading = isHeading ? { statement: last, column, isChain: false } : undefined;
  }

  /** Between two commands, or two exceptions: the one before did not end it. */
  #passes(text: string, said: string, line: number): boolean {
    const last = this.all.at(-1);
    if (meanwhile.test(said)) {
      if (last?.thrown !== undefined) last.isHandled = true;
      return true;
    }
    if (!isPrompt(text)) return false;
    if (line - this.#typed <= shortOutput)
      for (const one of this.all.slice(-shortOutput)) if (one.line > this.#typed) one.isHandled = true;
    this.#typed = line;
    return true;
  }

  /**
   * "Caused by: ..." below an error belongs to its statement, and what stands below a heading: farther to the right, or
   * right under it where lines have no time of their own.
   */
  #goesOnBelow(said: string, line: number, column: number, unit: string, hasTime: boolean): boolean {
    const last = this.all.at(-1);
    const cause = chained.exec(said)?.groups?.said;
    // Marlin breaks its lines before the colon.
    const rest = cause ?? (/^: ?\S/.test(said) ? said : undefined);
    if (rest === undefined || last === undefined || line - last.lineEnd > 2)
      return this.#goesOnUnderHeading(said, line, column, unit, hasTime);
    if (cause !== undefined) this.#heading = { statement: last, column, isChain: true };
    append(last, rest, cause === undefined ? '' : ': ', line);
    return true;
  }

  #goesOnUnderHeading(said: string, line: number, column: number, unit: string, hasTime: boolean): boolean {
    if (this.#heading === undefined) return false;
    const { statement, column: of, isChain } = this.#heading;
    if (line !== statement.lineEnd + 1) return false;
    // A daemon's output has a time before each of its lines.
    const isOfUnit = unit !== '' && unit === statement.unit && !isWarning(said);
    const isNext = line === statement.line + 1 && (!hasTime || isOfUnit);
    const isUnder = column > of || (column === of && isNext);
    const isOther = !isChain && (isListed(said) || isLabelled(said) || line - statement.line > mostBelow);
    if (!isUnder || isOther) return false;
    append(statement, said.replace(/^\d{1,2}: /, ''), isChain ? ': ' : ' ', line);
    return true;
  }

  /** The record the line goes on with, or a new one. */
  #recordOf(text: string, line: number, fields: LineFields, indexed: Indexed): OpenRecord {
    const before = this.#open;
    if (before !== undefined && line - before.last <= 2 && fields.severity === undefined) {
      const hasTime = startsWithTime(text);
      const isStampless = this.#stamped > 3 && this.#stamped > this.#seen / 4 && !text.startsWith('{');
      const isIndented = /^\s{2,}\S/.test(fields.message) || /^\S*\s\S*\s{5,}\S/.test(text.slice(0, 40));
      if (
        /^\s+\S/.test(text) ||
        (hasTime ? isIndented : isLabelled(text) || isStampless || exceptionIn(text) !== undefined)
      ) {
        before.last = line;
        return before;
      }
    }
    this.records++;
    this.#open = {
      from: line,
      unit: fields.source ?? '',
      severity: fields.severity ?? indexed.severity,
      timeMs: indexed.timeMs ?? before?.timeMs,
      last: line,
      depth: 0,
    };
    return this.#open;
  }

  #add(said: string, line: number, record: OpenRecord, exception: Exception | undefined): void {
    const isBelow = record.from < line;
    const last = this.all.at(-1);
    if (last?.line === line - 1 && this.#completes(last, said, line, isBelow && exception === undefined)) return;
    // What a heading announces is told below it.
    const isAnnounced = isBelow && last?.record === this.records && last.said.endsWith(':');
    if (isAnnounced && line - last.lineEnd <= 2) last.lineEnd = line;
    const isOutput = isBelow && record.severity === 'info';
    const labelled = isDiagnostic(said) ? 'error' : isWarning(said) ? 'warning' : undefined;
    const severity = labelled ?? (isOutput ? undefined : record.severity);
    const isTold = this.#tells(said, severity, isBelow);
    const statement: Statement = {
      document: this.#document.info.name,
      line,
      lineEnd: line,
      said,
      unit: record.unit,
      timeMs: record.timeMs,
      severity: severity ?? 'info',
      isStated: severity !== undefined,
      isOutput,
      record: this.records,
    };
    const before = this.#lastWords;
    this.#lastWords = !isTold && severity === undefined && ofProgram.test(said) ? statement : undefined;
    if ((exception === undefined && !isTold) || isQuoteOfCode(said)) return;
    if (before?.line === line - 1 && isWrapper(said)) this.all.push(before);
    if (exception !== undefined) {
      statement.thrown = this.#thrownAs(exception, record);
      this.#thrown = statement;
    }
    this.all.push(statement);
  }

  /** The rest of a sentence, or the message that a panic lacks. */
  #completes(last: Statement, said: string, line: number, isPlainBelow: boolean): boolean {
    const isRest = isPlainBelow && last.record === this.records && goesOn(last.said, said);
    if (!isRest && !lacksMessage(last)) return false;
    if (!isRest && last.thrown !== undefined) last.thrown.message = said;
    append(last, said, ' ', line);
    return true;
  }

  /** Of a failure, an end or a reason, by its level or in its own words. */
  #tells(said: string, severity: Severity | undefined, isBelow: boolean): boolean {
    const isSevere = severity !== undefined && severity !== 'info';
    const isRightBehind = this.records - (this.all.at(-1)?.record ?? Number.NEGATIVE_INFINITY) <= recordsBehind;
    return (
      isSaid(tellsFailure, said) ||
      isSaid(tellsEnd, said) ||
      (answersWhy(said) && isRightBehind) ||
      (severity === undefined && statesSystemReason(said)) ||
      (isSevere && (!isBelow || isLabelled(said)))
    );
  }

  #thrownAs({ type, message, isInner, place }: Exception, record: OpenRecord): Thrown {
    record.depth = isInner ? record.depth + 1 : 0;
    const outer = isInner ? this.all.at(-1) : undefined;
    const ahead = place === undefined ? this.#ahead : { frame: place, isOwn: true };
    const isUncaught = this.#isUncaughtAhead;
    this.#ahead = undefined;
    this.#isUncaughtAhead = false;
    return {
      type,
      message: outer?.record === this.records ? fuller(outer, message) : message,
      depth: record.depth,
      ...(ahead === undefined ? {} : { frame: ahead.frame }),
      isOwnFrame: ahead?.isOwn === true,
      hasFrames: ahead !== undefined,
      isUncaught,
    };
  }

  #withFrame(text: string, line: number): void {
    if (this.#open !== undefined) this.#open.last = line;
    if (/^\s*File "/.test(text)) {
      const frame = calledIn(text);
      const isOwn = isOwnCode('', text);
      if (frame !== undefined && (isOwn || this.#ahead?.isOwn !== true)) this.#ahead = { frame, isOwn };
      return;
    }
    const owner = this.#thrown ?? this.all.at(-1);
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
}
