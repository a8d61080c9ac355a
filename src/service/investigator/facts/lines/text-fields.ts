import { codeExtension } from '../../../lines/code-files.ts';
import type { LineHead } from '../../../lines/layouts/learnt-head.ts';
import { severityOf } from '../../../lines/level-words.ts';
import type { LineFields } from '../../../lines/line-fields.ts';
import { stampLength, startsWithStamp } from '../../../lines/stamp-length.ts';
import { type SyslogRecord, syslogRecord } from '../../../lines/syslog-record.ts';
import { isThread } from '../../../lines/thread-names.ts';
import { saidBeside } from './labelled-fields.ts';
import { type HeadedLine, headedLine, type TaggedLine, taggedLevel } from './line-heads.ts';
import { isLabelled } from './line-shapes.ts';
import { numberOrText, pairsIn } from './pairs-in.ts';

const levelWord =
  /(?:^|[\s[<|("=;,])(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|FATAL|SEVERE|EMERG|ALERT|PANIC|ALARM[EA]?|FAULT|D[EÉ]FAUT|ERREUR|FEHLER|STÖRUNG|STOERUNG|FALLO|WARNUNG|AVERTISSEMENT|ADVERTENCIA|AVISO)(?=[\s\]>|):;,"/]|$)[\s\]>|):;,"]*/i;
const levelAlone = /^(?:trace|debug|verbose|info|notice|warn|warning|err|error|crit|critical|fatal)$/i;

/** `isStamped`: a time stood before it. */
export function textFields(line: string, isStamped = false): LineFields {
  const record = syslogRecord(line);
  if (record !== undefined) return recordFields(record);
  const prefix = podPrefix.exec(line) ?? composePrefix.exec(line);
  if (prefix !== null) return prefixedFields(prefix, line);
  const ahead = namedLevel.exec(line);
  if (ahead !== null) return namedFields(ahead, line);
  const headed = headedLine(line);
  if (headed !== undefined) return headFields(headed);
  const marked = markedTime.exec(line);
  if (marked !== null && startsWithTime(line.slice(marked[0].length))) return markedFields(marked, line);
  const stamp = stampLength(line);
  let rest = line.slice(stamp);
  const carried = stamp === 0 ? undefined : carriedLine(rest);
  if (carried !== undefined) return textFields(carried, true);
  const tagged = stamp === 0 ? undefined : (taggedLevel(rest) ?? columnHead(rest, line.slice(0, stamp)));
  if (tagged !== undefined) ({ rest } = tagged);
  const head = rest.slice(0, 120);
  const level = tagged === undefined ? levelWord.exec(head) : null;
  let source = tagged?.source;
  let threadName: string | undefined;
  let severity = tagged?.severity;
  if (level !== null && isLevelPlace(level)) {
    severity = severityOf(level[1]!);
    source = /([A-Za-z_][\w./-]{1,60})[\])>]?[\s:|-]*$/.exec(head.slice(0, level.index))?.[1];
    // "Error response from daemon" is one sentence.
    if (!/^[A-Z][a-z]+ [a-z]/.test(rest)) rest = rest.slice(level.index + level[0].length).replace(/^- (?=\S)/, '');
    ({ rest, source, threadName } = untagged(rest, source));
    // Level and thread stand before the time in some.
    const inner = stamp === 0 && level.index === 0 ? stampLength(rest) : 0;
    ({ rest, source } = placed(inner < rest.length ? rest.slice(inner) : rest, source));
  } else if (tagged === undefined) {
    const syslog =
      isLabelled(rest) || diagnosticPlace.test(rest)
        ? null
        : /^(?:\S*[^\s:] )?([A-Za-z_][\w./-]{1,60})(?:\[\d+\])?: /.exec(rest);
    if (syslog !== null && (stamp > 0 || isStamped)) {
      // "[gateway] info: ...": a level where programs stand.
      const isLevel = levelAlone.test(syslog[1]!);
      if (isLevel) severity = severityOf(syslog[1]!);
      source = isLevel ? /^\[([A-Za-z_][\w./-]{1,60})\] /.exec(rest)?.[1] : syslog[1];
      rest = rest.slice(syslog[0].length).replace(sinceBoot, '');
      const own = isLevel ? undefined : carriedLine(rest);
      if (own !== undefined) return { ...textFields(own), source: syslog[1]! };
    }
  }
  const named = [
    ...speakerIn(line.slice(stamp)).filter(([, name]) => name === source),
    ...writerIn(line.slice(stamp), threadName),
    ...(tagged?.fields ?? []),
  ];
  return saidFields(line, { rest, severity, source, named });
}

