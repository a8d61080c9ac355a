import type { Severity } from '../../formats/reading.ts';
import { zonePattern } from '../../lines/time-words.ts';
import { accessFields } from './access-line.ts';
import { unwrapRecord } from './wrapped-records.ts';

/** What one line says, whatever form it is written in. */
export interface LineFields {
  /** The words without time stamp and level; of a structured line its message. */
  message: string;
  severity?: Severity;
  timeMs?: number;
  /** Whose line it is: service, pod, process. */
  source?: string;
  /** Scalars by name, nested ones as `a.b`; of text lines the `key=value` pairs. At most 40. */
  fields: Map<string, string | number>;
  /** What went wrong in words of a structured line besides its message: `error`, `exception`, `reason`. */
  detail?: string;
}

const messageNames = ['message', 'msg', 'log', 'MESSAGE', 'text', 'event', 'short_message', 'body', 'textPayload'];
const levelNames = ['level', 'severity', 'lvl', 'loglevel', 'log.level', 'levelname', 'severity_text', 'PRIORITY'];
const timeNames = ['timestamp', '@timestamp', 'time', 'ts', 'datetime', 'date', 'asctime', 't'];
const sourceNames = [
  'service',
  'service.name',
  'service_name',
  'app',
  'application',
  'component',
  'kubernetes.container_name',
  'container',
  'kubernetes.pod_name',
  'pod',
  'logger',
  'SYSLOG_IDENTIFIER',
  'process',
  'name',
  'module',
  'host',
  'hostname',
];
const detailNames = [
  'error',
  'err',
  'exception',
  'error.message',
  'error_message',
  'reason',
  'cause',
  'stack_trace',
  'stack',
];

const maxParsedChars = 16_384;

export function fieldsOf(line: string): LineFields {
  const text = line.length > maxParsedChars ? line.slice(0, maxParsedChars) : line;
  const brace = text.indexOf('{');
  if (brace >= 0 && brace < 200 && text.trimEnd().endsWith('}')) {
    const structured = structuredFields(text.slice(brace));
    if (structured !== undefined) return structured;
  }
  return accessFields(text) ?? textFields(text);
}

function structuredFields(json: string): LineFields | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = new Map<string, string | number>();
  flatten(value as Record<string, unknown>, '', 0, fields);
  const wrapped = unwrapRecord(value as Record<string, unknown>);
  const inner = wrapped === undefined ? undefined : textFields(wrapped.text);
  const message = inner?.message ?? firstText(fields, messageNames) ?? nestedText(fields, messageNames);
  const level = wrapped?.level ?? firstText(fields, levelNames) ?? nestedText(fields, levelNames);
  const time = timeNames.map((name) => fields.get(name)).find((found) => found !== undefined);
  const source = wrapped?.source ?? inner?.source ?? firstText(fields, sourceNames) ?? nestedText(fields, sourceNames);
  const detail = firstText(fields, detailNames);
  const severity = (level === undefined ? undefined : severityOf(level)) ?? inner?.severity;
  const timeMs = time === undefined ? undefined : timeOf(time);
  for (const name of [...messageNames, ...levelNames, ...timeNames]) fields.delete(name);
  for (const [name, field] of inner?.fields ?? []) if (fields.size < 40) fields.set(name, field);
  return {
    message:
      message ??
      ([...fields]
        .map(([name, field]) => `${name}=${field}`)
        .join(' ')
        .slice(0, 400) ||
        json.slice(0, 300)),
    fields,
    ...(severity !== undefined ? { severity } : {}),
    ...(timeMs !== undefined ? { timeMs } : {}),
    ...(source !== undefined ? { source } : {}),
    ...(detail !== undefined && detail !== message ? { detail } : {}),
  };
}

