import { readCallerMark } from './caller-mark.ts';

/** One line of a kernel console, its prefix read and taken off. */
export interface ConsoleLine {
  /** 1-based line in the document. */
  number: number;
  /** As it stands, without CR and colours. */
  raw: string;
  /** Without the printk prefix; the whole line where there is none. */
  message: string;
  /** Who printed it: a task or CPU (`[ T123]`, `[ C0]`), `console` where the kernel does not tell, empty for other output. */
  context: string;
  /** Milliseconds since boot. */
  bootMs?: number;
  /** Milliseconds since the epoch, read as UTC where the line names no zone. */
  wallMs?: number;
  /** printk level 0 (emergency) to 7 (debug), where the line carries it. */
  level?: number;
  /** A frame the unwinder is not sure of, or one marked unreliable. */
  isUnsure: boolean;
  /** A program's own message, by the name and number in front of it: not the kernel's word. */
  isProgram: boolean;
}

const stamp =
  /^(?:\*\* \d+ printk messages dropped \*\* )?(?:.{0,200}? login: )?(?:<(\d{1,3})>)?\[ *(\d{1,10})\.(\d{1,9})(?:,\d+| <[ .\d]{3,20}>)?\](?:(\[ *[CT]\d+\])? |(?=(?:<\d>)?[A-Z.-]?[[(]\d))/;
/** What terminal programs and test labs put before each line of a serial console: a date, a time, seconds. */
export const captureLead =
  /^(?:[[(]?(?:(?:(\d{4}-\d\d-\d\d)|\d{4}[/.]?\d\d[/.]?\d\d|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?[A-Z][a-z]{2} +\d{1,2})[T ])?(\d\d:\d\d:\d\d)(?:[.,:](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?(?: \d{4})?[\])]?|\d{1,7}\.\d{6}|\[\d{1,7}\.\d{6} \d{1,7}\.\d{6}\])(?::? +(?:(?:->|\|) +)?|(?<=[\])]))/;
const printkStamp = /^(?:<\d{1,3}>)?\[ *\d{1,10}\.\d{3,9}\]/;
/** A record as /dev/kmsg gives it: priority and facility, number, microseconds since boot, flags. */
export const kmsgRecord = /^(\d{1,4}),\d{1,12},(\d{1,16}),[^;,]{0,8}(?:,caller=([CT]\d+))?(?:,[^;]{0,80})?;/;
/** `dmesg --decode` puts facility and level in words before its stamp. */
const decodedLevel = /^(?:kern|user|daemon|[a-z]{2,8}) *:(emerg|alert|crit|err|warn|notice|info|debug) *: (?=\[)/;
const levelNames = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug'];
/** OpenWrt's `logread` names facility, level and the kernel behind its time. */
const facility = /^(?:kern|user|daemon|[a-z]{2,8})\.(?:emerg|alert|crit|err|warn|notice|info|debug) kernel: /;
/** journalctl's monotonic output names host and program between stamp and message. */
const journalSpeaker = /^[\w.-]{1,64} (?:kernel: |(?=[\w@.:/-]{1,64}\[\d{1,9}\]: ))/;
const programSpeaker = /^[\w@.:/()-]{1,64}\[\d{1,9}\]: (?!segfault |general protection )/;
const syslogProgram =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,6})?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,:+Z-]{0,24}) [\w.-]{1,64} (?!kernel\b)[\w@.:/-]{1,64}(?:\[\d{1,9}\])?: /;
const shellPrompt = /^\[?[\w.-]{1,32}@[\w.-]{1,64}[: ][^#$]{0,80}[#$] /;
/** `dmesg --human`: a date where the minute changes, else the time since the line before. */
const humanStamp = /^\[(?: *\+\d{1,7}\.\d{6}|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d)\] /;
export const colours = /\x1b\[[0-9;]{0,16}[A-Za-z]/g;
const wallStamp =
  /^(?:<(\d{1,3})>)?\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})\] /;
