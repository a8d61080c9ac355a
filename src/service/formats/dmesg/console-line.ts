/** One line of a kernel console, its prefix read and taken off. */
export interface ConsoleLine {
  /** 1-based line in the document. */
  number: number;
  /** As it stands, without CR. */
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
}

const stamp =
  /^(?:\*\* \d+ printk messages dropped \*\* )?(?:.{0,200}? login: )?(?:<(\d{1,3})>)?\[ *(\d{1,10})\.(\d{1,9})(?:,\d+)?\](\[ *[CT]\d+\])? /;
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
  const raw = text.endsWith('\r') ? text.slice(0, -1) : text;
  const line: ConsoleLine = { number, raw, message: raw, context: '', isUnsure: false };
  const head = raw.length > 8192 ? raw.slice(0, 8192) : raw;
  if (head.includes(']') && readStamp(line, head)) return settle(line);
  if (readWallStamp(line, head) || readSyslog(line, head, year)) return settle(line);
  return line;
}

function readStamp(line: ConsoleLine, head: string): boolean {
  const match = stamp.exec(head);
  if (match === null) return false;
  if (match[1] !== undefined) line.level = Number(match[1]) & 7;
  line.bootMs = stampMs(match[2] ?? '0', match[3] ?? '0');
  line.context = match[4] ?? 'console';
  line.message = line.raw.slice(line.raw.indexOf('] ') + 2);
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
