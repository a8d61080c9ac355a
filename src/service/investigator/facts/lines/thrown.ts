import { isOwnCode } from '../../../formats/log/own-code.ts';

/** What a structured record says was thrown, in whatever object its logger puts it. */
interface Thrown {
  /** `TypeError: x is undefined`. */
  what: string;
  /** The stack as written, where there is one. */
  stack?: string;
}

/** `err.message`, `error.stack_trace`, `exc_info.type`, `attributes.exception.stacktrace`. */
const part =
  /^(.*?(?:^|\.)(?:err|error|exception|exc|exc_info|throwable|thrown|cause|failure))\.(type|name|class|message|msg|value|stack|stack_?trace|traceback)$/i;
const kind = /^(?:type|name|class)$/i;
const words = /^(?:message|msg|value)$/i;

/** Undefined where no object of an error is in the record; plain `error` fields are its detail as they are. */
export function thrownIn(fields: ReadonlyMap<string, string | number>): Thrown | undefined {
  let owner: string | undefined;
  let type = '';
  let message = '';
  let stack = '';
  for (const [path, value] of fields) {
    const match = part.exec(path);
    if (!match || (owner !== undefined && match[1] !== owner)) continue;
    owner = match[1];
    const text = String(value).trim();
    if (kind.test(match[2]!)) type = text;
    else if (words.test(match[2]!)) message = text;
    else stack = text;
  }
  const first = stack.split('\n', 1)[0]!.trim();
  const isSaid = message !== '' && first.includes(message.split('\n', 1)[0]!);
  const told = type === '' || message.startsWith(type) ? message : `${type.split('.').at(-1)}: ${message}`;
  const what = isSaid || (message === '' && /\w(?:Error|Exception)\b/.test(first)) ? first : told;
  return what === '' || what === ': ' ? undefined : { what: what.slice(0, 600), ...(stack === '' ? {} : { stack }) };
}

const frame = /^\s*at (?:async )?([\w$.<>/]{3,160})(?:\(|\s|$)/;

/** The function of a stack's line `at …`, unless it is of the language or of a library. */
export function frameOf(line: string): string | undefined {
  const called = frame.exec(line)?.[1];
  return called === undefined || !isOwnCode(called, line.includes('(') ? line : '') ? undefined : called;
}

const exception =
  /(?:^|[\s:([{"'>*])((?:[A-Za-z_$][\w$]{0,60}[.:\\]{1,2}){0,12}[A-Z][\w$]{0,80}(?:Exception|Error|Throwable|Failure|Panic)|java\.lang\.(?:Exception|Error|Throwable))\b(?:\s{0,9}\([^)]{0,300}\))?(?::\s{0,9}([\s\S]*))?$/;
/** Spring tells the whole chain on one line. */
const nesting = 'nested exception is ';
/** Rust's message stands in quotes, or alone on the line below. */
const rustPanic =
  /^(?:thread|task) '[^'\n]{0,80}' (?:\(\d{1,9}\) )?(?:panicked|failed) at (?:'(.{1,600})', )?([^\s:]{1,300}:\d{1,9})(?::\d{1,9})?:?$/;
const errorObject = /^(?:Uncaught )?(Error|[A-Z]\w*Error): (.*)/;

/** What a line says was thrown; `isInner` where it stands behind another, `place` where it names the line of code. */
export interface Exception {
  type: string;
  message: string;
  isInner: boolean;
  place?: string;
}

export function exceptionIn(said: string): Exception | undefined {
  const isInner = /^\s*(?:Caused by: |(?:---)?> )|\[CIRCULAR|^\s*caused by /.test(said);
  const text = said.replace(/^\s*(?:Caused by: |(?:---)?> |Suppressed: |caused by )/, '');
  if (text.length > 3000) return undefined;
  const panic = /^(?:panic|fatal error): (.*)/.exec(text);
  if (panic) return { type: 'panic', message: panic[1]!, isInner };
  const rust = rustPanic.exec(text);
  if (rust) return { type: 'panic', message: rust[1] ?? '', isInner, place: rust[2]!.replace(/^.*\//, '') };
  const nested = text.lastIndexOf(nesting);
  if (nested > 0) {
    const inner = exceptionIn(text.slice(nested + nesting.length));
    if (inner !== undefined) return { ...inner, isInner: true };
  }
  const match = errorObject.exec(text) ?? exception.exec(text);
  if (match === null || (match.index > 60 && match[2] === undefined)) return undefined;
  return { type: match[1]!, message: (match[2] ?? '').trim(), isInner };
}

/** Below the frames of Python stands what was raised, whatever it is called: `borg.locking.LockTimeout: /var/borg/lock`. */
export function raisedIn(said: string): Exception | undefined {
  const match = /^((?:[a-z_]\w{0,60}\.){0,8}[A-Z]\w{2,60})(?:: (.{0,2000}))?$/.exec(said);
  return match === null ? undefined : { type: match[1] ?? '', message: match[2] ?? '', isInner: false };
}

/** The file and line of a frame: `(Store.java:42)`, `in Store.cs:line 42`, `File "store.py", line 42`. */
const called = /^\s*at .{1,300}?[ (]((?:[A-Za-z]:)?[\w./\\$@-]{1,200}\.[A-Za-z]{1,6}):(?:line )?(\d{1,7})/;
const python = /^\s*File "([^"]{1,300})", line (\d{1,7})/;

/** The innermost frame of the program's own code, as a stack is read line by line: Python writes it last, others first. */
export function frameBelow(text: string, before: string): string {
  const own = python.exec(text);
  if (own !== null) return `${fileOf(own[1])}:${own[2]}`;
  const call = frame.exec(text)?.[1];
  const isOwn = call === undefined || isOwnCode(call, text);
  const found = before === '' && isOwn ? called.exec(text) : null;
  return found === null ? before : `${fileOf(found[1])}:${found[2]}`;
}

const fileOf = (path = ''): string => path.split(/[/\\]/).at(-1) ?? path;
