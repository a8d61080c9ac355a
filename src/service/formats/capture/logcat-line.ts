/** One printed line of Android's log. */
export interface LogcatLine {
  pid: number;
  level: string;
  tag: string;
  message: string;
}

const stamp = '(?:(?:\\d{4}-)?\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3,9}(?: [+-]\\d{4})?|\\d{1,10}\\.\\d{3,9})';
const threadTime = new RegExp(
  `^\\s*${stamp} +(?:[\\w.-]+ +)?(\\d+) +(\\d+) ([VDIWEFAS]) (.*?) *: (.*)$|^\\s*${stamp} +(?:[\\w.-]+ +)?(\\d+) +(\\d+) ([VDIWEFAS]) (.*?) *:$`,
);
const timeOrBrief = new RegExp(
  `^(?:${stamp} +)?([VDIWEFAS])/(.*?) *\\( *(?:[\\w.-]+: *)?(\\d+)(?::? *\\d+)?\\): ?(.*)$`,
);
const long = new RegExp(`^\\[ ${stamp} +(?:[\\w.-]+: *)?(\\d+): *(\\d+) ([VDIWEFAS])/(.*?) *\\]$`);
const processOnly = /^([VDIWEFAS])\( *(\d+)(?:: *\d+)?\) (.*)$/;
const tagOnly = /^([VDIWEFAS])\/([\w.$-]+) *: (.*)$/;

/** Reads a line in any of logcat's formats; a line of the long format has its message on the lines that follow. */
export function parseLogcatLine(text: string): LogcatLine | undefined {
  const full = threadTime.exec(text);
  if (full) {
    return {
      pid: Number(full[1] ?? full[6]),
      level: full[3] ?? full[8]!,
      tag: full[4] ?? full[9]!,
      message: full[5] ?? '',
    };
  }
  const brief = timeOrBrief.exec(text);
  if (brief) return { pid: Number(brief[3]), level: brief[1]!, tag: brief[2]!, message: brief[4]! };
  const head = long.exec(text);
  if (head) return { pid: Number(head[1]), level: head[3]!, tag: head[4]!, message: '' };
  const process = processOnly.exec(text);
  if (process) return { pid: Number(process[2]), level: process[1]!, tag: '', message: process[3]! };
  const tag = tagOnly.exec(text);
  return tag ? { pid: 0, level: tag[1]!, tag: tag[2]!, message: tag[3]! } : undefined;
}

/** What logcat prints where a buffer begins or was switched. */
export const bufferMark = /^--------- (?:beginning of|switch to) [\w-]+$/;