/** Of a line whose head is told by the other lines of its document. */
export function saidBehind({ rest, level, source, thread, pid }: LineHead, line: string): LineFields {
  const named: [string, string | number][] = [
    ...(thread === undefined ? [] : [['thread', thread] as [string, string]]),
    ...(pid === undefined ? [] : [['pid', pid] as [string, number]]),
  ];
  if (level === undefined) {
    // What a daemon passes on states its level itself.
    const said = rest.replace(sinceBoot, '');
    const inner = textFields(carriedLine(said) ?? said);
    return { ...inner, source: source ?? inner.source, fields: new Map([...named, ...inner.fields]) };
  }
  const told = source === undefined ? untagged(rest, undefined) : { rest, source };
  const speaker = speakerIn(rest).filter(([, name]) => name === told.source);
  return saidFields(line, {
    ...told,
    severity: level === 'debug' ? 'info' : level,
    // Who writes may be known by its thread alone.
    source: told.source ?? thread,
    named: [...named, ...speaker],
  });
}

interface Said extends Pick<LineFields, 'severity' | 'source'> {
  rest: string;
  /** What the head states by name. */
  named: readonly (readonly [string, string | number])[];
}

/** What is stated behind a head, and what the pairs of the line say of its sender and level. */
function saidFields(line: string, { rest, severity, source, named }: Said): LineFields {
  const fields = pairsIn(line);
  for (const [name, value] of named) if (!fields.has(name)) fields.set(name, value);
  const said = saidBeside(fields, rest);
  const level = fields.get('level') ?? fields.get('lvl') ?? fields.get('severity') ?? fields.get('sev');
  const service = ['service', 'svc', 'app', 'component', 'pod', 'host', 'node', 'instance', 'device']
    .map((name) => fields.get(name))
    .find(isText);
  const detail = detailIn(fields);
  const message = said.trim() === '' ? line.trim() : said.trim();
  for (const name of fields.keys()) if (fields.get(name) === said || ofRecord.test(name)) fields.delete(name);
  return {
    message,
    fields,
    severity: severity ?? (typeof level === 'string' ? severityOf(level) : undefined),
    source: service ?? source,
    detail: detail === undefined || message.includes(detail) ? undefined : detail,
  };
}

/** What any record has, and what the reader of times and levels has read. */
const ofRecord = /^(?:ts|time|timestamp|lvl|level|severity|sev)$/;

/** "src/main.c:12:5: error: ...": no program writes it, and the place belongs to what is said. */
const diagnosticPlace = /^\S{1,300}[:(]\d{1,6}(?::\d{1,6})?\)?: (?:fatal )?(?:error|warning|note)\b/;

/** "station Central: ...", "lift 3: ...": what speaks, and what such things are called. A host stands before programs. */
function speakerIn(head: string): [string, string][] {
  const { noun = '', name = '' } = calledThing.exec(head)?.groups ?? {};
  return noun === '' || severityOf(noun) !== undefined ? [] : [[noun, name]];
}
const calledThing = /^(?<noun>[a-z]{3,20}) (?<name>[A-Z][\w-]{0,40}|[A-Za-z]{0,10}[-_]?\d[\w-]{0,20}): (?=\S)/;

/** Which thread or process wrote the line: `sshd[411]: ...`. */
function writerIn(head: string, threadName: string | undefined): [string, string | number][] {
  const pid = processId.exec(head)?.[1];
  return [
    ...(threadName === undefined ? [] : [['thread', threadName] as [string, string]]),
    ...(pid === undefined ? [] : [['pid', Number(pid)] as [string, number]]),
  ];
}
const processId = /^(?:\S{1,100} )?[A-Za-z_][\w./-]{1,60}\[(\d{1,9})\]: /;

/** "| DMX   | fixture ...", behind a time that itself ends in such a bar: a column of the sender. */
const barred = /^([A-Za-z_][\w./-]{0,30}) {0,12}\| (?=\S)/;

function columnHead(rest: string, stamp: string): TaggedLine | undefined {
  const found = /\|\s*$/.test(stamp) ? barred.exec(rest) : null;
  if (found === null || severityOf(found[1]!) !== undefined) return undefined;
  return { rest: rest.slice(found[0].length), source: found[1], severity: undefined, fields: [] };
}

/** The kernel's own time, behind that of the daemon. */
const sinceBoot = /^\[ {0,8}\d{1,9}\.\d{6}\] (?=\S)/;

const byRuntime = /^(?:stdout|stderr) [FP] (?=\S)/;