function flatten(
  value: Record<string, unknown>,
  prefix: string,
  depth: number,
  into: Map<string, string | number>,
): void {
  for (const [name, field] of Object.entries(value)) {
    if (into.size >= 40) return;
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof field === 'number' && Number.isFinite(field)) into.set(path, field);
    else if (typeof field === 'string') into.set(path, field.slice(0, 2000));
    else if (typeof field === 'boolean') into.set(path, String(field));
    else if (typeof field === 'object' && field !== null && !Array.isArray(field) && depth < 3) {
      flatten(field as Record<string, unknown>, path, depth + 1, into);
    }
  }
}

function firstText(fields: Map<string, string | number>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== '') return String(value);
  }
  return undefined;
}

/** The same names one level down, in what a collector puts around a record: `jsonPayload.message`, `fields.message`. */
function nestedText(fields: Map<string, string | number>, names: readonly string[]): string | undefined {
  for (const [path, value] of fields) {
    const dot = path.indexOf('.');
    if (dot > 0 && names.includes(path.slice(dot + 1)) && value !== '') return String(value);
  }
  return undefined;
}

const leadingTime = new RegExp(
  [
    String.raw`^[[(<"']?(?:\d{4}[-/.]\d\d[-/.]\d\d[T _]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:${zonePattern()})?`,
    String.raw`\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?`,
    String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?`,
    String.raw`\d\d:\d\d:\d\d(?:[.,]\d+)?`,
    String.raw`(?<=[[])\s*\d+\.\d{3,9}(?=\]))[\])>"']?[\s,:|-]*`,
  ].join('|'),
);
const levelWord =
  /(?:^|[\s[<|("=])(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|FATAL|SEVERE|EMERG|ALERT|PANIC)(?=[\s\]>|):,"]|$)[\]>|):"]*\s*/i;
const pair = /(?:^|[\s,;[({])([A-Za-z_][\w.-]{0,48})=("(?:[^"\\]|\\.){0,400}"|[^\s,;)\]}]{1,200})/g;

/** klog: level, date, thread id, and the place in the code up to the bracket. */
const klog = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{3,9}\s+\d{1,10} ([\w./-]{1,80}?)(?::\d{1,6})?\] /;

function textFields(line: string): LineFields {
  const glog = line.length > 30 && line.charCodeAt(1) < 58 ? klog.exec(line) : null;
  if (glog !== null) return klogFields(line, glog);
  const stamp = leadingTime.exec(line);
  let rest = stamp === null ? line : line.slice(stamp[0].length);
  const timeMs = stamp === null ? undefined : timeOf(stamp[0].replace(/^[[(<"']+|[\])>"'\s,:|-]+$/g, ''));
  const head = rest.slice(0, 120);
  const level = levelWord.exec(head);
  let source: string | undefined;
  let severity: Severity | undefined;
  if (level !== null && isLevelPlace(level)) {
    severity = severityOf(level[1]!);
    source = /([A-Za-z_][\w./-]{1,60})[\])>]?[\s:|-]*$/.exec(head.slice(0, level.index))?.[1];
    rest = rest.slice(level.index + level[0].length);
    ({ rest, source } = untagged(rest, source));
  } else {
    const syslog = /^(?:\S+ )?([A-Za-z_][\w./-]{1,60})(?:\[\d+\])?: /.exec(rest);
    if (syslog !== null && stamp !== null) {
      source = syslog[1];
      rest = rest.slice(syslog[0].length);
    }
  }
  const fields = new Map<string, string | number>();
  if (line.includes('=')) {
    for (const match of line.matchAll(pair)) {
      if (fields.size >= 40) break;
      const raw = match[2]!.startsWith('"') ? match[2]!.slice(1, -1) : match[2]!;
      const asNumber = /^-?\d+(?:\.\d+)?$/.test(raw) ? Number(raw) : Number.NaN;
      fields.set(match[1]!, Number.isFinite(asNumber) ? asNumber : raw);
    }
  }
  const msg = fields.get('msg') ?? fields.get('message');
  if (typeof msg === 'string') rest = msg;
  const named = fields.get('level') ?? fields.get('lvl') ?? fields.get('severity');
  if (severity === undefined && typeof named === 'string') severity = severityOf(named);
  const service = ['service', 'app', 'component', 'pod', 'host'].map((name) => fields.get(name)).find(isText);
  source = service ?? source;
  const detail = ['error', 'err', 'reason', 'cause'].map((name) => fields.get(name)).find(isText);
  const message = rest.trim() === '' ? line.trim() : rest.trim();
  return {
    message,
    fields,
    ...(severity !== undefined ? { severity } : {}),
    ...(timeMs !== undefined ? { timeMs } : {}),
    ...(source !== undefined ? { source } : {}),
    ...(detail !== undefined && !message.includes(detail) ? { detail } : {}),
  };
}

function klogFields(line: string, [head, level, place]: RegExpExecArray): LineFields {
  const { fields, detail } = textFields(`- ${line.slice(head.length)}`);
  const severity = severityOf(level!);
  return {
    message: line.slice(head.length).trim() || line.trim(),
    fields,
    ...(severity === undefined ? {} : { severity }),
    source: place!,
    ...(detail === undefined ? {} : { detail }),
  };
}

/** "no error found" is prose: a level is written in capitals, in brackets, or as the first word. */
function isLevelPlace(level: RegExpExecArray): boolean {
  const word = level[1]!;
  return word === word.toUpperCase() || level.index === 0 || /[[<|(]/.test(level[0][0]!) || /[\]>|)]/.test(level[0]);
}

/** Spring Boot's default pattern after the level: process, thread in brackets, logger padded to a column. */
const springHead = /^\d{1,10} --- (?:\[[^\]]{0,80}\] ?){1,3}\s*([A-Za-z_][\w.$/[\]-]{0,100})\s*:\s+/;
const thread = /^\[[^\]]{1,80}\]\s+/;
const logger = /^([A-Za-z_][\w./$-]{1,100})(?:\[\d+\])?(?::| -)\s+/;
const bracketed = /^\[([A-Za-z_][\w./$-]{1,60})\]:?\s+/;

/** After the level stand a thread in brackets and the logger's name: what is left is the message. */
function untagged(text: string, source: string | undefined): { rest: string; source: string | undefined } {
  const spring = springHead.exec(text);
  if (spring !== null && spring[0].length < text.length)
    return { rest: text.slice(spring[0].length), source: source ?? spring[1] };
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
      (/[.$-]/.test(named[1]!) || afterThread !== null || source === undefined);
    if (isLogger) return { rest: rest.slice(named[0].length), source: source ?? named[1] };
  }
  return { rest, source: source ?? tag?.[1] };
}

/** Whether a line opens with a time, so that those without one continue it. */
export function startsWithTime(line: string): boolean {
  return leadingTime.test(line);
}

function isText(value: string | number | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

export function severityOf(level: string): Severity | undefined {
  const word = level.trim().toLowerCase();
  if (/^(?:fatal|critical|crit|emerg|emergency|alert|panic|f|60)$/.test(word)) return 'critical';
  if (/^(?:error|err|severe|e|50|3)$/.test(word)) return 'error';
  if (/^(?:warn|warning|w|40|4)$/.test(word)) return 'warning';
  if (
    /^(?:info|information|informational|notice|debug|trace|verbose|fine|finer|finest|i|d|v|30|20|10|5|6|7)$/.test(word)
  ) {
    return 'info';
  }
  return undefined;
}

function timeOf(value: string | number): number | undefined {
  if (typeof value === 'number' || /^\d{9,}(?:\.\d+)?$/.test(value)) {
    const epoch = Number(value);
    if (epoch > 1e17) return epoch / 1e6;
    if (epoch > 1e14) return epoch / 1e3;
    if (epoch > 1e11) return epoch;
    return epoch > 1e8 ? epoch * 1000 : undefined;
  }
  const match =
    /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T _](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,3})\d*)?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(
      value,
    );
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '0', zone = 'Z'] = match;
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  const offsetMs =
    offset === null ? 0 : (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000;
  return utc + Number(fraction.padEnd(3, '0')) - offsetMs;
}
