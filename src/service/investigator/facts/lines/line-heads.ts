import type { Severity } from '../../../formats/reading.ts';
import { severityOf } from '../../../lines/level-words.ts';

/** A line of a device or an appliance, which states level and origin in a form of its own. */
export interface HeadedLine {
  message: string;
  severity?: Severity;
  source?: string;
  /** Of a telephone exchange: lines of one call share it. */
  call?: string;
}

const byLetter: Readonly<Record<string, Severity>> = {
  V: 'info',
  T: 'info',
  D: 'info',
  I: 'info',
  N: 'info',
  W: 'warning',
  E: 'error',
  F: 'critical',
  A: 'critical',
};
/** "10-10 08:02:05.534  4312  4377 E Analytics: ...", as Android prints it. */
const threadTime =
  /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6}(?: +\S{1,20})? +\d{1,7} +\d{1,7} ([VDIWEFA]) ([^:]{1,80}?) *: (.+)/s;
/** "W (101088) power: vbat=2.71V", as ESP-IDF prints it. */
const espressif = /^([VDIWE]) \(\d{1,12}\) ([\w./-]{1,60}): (.+)/s;
/** "[00:00:02.003,000] <wrn> ble: ...", as Zephyr prints it. */
const zephyr = /^\[[\d:.,\s]{5,24}\] <(dbg|inf|wrn|err)> ([\w./-]{1,60}): (.+)/s;
const zephyrLevels: Readonly<Record<string, Severity>> = { dbg: 'info', inf: 'info', wrn: 'warning', err: 'error' };
/** "ERRO[2020-10-12T11:35:17Z] text", "FATA[0003] text": logrus writing for a terminal. */
const logrus = /^(TRAC|DEBU|INFO|WARN|ERRO|FATA|PANI)\[[\dT:.Z+-]{1,40}\] (.+)/s;
const logrusLevels: Readonly<Record<string, Severity>> = {
  TRAC: 'info',
  DEBU: 'info',
  INFO: 'info',
  WARN: 'warning',
  ERRO: 'error',
  FATA: 'critical',
  PANI: 'critical',
};
/** "[13286:0330/180305.424698:ERROR:gpu_host.cc(991)] text": process, month and day, time and place, as Chromium prints it. */
const chromium =
  /^\[\d{1,9}:(?:\d{1,9}:)?\d{4}\/\d{6}(?:\.\d{3,6})?:(VERBOSE\d|INFO|WARNING|ERROR|FATAL):([\w.-]{1,80})\(\d{1,6}\)\] (.+)/s;
/** "[Apr 17 13:01:04] NOTICE[2106][C-0000009a] app_queue.c: text": level, thread, call and file, as Asterisk prints it. */
const asterisk =
  /^\[(?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:\.\d{3})?\] (DEBUG|VERBOSE|NOTICE|WARNING|ERROR|DTMF|SECURITY)\[\d{1,9}\](?:\[(C-[\da-f]{8})\])?:? ([\w./-]{1,60}?)(?:\.c)?:(?: \d{1,6} in \w{1,80}:)? (.+)/s;
/** klog: level, date, time, thread id, and the place in the code up to the bracket. */
const klog = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{3,9}\s+\d{1,10} ([\w./-]{1,80}?)(?::\d{1,6})?\] (.+)/s;
/** "%LINK-3-UPDOWN: ...": facility, severity 0 to 7, mnemonic; before it the host and a sequence number. */
const mnemonic = /(?:^|[\s:])(%[A-Z][A-Z0-9_]{1,30}(?:-[A-Z][A-Z0-9_]{0,20}){0,2}-([0-7])-[A-Z0-9_]{2,48}: .+)/s;
const host = /(?:^|\s)([A-Za-z][\w.-]{1,60})(?: \d{1,9})?:? *\*?$/;