/** What a container wrote, behind the time its runtime put before it: `stdout F ...`, or a line that names its own time. */
function carriedLine(rest: string): string | undefined {
  const runtime = byRuntime.exec(rest);
  if (runtime !== null) return rest.slice(runtime[0].length);
  return /^(?:[DIWEF]\d{4}|\d{4}-\d\d-\d\d[T ]) ?\d\d:\d\d:\d\d/.test(rest) ? rest : undefined;
}

/** `[pod/search-3/search] ...`, as `kubectl logs --prefix` prints it. */
const podPrefix = /^\[pod\/(?<pod>[\w.-]{1,100})\/(?<container>[\w.-]{1,60})\] (?=\S)/;

/** `db-1   | ...`, as `docker compose logs` prints it. */
const composePrefix = /^(?<container>[a-z][\w.-]{0,60}[-_]\d{1,3}) {1,40}\| (?=\S)/;

/** What the prefix names are fields; the line is of the first. */
function prefixedFields({ 0: head, groups = {} }: RegExpExecArray, line: string): LineFields {
  const inner = textFields(line.slice(head.length));
  const [source] = Object.values(groups);
  const fields = new Map([...inner.fields, ...Object.entries(groups)]);
  // "db1: state a -> b" in a pod: who speaks without a level is part of what is said.
  const isSaid = inner.source !== undefined && inner.severity === undefined;
  const message = isSaid ? `${inner.source}: ${inner.message}` : inner.message;
  return { ...inner, message, source: isSaid ? source : (inner.source ?? source), fields };
}

/** "Bridge:error 2024-05-01 10:00:00: ...": name and level stand before the time. */
const namedLevel = /^([A-Za-z][\w.-]{1,40}):(debug|info|warn|warning|error|fatal)\s{1,8}(?=\d{4}-\d\d-\d\d[T ])/i;

function namedFields([head, name, level]: RegExpExecArray, line: string): LineFields {
  return { ...textFields(line.slice(head.length)), source: name, severity: severityOf(level!) };
}

/** "<INF> 28/09/2025 03:23:45 ...", "[WRN] 2026-05-01 ...": a short mark of the level before the time. */
const markedTime = /^[<[(]([A-Z]{3,8})[>\])]:?\s{1,4}(?=[\d[(])/;

function markedFields([head, mark]: RegExpExecArray, line: string): LineFields {
  const inner = textFields(line.slice(head.length));
  return { ...inner, severity: severityOf(mark!) ?? inner.severity };
}

/** What the program says of its own level counts for more than what the daemon was told. */
function recordFields({ message, severity, host, source, data }: SyslogRecord): LineFields {
  const inner = textFields(message);
  const told = { ...inner, severity: inner.severity ?? severity, source: inner.source ?? source };
  const fields = new Map<string, string | number>(host === undefined ? [] : [['host', host]]);
  for (const [name, value] of data ?? []) fields.set(name, numberOrText(value));
  return { ...told, fields: new Map([...fields, ...inner.fields]) };
}

function headFields({ call, ...head }: HeadedLine): LineFields {
  const fields = pairsIn(head.message);
  if (call !== undefined) fields.set('call', call);
  const detail = detailIn(fields);
  return { ...head, fields, detail: detail === undefined || head.message.includes(detail) ? undefined : detail };
}

function detailIn(fields: ReadonlyMap<string, string | number>): string | undefined {
  return ['error', 'err', 'reason', 'cause'].map((name) => fields.get(name)).find(isText);
}

/** "no error found" is prose: a level is written in capitals, in brackets, or as the first word. */
function isLevelPlace(level: RegExpExecArray): boolean {
  const word = level[1]!;
  return (
    word === word.toUpperCase() ||
    level.index === 0 ||
    /[[<|(;,]/.test(level[0][0]!) ||
    /[\]>|);]|\s{2}$/.test(level[0]) ||
    // In a column of its own, behind a name that is padded.
    (/^\s/.test(level[0]) && /^[\w./-]{1,40}\s{1,40}$/.test(level.input.slice(0, level.index)))
  );
}

/** Spring Boot's default pattern after the level: process, thread in brackets, logger padded to a column. */
const springHead = /^\d{1,10} --- (?:\[[^\]]{0,80}\] ?){1,3}\s*([A-Za-z_][\w.$/[\]-]{0,100})\s*:\s+/;
/** "[main] org.apache.catalina.core.StandardContext.startInternal text", as Tomcat's own formatter prints. */
const ofThreadAndMethod = /^\[([^\]]{1,80})\] ((?:[a-z][\w]{0,40}\.){2,10}[A-Z][\w$]{1,80})\.[\w$<>]{1,80} (?=\S)/;
/** What a line is about, and not who writes it: "[req-0bc080]". */
const notAnId = String.raw`(?![a-z]{2,12}[-_](?=[a-f]*\d)(?=\d*[a-f])[\da-f]{6,40}\])`;
const thread = new RegExp(String.raw`^\[${notAnId}[^\]]{1,80}\]\s+`);
/** "gateway::http: ..." is a module of Rust; exceptions of Ruby and C++ are written in the same way. */
const logger = /^((?!std::)[a-z_]\w{0,60}(?:::[a-z_]\w{0,60}){1,8}|[A-Za-z_][\w./$-]{1,100})(?:\[\d+\])?(?::| -)\s+/;
const bracketed = new RegExp(
  String.raw`^(?:\[${notAnId}([A-Za-z_][\w./$-]{1,60})\s*\]|\((?=[A-Z])([A-Za-z][\w.$]{1,60})\)):?\s+`,
);
/** What the program and not the message counts by: a worker's name, an Erlang process, nginx's process and connection. */
const ownNumbers = /^(?:\/(?<worker>[\w.-]{1,60})\] |<\d{1,6}\.\d{1,9}\.\d{1,9}> |\d{1,9}#\d{1,9}: (?:\*\d{1,15} )?)/;

