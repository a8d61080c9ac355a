import type { Severity } from '../../../formats/reading.ts';
import { severityOf } from '../../../lines/level-words.ts';
import { javaRecord } from './java-records.ts';

/** Who speaks and how grave it is, in a form of its own. */
export interface Head {
  source: string | undefined;
  severity: Severity | undefined;
}

/** A line of a device or an appliance, which states level and origin in a form of its own. */
export interface HeadedLine extends Head {
  message: string;
  /** Of a telephone exchange: lines of one call share it. */
  call: string | undefined;
}

/** "2026-02-03 10:00:00.000 info: Shop.Orders.Worker[0]", above what was said, as .NET prints it on a console. */
const consoleHead = String.raw`^(?:\[?\d[\d.:T +Z/-]{7,40}\]? )?(?<level>trce|dbug|info|warn|fail|crit): (?<source>[A-Za-z_][\w.+\`<>-]{1,160})\[\d{1,9}\]`;
const headAlone = new RegExp(`${consoleHead}$`);

/** What the record says stands on the next line. */
export const isHeadAlone = (line: string): boolean => headAlone.test(line);

/** Each tells `said`, and of `level`, `source` and `call` what its lines state. */
const heads: readonly RegExp[] = [
  // "[Apr 17 13:01:04] NOTICE[2106][C-0000009a] app_queue.c: text": level, thread, call and file, as Asterisk prints it.
  /^\[(?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:\.\d{3})?\] (?<level>DEBUG|VERBOSE|NOTICE|WARNING|ERROR|DTMF|SECURITY)\[\d{1,9}\](?:\[(?<call>C-[\da-f]{8})\])?:? (?<source>[\w./-]{1,60}?)(?:\.c)?:(?:(?: \d{1,6} in|\d{1,6}) \w{1,80}:)? (?<said>.+)/s,
  // "[13286:0330/180305.424698:ERROR:gpu_host.cc(991)] text": process, month and day, time and place, as Chromium prints it.
  /^\[\d{1,9}:(?:\d{1,9}:)?\d{4}\/\d{6}(?:\.\d{3,6})?:(?<level>VERBOSE\d|INFO|WARNING|ERROR|FATAL):(?<source>[\w.-]{1,80})\(\d{1,6}\)\] (?<said>.+)/s,
  // "[00:00:02.003,000] <wrn> ble: text", as Zephyr prints it.
  /^\[[\d:.,\s]{5,24}\] <(?<level>dbg|inf|wrn|err)> (?<source>[\w./-]{1,60}): (?<said>.+)/s,
  // "10-10 08:02:05.534  4312  4377 E Analytics: text", as Android prints it.
  /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}(?: +\S{1,20})? +\d{1,7} +\d{1,7} (?<level>[VDIWEFA]) (?<source>[^:]{1,80}?) *: (?<said>.+)/s,
  // "6345:M 19 Oct 2025 03:00:37.647 # text": process and its role, time, a sign for the level, as Redis prints it.
  /^\d{1,9}:[CMSX] [\w: .]{20,30} (?<sign>[.*#!-]) (?<said>.+)/s,
  // "W (101088) power: vbat=2.71V", as ESP-IDF prints it.
  /^(?<level>[VDIWE]) \(\d{1,12}\) (?<source>[\w./-]{1,60}): (?<said>.+)/s,
  // klog: level, date, time, thread id, and the place in the code up to the bracket.
  /^(?<level>[DIWEF])\d{4} \d\d:\d\d:\d\d\.\d{3,9}\s+\d{1,10} (?<source>[\w./-]{1,80}?)(?::\d{1,6})?\] (?<said>.+)/s,
  // "[2026-12-27T01:07:42.000000+00:00] orders.ERROR: text [] []": channel and level, context and extra, as Monolog prints it.
  /^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?\] (?<source>[\w-][\w.-]{0,60}?)\.(?<level>DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY): (?<said>(?:(?! \[\](?: \[\])?$).)+)/s,
  new RegExp(String.raw`${consoleHead}\n\s*(?<said>.+)`, 's'),
  // "[Sun Nov 05 04:13:17.010 2023] [core:error] [pid 31] [client 10.0.0.7:52] text": module and level, as Apache prints it.
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4}\] \[(?<source>[\w.-]{1,40}):(?<level>emerg|alert|crit|error|warn|notice|info|debug|trace\d)\] (?:\[pid \d{1,9}(?::tid \d{1,20})?\] )?(?:\[client [^\]]{1,60}\] )?(?<said>.+)/s,
  // "I, [2026-01-05T10:00:01.123456 #4312]  INFO -- billing: text", as Ruby's Logger prints it.
  /^[DIWEFA], \[\d{4}-\d\d-\d\dT[\d:.]{8,18} #\d{1,9}\] +(?<level>DEBUG|INFO|WARN|ERROR|FATAL|ANY) -- (?<source>[^:]{0,80}): (?<said>.+)/s,
  // "INFO:billing.worker:text", as Python's logging prints it by default, and some with the time before the text.
  /^(?<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):(?<source>[A-Za-z_][\w.]{0,80}):(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{3})?:)?(?<said>\S.*)/s,
  // "%MOUNT-I-MOUNTED, text": facility, severity and name, as OpenVMS prints it.
  /^(?:\d{1,2}-[A-Z]{3}-\d{4} \d\d:\d\d:\d\d(?:\.\d\d)? )?%(?<source>[A-Z][A-Z\d_$]{0,30})-(?<level>[SIWEF])(?:-[A-Z\d_]{1,40})?, (?<said>\S.*)/s,
  // `<log4j:event level="WARN" logger="billing">text</…>`: an element for each record.
  /^<(?<tag>[\w:]{1,40})(?= [^<>]{0,400}\b(?:level|lvl|severity)="(?<level>\w{1,12})")(?= [^<>]{0,400}\b(?:logger|src|source|component)="(?<source>[\w./-]{1,80})")[^<>]{1,400}>(?<said>[^<]{1,4000})<\/\k<tag>>$/,
  // "ERRO[2020-10-12T11:35:17Z] text", "FATA[0003] text": logrus writing for a terminal.
  /^(?<level>TRAC|DEBU|INFO|WARN|ERRO|FATA|PANI)\[[\dT:.Z+-]{1,40}\] (?<said>.+)/s,
];

