/** One printed line of Android's log. */
export interface LogcatLine {
  pid: number;
  level: string;
  tag: string;
  message: string;
  /** Android Studio prints it beside the id. */
  process?: string;
}

const stamp =
  '(?:(?:\\d{4}-)?\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3,9}(?: [+-]\\d{4})?|\\d{1,10}\\.\\d{3,9}|\\d\\d:\\d\\d:\\d\\d\\.\\d{3})';
const threadTime = new RegExp(
  `^\\s*${stamp} +(?:[\\w.-]+ +)?(\\d+) +(\\d+) ([VDIWEFAS]) (?:(.{0,300}?) *: (.*)|(.{0,300}?) *:)$`,
);
const timeOrBrief = new RegExp(
  `^(?:\\s*${stamp} +)?([VDIWEFAS])/(.{0,300}?) {0,20}\\( {0,9}(?:[\\w.-]{1,60}: {0,9})?(\\d{1,10})(?::? {0,9}\\d{1,10})?\\): ?(.*)$`,
);
const long = new RegExp(`^\\[ *${stamp} +(?:[\\w.-]+: *)?(\\d+): *(\\w+) ([VDIWEFAS])/(.{0,300}?) *\\]$`);
// `D( 1702) message  (Tag)`, and by thread `D( 1702: 2395) message`.
const processOnly = /^([VDIWEFAS])\( *(?:[a-z][\w.-]*: *|\d+: *(?=\d+: ))?(\d+)(?:: *\w+)?\) (.*)$/;
const tagOnly = /^([VDIWEFAS])\/([\w.$:@-]{1,100}) *: (.*)$/;
// Android Studio, before 2022: `01-05 10:00:00.123 1702-2395/com.app D/Tag: message`, since then in columns.
const studioBefore = new RegExp(`^${stamp}(?: |: )+(\\d+)-(\\d+)/(\\S*) ([VDIWEFAS])/(.{0,300}?): ?(.*)$`);
const studio = new RegExp(
  `^${stamp} +(\\d+)-(\\d+) +(\\S.{0,200}?) {2,80}(\\S{1,200}) {1,80}([VDIWEFAS])(?: {1,2}(.*))?$`,
);
const colours = /\x1b\[[0-9;]{0,20}m/g;

/** Reads a line in any of logcat's formats; a line of the long format has its message on the lines that follow. */
export function parseLogcatLine(raw: string): LogcatLine | undefined {
  const text = raw.includes('\u001b') ? raw.replace(colours, '') : raw;
  const first = text.charCodeAt(0);
  // A digit, a blank before one, a bracket or a level's letter: nothing else begins a line of Android's log.
  if (!(first <= 57 || first === 91 || (first >= 65 && first <= 87))) return undefined;
  const full = threadTime.exec(text);
  if (full) return { pid: Number(full[1]), level: full[3]!, tag: full[4] ?? full[6]!, message: full[5] ?? '' };
  const brief = timeOrBrief.exec(text);
  if (brief) return { pid: Number(brief[3]), level: brief[1]!, tag: brief[2]!, message: brief[4]! };
  const head = long.exec(text);
  if (head) return { pid: Number(head[1]), level: head[3]!, tag: head[4]!, message: '' };
  const process = processOnly.exec(text);
  if (process) {
    const tagged = /^(.*?) {2}\(([^()]{1,100})\) *$/.exec(process[3]!.slice(0, 4000));
    return { pid: Number(process[2]), level: process[1]!, tag: tagged?.[2] ?? '', message: tagged?.[1] ?? process[3]! };
  }
  const tag = tagOnly.exec(text);
  if (tag) return { pid: 0, level: tag[1]!, tag: tag[2]!, message: tag[3]! };
  if (first < 48 || first > 57) return undefined;
  const before = studioBefore.exec(text);
  if (before)
    return { pid: Number(before[1]), level: before[4]!, tag: before[5]!, message: before[6]!, ...named(before[3]) };
  const now = studio.exec(text);
  if (!now) return undefined;
  return { pid: Number(now[1]), level: now[5]!, tag: now[3]!, message: now[6] ?? '', ...named(now[4]) };
}

function named(process: string | undefined): { process?: string } {
  return process && /^[a-z][\w.:-]+$/i.test(process) ? { process } : {};
}

/** What logcat prints where a buffer begins or was switched. */
export const bufferMark = /^--------- (?:beginning of|switch to) [\w/-]+$/;