/** "[4121:worker-2]": the process before its thread. */
const numberedThread = /^\[\d{1,9}:([A-Za-z][\w.-]{0,60})\]/;

/** After the level stand a thread in brackets and the logger's name: what is left is the message. */
function untagged(
  text: string,
  source: string | undefined,
): { rest: string; source: string | undefined; threadName?: string | undefined } {
  const method = ofThreadAndMethod.exec(text);
  if (method !== null && method[0].length < text.length)
    return { rest: text.slice(method[0].length), source: source ?? method[2], threadName: method[1] };
  const spring = springHead.exec(text);
  if (spring !== null && spring[0].length < text.length)
    return { rest: text.slice(spring[0].length), source: source ?? spring[1] };
  const numbers = ownNumbers.exec(text);
  if (numbers !== null && numbers[0].length < text.length)
    return { rest: text.slice(numbers[0].length), source, threadName: numbers.groups?.worker };
  const tag = bracketed.exec(text);
  const afterThread = thread.exec(text);
  const rest = afterThread === null ? text : text.slice(afterThread[0].length);
  const named = logger.exec(rest);
  if (
    named !== null &&
    /[a-z]/i.test(named[1]!) &&
    (afterThread !== null || !/^(?:error|failed|fatal|exception|caused)$/i.test(named[1]!))
  ) {
    const isLogger =
      rest.slice(named[0].length).trim() !== '' &&
      (/[.$]/.test(named[1]!) || afterThread !== null || source === undefined);
    // A thread that stands before the level does not write the line: its logger does.
    const isOfThread = source !== undefined && /[.$]/.test(named[1]!) && isThread(source);
    const left = rest.slice(named[0].length);
    if (isLogger && isOfThread) return { rest: left, source: named[1], threadName: source };
    const writer = afterThread === null ? undefined : numberedThread.exec(afterThread[0])?.[1];
    if (isLogger) return { rest: left, source: source ?? named[1], threadName: writer };
  }
  // "tracker - INFO - [db3] follower -> leader": where another writes the line it is what the line is about.
  const [ahead = '', square, round] = tag ?? [];
  // "(JankMonitor) GC freed 84KB": no thread is written so.
  if (round !== undefined)
    return source === undefined ? { rest: text.slice(ahead.length), source: round } : { rest, source };
  const isThing = source !== undefined && square !== undefined && !isThread(square) && !/^\d+$/.test(square);
  return isThing ? { rest: text, source } : { rest, source: source ?? square };
}

/** "sofia.c:1637 ..." and "ReadCommand.java:12 - ...": the place in the code. */
const codePlace = new RegExp(String.raw`^([A-Za-z_][\w./-]{0,80}\.${codeExtension}):\d{1,6}\]?\s(?:- )?`);

function placed(text: string, source: string | undefined): { rest: string; source: string | undefined } {
  const place = codePlace.exec(text);
  if (place === null || place[0].length >= text.length) return { rest: text, source };
  return { rest: text.slice(place[0].length), source: source ?? place[1] };
}

/** Whether a line opens with a time, so that those without one continue it; beside uptimes, loaders print lines of their own. */
export function startsWithTime(line: string): boolean {
  return startsWithStamp(line) || syslogRecord(line) !== undefined || podPrefix.test(line) || composePrefix.test(line);
}

function isText(value: string | number | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