/** Undefined where the line has none of these heads. */
export function headedLine(line: string): HeadedLine | undefined {
  for (const head of heads) {
    const { said, level, sign, source, call, tag } = head.exec(line)?.groups ?? {};
    if (said === undefined) continue;
    const severity = level === undefined ? (sign === '#' || sign === '!' ? 'warning' : 'info') : severityOf(level);
    return { message: (tag === undefined ? said : decoded(said)).trim(), severity, source: source?.trim(), call };
  }
  const java = javaRecord(line);
  if (java === undefined) return mnemonicLine(line);
  return { message: java.message.trim(), severity: severityOf(java.level), source: java.source, call: undefined };
}

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as const;
/** The five entities that XML has of itself. */
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name]);

/** "%LINK-3-UPDOWN: ...": facility, severity 0 to 7, mnemonic; before it the host and a sequence number. */
const mnemonic = /(?:^|[\s:])(%[A-Z][A-Z0-9_]{1,30}(?:-[A-Z][A-Z0-9_]{0,20}){0,2}-([0-7])-[A-Z0-9_]{2,48}: .+)/s;
const host = /(?:^|\s)([A-Za-z][\w.-]{1,60})(?: \d{1,9})?:? *\*?$/;
const farthest = 120;

function mnemonicLine(line: string): HeadedLine | undefined {
  const percent = line.indexOf('%');
  if (percent < 0 || percent > farthest) return undefined;
  const [, message, level] = mnemonic.exec(line.slice(Math.max(0, percent - 1), 4000)) ?? [];
  if (message === undefined || level === undefined) return undefined;
  const before = line
    .slice(0, percent)
    .replace(/(?<![\s:])[\s:]+$/, '')
    .replace(/(\d:\d\d(?:\.\d+)?) [A-Z]{2,5}$/, '$1');
  return { message: message.trim(), severity: severityOf(level), source: host.exec(before)?.[1], call: undefined };
}

/** Behind the time, in the forms of small systems, databases and game servers; what else they name are fields. */
const tags: readonly RegExp[] = [
  // "00O text", "01E+text": number and kind of the stream, and whether a line goes on, as GitLab's runner prints it.
  /^\d\d(?<stream>[OE])(?: |\+) *(?=\S)/,
  // "[VCU  ] W text", "W modbus: text".
  /^\[\s*(?<source>[A-Za-z][\w ./-]{0,30}?)\s*\]\s+(?<level>[VTDINWEF])[:\s]\s*(?=\S)/,
  /^(?<level>[VDIWEF])\s+(?<source>[A-Za-z_][\w./-]{0,40})\s?:\s+(?=\S)/,
  // "I (3965) wifi: text" of ESP-IDF, where a gateway put its own time before it.
  /^(?<level>[VDIWE]) \(\d{1,12}\) (?<source>[\w./-]{1,60}): (?=\S)/,
  // "<i2c1> E: text".
  /^<(?<source>[A-Za-z][\w.-]{0,30})> (?<level>[VTDINWEF]):\s*(?=\S)/,
  // "cpu34:2102054)WARNING: NFS: 337: text": processor and world, level, module and place in the code, as ESXi prints it.
  /^(?:[A-Z][a-z]\(\d{1,4}\) vmkernel: )?cpu\d{1,4}:\d{1,12}(?: opID=[\w-]{1,40})?\)(?:(?<level>WARNING|ALERT|ERROR): )?(?<source>[A-Za-z_][\w-]{0,40}): (?:\d{1,6}: )?(?=\S)/,
  // "[3310] LOG:  text", as PostgreSQL writes, and "[3310] app@orders ERROR:  text" with Debian's `%m [%p] %q%u@%d `.
  /^\[?(?<pid>\d{1,9})(?:-\d{1,9})?\]?:? (?:(?<db_user>[\w.:-]{1,63})@(?<database>[\w.-]{1,63}) )?(?<level>LOG|DEBUG\d?|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC): +(?=\S)/,
  // "29876 12416 Error CRASH text": process, thread, level and tag, as Unity keeps what Android prints.
  /^(?<pid>\d{1,7}) +\d{1,7} +(?<level>Verbose|Debug|Info|Warning|Error|Fatal|Assert) +(?<source>[A-Za-z][\w.:$/-]{0,80}) +(?=\S)/,
  // "player> text".
  /^(?<source>[a-z][\w.-]{1,30})> (?=[a-z])/,
  // "[Server thread/WARN]: text", "[main/INFO] [loader]: text". Before the level stands a thread, which is nobody's name.
  /^\[[^\][/]{1,60}\/(?<level>TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]:?\s+(?:[[(](?<source>[^\][)(]{1,60})[\])]:?\s+)?(?=\S)/,
];

export interface TaggedLine extends Head {
  rest: string;
  fields: readonly (readonly [string, string])[];
}

export function taggedLevel(text: string): TaggedLine | undefined {
  for (const tag of tags) {
    const found = tag.exec(text);
    if (found === null) continue;
    const { level, source, ...fields } = found.groups ?? {};
    const told = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return {
      rest: text.slice(found[0].length),
      source,
      severity: level === undefined ? undefined : severityOf(level),
      fields: told,
    };
  }
  return undefined;
}
