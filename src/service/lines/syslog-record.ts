import type { Severity } from '../formats/reading.ts';
import { monthWord } from './time-words.ts';

/** What a syslog daemon wrote around a message, by RFC 5424 or with a priority before an older head. */
export interface SyslogRecord {
  /** From here on the line reads as its program wrote it. */
  message: string;
  severity?: Severity;
  /** The machine. */
  host?: string;
  /** The program. */
  source?: string;
  /** Parameters of the structured data that have a value; the first of each name. */
  data?: ReadonlyMap<string, string>;
}

const priority = /^<(\d{1,3})>/;
/** Version, time, host, program, process and kind of message; then the structured data and what is said. */
const record =
  /^1 (?:\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)|-) (\S{1,255}) (\S{1,48}) (?:\S{1,128}) (?:\S{1,32}) (?=-|\[)/;
const element = /\[[^\s=\]"]{1,80}(?: [^\s=\]"]{1,32}="(?:[^"\\]|\\.){0,600}"){0,40}\]/y;
const parameter = / ([^\s=\]"]{1,32})="((?:[^"\\]|\\.){0,600})"/g;
const oldStamp = new RegExp(String.raw`^(?:${monthWord} [ \d]\d \d\d:|\d{4}-\d\d-\d\dT)`);
const severities: readonly Severity[] = ['critical', 'critical', 'critical', 'error', 'warning'];

/** Undefined for a line that no such daemon wrote. */
export function syslogRecord(line: string): SyslogRecord | undefined {
  const first = line.charCodeAt(0);
  if (first !== 60 /* < */ && first !== 49 /* 1 */) return undefined;
  const rank = first === 60 ? priority.exec(line) : null;
  const text = rank === null ? line : line.slice(rank[0].length);
  const severity = rank === null ? undefined : (severities[Number(rank[1]) & 7] ?? 'info');
  const told = severity === undefined ? {} : { severity };
  const head = record.exec(text);
  if (head === null) return rank !== null && oldStamp.test(text) ? { message: text, ...told } : undefined;
  const end = dataEnd(text, head[0].length);
  const structured = text.slice(head[0].length, end).replace(/^-$/, '');
  // A record may be of structured data alone.
  const message = text.slice(end).replace(/^\s*\ufeff?/, '') || structured;
  const [, host = '-', program = '-'] = head;
  const sender = { ...(host === '-' ? {} : { host }), ...(program === '-' ? {} : { source: program }) };
  const data = structured === '' ? {} : { data: dataIn(structured) };
  return message === '' ? undefined : { message, ...sender, ...told, ...data };
}

/** RFC 5424, 6.3.3: quotes, backslashes and brackets of a value stand behind a backslash. */
function dataIn(text: string): ReadonlyMap<string, string> {
  const data = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(parameter))
    if (value !== '' && !data.has(name)) data.set(name, value.replace(/\\(["\\\]])/g, '$1'));
  return data;
}

function dataEnd(text: string, from: number): number {
  if (text[from] === '-') return from + 1;
  let at = from;
  for (let seen = 0; seen < 20 && text[at] === '['; seen++) {
    element.lastIndex = at;
    const found = element.exec(text);
    if (found === null) break;
    at += found[0].length;
  }
  return at;
}
