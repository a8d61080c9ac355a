import type { Severity } from '../formats/reading.ts';
import { statusClassOf } from './key-seed.ts';
import { saidIn } from './without-names.ts';

/** 0: the line names no level and hints at none. */
export type Level = 0 | 1 | 2 | 3 | 4;

export const severityOfLevel = (level: number): Severity | undefined =>
  (['info', 'warning', 'error', 'critical'] as const)[level - 1];

export const levelOfSeverity = (severity: Severity): Level =>
  ({ info: 1, warning: 2, error: 3, critical: 4 })[severity] as Level;

export const noLevel: { level: Level; isStated: boolean } = { level: 0, isStated: false };

/**
 * The level of a line: what it states at its head or by a key, else what its words mean.
 * `head` is where the text behind the time begins; `seed` see LineClock.
 */
export function levelOfLine(line: string, head: number, seed: number): { level: Level; isStated: boolean } {
  const stated = statedLevel(line, head, seed);
  if (stated === 1 && logged.test(line.slice(head, head + 300))) return { level: 4, isStated: true };
  if (stated !== 0) return { level: stated, isStated: true };
  return { level: meantLevel(line.slice(head, head + 600)), isStated: false };
}

/** A database's LOG goes to its operator and is no mere information. */
const logged =
  /\bLOG:\s+(?:.{0,60}\bwas terminated by signal \d|database system was (?:interrupted|not properly shut down)|terminating any other active|archive command failed|could not (?!(?:receive data from|send data to) client)\w)/;

const words: Record<string, Level> = {
  emergency: 4,
  emerg: 4,
  panic: 4,
  fatal: 4,
  critical: 4,
  crit: 4,
  alert: 4,
  dpanic: 4,
  severe: 3,
  error: 3,
  err: 3,
  failure: 3,
  eror: 3,
  audit_failure: 3,
  warning: 2,
  warn: 2,
  warnin: 2,
  notice: 1,
  info: 1,
  information: 1,
  informational: 1,
  note: 1,
  log: 1,
  config: 1,
  debug: 1,
  fine: 1,
  finer: 1,
  finest: 1,
  trace: 1,
  verbose: 1,
  silly: 1,
  dbg: 1,
  inf: 1,
  system: 1,
  detail: 1,
  hint: 1,
  statement: 1,
  context: 1,
  debug1: 1,
  debug2: 1,
  debug3: 1,
  debug4: 1,
  debug5: 1,
  success: 1,
  wrn: 2,
  ftl: 4,
  trc: 1,
};
const letters: Record<string, Level> = { V: 1, D: 1, I: 1, W: 2, E: 3, F: 4, A: 3, S: 1, C: 4 };

const keyed =
  /"(?:@?level|lvl|log\.level|log_level|loglevel|levelname|severity|severityText|level_name|s|PRIORITY|priority|severityNumber)"\s*:\s*(?:"([\w.]+)"|(\d+))/i;
const assigned = /(?:^|[\s,{|])(?:level|lvl|severity|loglevel|log_level)=\s*"?([A-Za-z]+|\d+)/i;
const bracketed = /[[(<|]\s*(?:[\w.-]+:|[^\][/]{1,60}\/)?([A-Za-z]{3,11}\d?)\s*[\])>|]/;
const upper =
  /(?:^|[\s:\].,|({*-])(EMERGENCY|EMERG|PANIC|FATAL|CRITICAL|CRIT|ALERT|SEVERE|ERROR|ERR|WARNING|WARN|NOTICE|INFO|INFORMATION|LOG|DETAIL|HINT|STATEMENT|CONTEXT|CONFIG|FINE|FINER|FINEST|DEBUG\d?|TRACE|VERBOSE)(?=[\s:\],|)\-(}/]|$)/;
const lower =
  /^[\s:\-|]{0,200}(?:[\w.-]+\s+)?(emerg|panic|fatal|critical|crit|alert|error|err|warning|warn|notice|info|debug|trace|verbose|silly)(?=[\s:\],|)])/;
const prefixed =
  /(?:^|[\]:]\s)(fatal|panic|error|warning|warn|info|debug|notice|critical|note)(?:\[[^\]]{0,40}\])?:\s/i;
const statusInAccess = /" ([1-5])\d\d (?:\d+|-)/;
const mongo = /"s"\s*:\s*"([FEWID]\d?)"/;