const isoStamp = /^(?:<(\d{1,3})>)?\[?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.,](\d{1,6})(Z|[+-]\d\d:?\d\d)?\]? /;
const syslogKernel =
  /^(?:<\d{1,3}>)?(?:([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?|(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?(Z|[+-]\d\d:?\d\d)?) (?:\S+ )?kernel: /;
const innerStamp = /^\[ *(\d{1,10})\.(\d{1,9})\](\[ *[CT]\d+\])? /;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Reads the prefix of one console line. `year` stands in where a syslog stamp has none.
 * A line longer than 8 KiB is looked at up to there only.
 */
export function readConsoleLine(number: number, text: string, year: number): ConsoleLine {
  const line = plainLine(number, text);
  const { raw } = line;
  const head = raw.length > 8192 ? raw.slice(0, 8192) : raw;
  if (head.includes(']') && readStamp(line, head)) return settle(line);
  if (readWallStamp(line, head) || readSyslog(line, head, year)) return settle(line);
  if (readCaptured(line, head) || readKmsg(line, head)) return settle(line);
  if (readHuman(line, head)) return settle(line);
  line.isProgram = syslogProgram.test(head) || shellPrompt.test(head);
  if (!line.isProgram) readUnstamped(line, head);
  return line;
}

/** A stamp of the kernel, of a logger or of whoever captured the console stands before it. */
export const startsRecord = (text: string): boolean => /^(?:<\d{1,3}>)?\[/.test(text) || captureLead.test(text);

/** Reads what the kernel itself said, where whoever noted it told who speaks and when. */
export function readSpokenLine(number: number, text: string, wallMs: number | undefined): ConsoleLine {
  const line = plainLine(number, text);
  if (!readStamp(line, line.raw.slice(0, 160))) line.context = 'console';
  if (wallMs !== undefined) line.wallMs = wallMs;
  return settle(line);
}

function plainLine(number: number, text: string): ConsoleLine {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  const raw = whole.includes('\x1b') ? whole.replace(colours, '') : whole;
  return { number, raw, message: raw, context: '', isUnsure: false, isProgram: false };
}

function readStamp(line: ConsoleLine, head: string, taken = 0): boolean {
  const match = stamp.exec(head);
  if (match === null) return false;
  if (match[1] !== undefined) line.level = Number(match[1]) & 7;
  line.bootMs = stampMs(match[2] ?? '0', match[3] ?? '0');
  line.context = match[4] ?? 'console';
  const end = match[0].endsWith(' ') ? line.raw.indexOf('] ', taken) + 2 : taken + match[0].length;
  line.message = line.raw.slice(end);
  return true;
}

function readHuman(line: ConsoleLine, head: string): boolean {
  const stamped = humanStamp.exec(head)?.[0];
  if (stamped === undefined) return false;
  line.context = 'console';
  line.message = line.raw.slice(stamped.length);
  return true;
}

function readCaptured(line: ConsoleLine, head: string): boolean {
  const decoded = decodedLevel.exec(head);
  const captured = decoded === null ? captureLead.exec(head) : null;
  const lead = decoded?.[0] ?? captured?.[0];
  if (lead === undefined) return false;
  const before = `${lead}${facility.exec(head.slice(lead.length))?.[0] ?? ''}`;
  const rest = head.slice(before.length);
  if (captured !== null && !printkStamp.test(rest)) return false;
  if (!readStamp(line, rest, before.length)) return readDecodedDate(line, rest, before.length);
  if (decoded !== null) line.level = levelNames.indexOf(decoded[1] ?? '');
  if (captured !== null) noteCaptureTime(line, captured);
  return true;
}

/** A console whose kernel prints no times, captured with those of the terminal. */
function readUnstamped(line: ConsoleLine, head: string): void {
  const captured = captureLead.exec(head);
  if (captured === null) return;
  noteCaptureTime(line, captured);
  line.message = line.raw.slice(captured[0].length);
}

function noteCaptureTime(line: ConsoleLine, [, date, time, fraction, zone]: RegExpExecArray): void {
  if (date !== undefined) line.wallMs = isoMs(`${date}T${time}`, fraction, zone);
}

// `dmesg --decode --ctime`: the words stand before a date as well.
function readDecodedDate(line: ConsoleLine, rest: string, taken: number): boolean {
  const dated = { ...line, raw: line.raw.slice(taken) };
  if (!readWallStamp(dated, rest)) return false;
  Object.assign(line, dated, { raw: line.raw });
  return true;
}

function readKmsg(line: ConsoleLine, head: string): boolean {
  const match = kmsgRecord.exec(head);
  if (match === null) return false;
  line.level = Number(match[1]) & 7;
  line.bootMs = Number(match[2]) / 1000;
  line.context = match[3] === undefined ? 'console' : `[${match[3]}]`;
  line.message = line.raw.slice(match[0].length);
  return true;
}

function readWallStamp(line: ConsoleLine, head: string): boolean {
  const match = wallStamp.exec(head);
  if (match !== null) {
    const [all, level, month = '', day = '', hour = '', minute = '', second = '', year = ''] = match;
    if (level !== undefined) line.level = Number(level) & 7;
    line.wallMs = Date.UTC(+year, monthNames.indexOf(month), +day, +hour, +minute, +second);
    line.context = 'console';
    line.message = line.raw.slice(all.length);
    return true;
  }
  const iso = isoStamp.exec(head);
  // `dmesg --time-format=iso` prints a comma before the fraction; other ISO lines are somebody else's log.
  if (iso === null || !iso[0].includes(',')) return false;
  if (iso[1] !== undefined) line.level = Number(iso[1]) & 7;
  line.wallMs = isoMs(iso[2] ?? '', iso[3], iso[4]);
  line.context = 'console';
  line.message = line.raw.slice(iso[0].length);
  return true;
}

function readSyslog(line: ConsoleLine, head: string, year: number): boolean {
  if (!head.includes('kernel: ')) return false;
  const match = syslogKernel.exec(head);
  if (match === null) return false;
  line.wallMs =
    match[7] === undefined
      ? Date.UTC(
          year,
          monthNames.indexOf(match[1] ?? ''),
          Number(match[2]),
          Number(match[3]),
          Number(match[4]),
          Number(match[5]),
        ) + fractionMs(match[6])
      : isoMs(match[7].replace(' ', 'T'), match[8], match[9]);
  line.context = 'console';
  line.message = line.raw.slice(match[0].length);
  const inner = innerStamp.exec(line.message);
  if (inner !== null) {
    line.bootMs = stampMs(inner[1] ?? '0', inner[2] ?? '0');
    line.context = inner[3] ?? 'console';
    line.message = line.message.slice(inner[0].length);
  }
  return true;
}

// x86 marks frames it found on the stack but cannot vouch for with "? ", powerpc with "(unreliable)".
function settle(line: ConsoleLine): ConsoleLine {
  const mark = line.context === 'console' ? readCallerMark(line.message) : undefined;
  if (mark !== undefined) {
    line.context = mark.context;
    line.message = line.message.slice(mark.length);
  }
  const speaker = journalSpeaker.exec(line.message.slice(0, 160))?.[0];
  if (speaker !== undefined) line.message = line.message.slice(speaker.length);
  line.isProgram = programSpeaker.test(line.message.slice(0, 160));
  if (line.message.includes('<EOI>')) return line;
  const doubt = line.message.indexOf(' ? ');
  if (doubt !== -1) {
    line.isUnsure = true;
    line.message = line.message.slice(doubt + 2);
  } else if (line.message.endsWith(' (unreliable)')) {
    line.isUnsure = true;
    line.message = line.message.slice(0, -13);
  }
  return line;
}

function stampMs(seconds: string, fraction: string): number {
  return Number(seconds) * 1000 + fractionMs(fraction);
}

function fractionMs(fraction: string | undefined): number {
  if (fraction === undefined || fraction === '') return 0;
  return Math.round(Number(`0.${fraction}`) * 1_000_000) / 1000;
}

function isoMs(dateTime: string, fraction: string | undefined, zone: string | undefined): number {
  const plainZone = zone === undefined ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return Date.parse(`${dateTime}${plainZone}`) + fractionMs(fraction);
}