/** "6345:M 19 Oct 2025 03:00:37.647 # text": process and its role, time, a sign for the level, as Redis prints it. */
const redis = /^\d{1,9}:[CMSX] [\w: .]{20,30} ([.*#-]) (.+)/s;

/** Undefined where the line has none of these heads. */
export function headedLine(line: string): HeadedLine | undefined {
  const first = line.charCodeAt(0);
  if (first === 91 /* [ */) {
    const isNumbered = line.charCodeAt(1) < 58;
    const told = asterisk.exec(line);
    if (told !== null)
      return { ...made(told[4]!, severityOf(told[1]!), told[3]!), ...(told[2] === undefined ? {} : { call: told[2] }) };
    const carried = isNumbered ? chromium.exec(line) : null;
    if (carried !== null) return made(carried[3]!, severityOf(carried[1]!), carried[2]!);
    const match = isNumbered ? zephyr.exec(line) : null;
    return match === null ? undefined : made(match[3]!, zephyrLevels[match[1]!], match[2]!);
  }
  if (first >= 48 && first <= 57) {
    const match = threadTime.exec(line);
    if (match !== null) return made(match[3]!, byLetter[match[1]!], match[2]!.trim());
    const told = redis.exec(line);
    if (told !== null) return made(told[2]!, told[1] === '#' ? 'warning' : 'info', undefined);
  } else if (line.charCodeAt(2) === 40 /* ( */) {
    const match = espressif.exec(line);
    return match === null ? undefined : made(match[3]!, byLetter[match[1]!], match[2]!);
  } else if (line.charCodeAt(1) < 58 && line.length > 30) {
    const match = klog.exec(line);
    if (match !== null) return made(match[3]!, byLetter[match[1]!], match[2]!);
  }
  if (line.charCodeAt(4) === 91 /* [ */) {
    const match = logrus.exec(line);
    if (match !== null) return made(match[2]!, logrusLevels[match[1]!], undefined);
  }
  const percent = line.indexOf('%');
  if (percent < 0 || percent > 120) return undefined;
  const match = mnemonic.exec(line.slice(Math.max(0, percent - 1), 4000));
  if (match === null) return undefined;
  const severity = Number(match[2]);
  const level: Severity = severity <= 2 ? 'critical' : severity === 3 ? 'error' : severity === 4 ? 'warning' : 'info';
  const before = host.exec(
    line
      .slice(0, percent)
      .replace(/(?<![\s:])[\s:]+$/, '')
      .replace(/(\d:\d\d(?:\.\d+)?) [A-Z]{2,5}$/, '$1'),
  )?.[1];
  return made(match[1]!, level, before);
}

function made(message: string, severity: Severity | undefined, source: string | undefined): HeadedLine {
  return {
    message: message.trim(),
    ...(severity === undefined ? {} : { severity }),
    ...(source === undefined ? {} : { source }),
  };
}

/** "[VCU  ] W text", "W modbus: text". */
const letter =
  /^(?:\[\s*([A-Za-z][\w ./-]{0,30}?)\s*\]\s+([VTDINWEF])[:\s]\s*|([VDIWEF])\s+([A-Za-z_][\w./-]{0,40})\s?:\s+)(?=\S)/;
/** "<i2c1> E: text". */
const pointed = /^<([A-Za-z][\w.-]{0,30})> ([VTDINWEF]):\s*(?=\S)/;
/** "[Server thread/WARN]: text", "[main/INFO] [loader]: text". */
const slashed =
  /^\[([^\][/]{1,60})\/(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]:?\s+(?:[[(]([^\][)(]{1,60})[\])]:?\s+)?(?=\S)/;

/** "cpu34:2102054)WARNING: NFS: 337: text": processor and world, level, module and place in the code, as ESXi prints it. */
const world =
  /^(?:[A-Z][a-z]\(\d{1,4}\) vmkernel: )?cpu\d{1,4}:\d{1,12}(?: opID=[\w-]{1,40})?\)(?:(WARNING|ALERT|ERROR): )?([A-Za-z_][\w-]{0,40}): (?:\d{1,6}: )?(?=\S)/;

/** Behind the time: who speaks and how grave it is, in the forms of small systems and of game servers. */
export function taggedLevel(text: string): { rest: string; source?: string; severity?: Severity } | undefined {
  const lettered = letter.exec(text) ?? pointed.exec(text);
  if (lettered !== null) {
    const severity = byLetter[lettered[2] ?? lettered[3]!];
    return {
      rest: text.slice(lettered[0].length),
      source: (lettered[1] ?? lettered[4])!,
      ...(severity === undefined ? {} : { severity }),
    };
  }
  const ofWorld = world.exec(text);
  if (ofWorld !== null) {
    const severity = severityOf(ofWorld[1] ?? '');
    return {
      rest: text.slice(ofWorld[0].length),
      source: ofWorld[2]!,
      ...(severity === undefined ? {} : { severity }),
    };
  }
  const match = slashed.exec(text);
  if (match === null) return undefined;
  const severity = severityOf(match[2]!);
  // What stands before the level is a thread, which is nobody's name.
  const source = match[3];
  return {
    rest: text.slice(match[0].length),
    ...(source === undefined ? {} : { source }),
    ...(severity === undefined ? {} : { severity }),
  };
}