function statedLevel(line: string, head: number, seed: number): Level {
  if (seed >= 65 && seed <= 90) return letters[String.fromCharCode(seed)] ?? 0;
  const raw = line.slice(head, head + 400);
  const text = raw.includes('\u001b') ? raw.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, ' ') : raw;
  if (/^[^{]{0,80}\{\s*"/.test(text)) {
    const record = line.slice(head, head + 4000);
    const letter = mongo.exec(record);
    if (letter) return letters[letter[1]![0]!] ?? 0;
    const match = keyed.exec(record);
    if (match?.[1] !== undefined) {
      return /^\d+$/.test(match[1]) ? levelOfNumber(match[0], Number(match[1])) : levelOfWord(match[1]);
    }
    if (match?.[2] !== undefined) return levelOfNumber(match[0], Number(match[2]));
  }
  const assignment = assigned.exec(text);
  if (assignment) {
    const value = assignment[1]!;
    // `level=69` may be a battery's: only numbers from a scale of levels count.
    if (!/^\d/.test(value)) return levelOfWord(value);
    if (/^[1-6]0$/.test(value)) return levelOfNumber(value, Number(value));
  }
  const android =
    /^\s+(?:[\w.-]+\s+)?\d+\s+\d+\s+([VDIWEFAS])\s|^(?:\s+\d+:\s*\d+)?\s*([VDIWEFAS])\/[^\s(:][^(:\]]*[(:\]]/.exec(
      text,
    );
  if (android) return letters[android[1] ?? android[2]!] ?? 0;
  const small =
    /^\s*(?:(?:\[\s*[A-Za-z][\w ./-]{0,30}\]|<[A-Za-z][\w.-]{0,30}>)\s+([VTDINWEF])(?=[:\s])|([VDIWEF])\s+(?=[A-Za-z_][\w./-]{0,40}\s?:\s))/.exec(
      text,
    );
  if (small) return letters[small[1] ?? small[2]!] ?? 1;
  const near = text.slice(0, 120);
  const bracket = bracketed.exec(near);
  if (bracket && words[bracket[1]!.toLowerCase()] !== undefined) return words[bracket[1]!.toLowerCase()]!;
  const loud = upper.exec(near);
  if (loud) return levelOfWord(loud[1]!);
  const quiet = lower.exec(near);
  if (quiet) return levelOfWord(quiet[1]!);
  const prefix = prefixed.exec(near);
  if (prefix) return levelOfWord(prefix[1]!);
  const status = statusClassOf(seed) || Number(statusInAccess.exec(text)?.[1] ?? 0);
  if (status > 0) return status === 5 ? 3 : status === 4 ? 2 : 1;
  if (seed >= 0x100) return ([4, 4, 4, 3, 2, 1, 1, 1] as const)[seed & 7]!;
  return 0;
}

const levelOfWord = (word: string): Level =>
  words[word.toLowerCase()] ?? words[word.toLowerCase().replace(/(?<!\d)\d+$/, '')] ?? 0;

/** Syslog counts down from 7, OpenTelemetry up to 24, pino and bunyan in tens. */
function levelOfNumber(key: string, value: number): Level {
  if (/severityNumber/i.test(key)) return value >= 21 ? 4 : value >= 17 ? 3 : value >= 13 ? 2 : 1;
  if (/priority/i.test(key)) return value <= 2 ? 4 : value === 3 ? 3 : value === 4 ? 2 : 1;
  if (value >= 60) return 4;
  if (value >= 50) return 3;
  if (value >= 40) return 2;
  return 1;
}

const grave =
  /\b(?:kernel panic|panicked at|out of memory|oom-kill(?:er)?|segfault|segmentation fault|core dumped|stack overflow|fatal (?:error|exception)|double free|assertion failed|no space left on device)\b/i;
const wrong =
  /\b(?:errors?|fail(?:ed|ure|s|ing)?|exception|denied|refused|unreachable|timed? ?out|unable to|cannot|can't|could ?n[o']t|aborted|corrupt(?:ed|ion)?|invalid|crash(?:ed)?|lost|broken pipe|reset by peer)\b/i;
/** As make says that it gives up. */
const gaveUp = /^\s*(?:\w{0,8}make)(?:\[\d+\])?: \*\*\* /;
const doubtful = /\b(?:warn(?:ing)?|deprecated|retry(?:ing)?|slow|degraded|throttl\w+|disconnect(?:ed)?)\b/i;

function meantLevel(text: string): Level {
  if (grave.test(text)) return 4;
  const isWrong = wrong.test(text);
  if (gaveUp.test(text)) return 3;
  if (!isWrong && !doubtful.test(text)) return 0;
  const told = saidIn(text);
  if (isWrong && wrong.test(told)) return 3;
  return doubtful.test(told) ? 2 : 0;
}
