import type { LineLayout } from '../../lines/layouts/line-layout.ts';
import { type LevelName, levelMarked, levelNamed } from '../../lines/level-words.ts';
import { javaRecord } from './lines/java-records.ts';

const keyed =
  /"(?:@?level|lvl|log\.level|log_level|loglevel|levelname|severity|severity_?text|level_name|s)"\s*:\s*"([A-Za-z]{1,13})\d?"/i;
const assigned = /(?:^|[\s,{|])(?:level|lvl|severity|loglevel|log_level)="?([A-Za-z]{3,13})\b/i;
const capital =
  /(?:^|[\s[<(|:*)-]|\w\.(?=[A-Z]{4,9}: ))(TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT|EMERG|EMERGENCY|PANIC)(?=[\s\]>):|,./-]|$)/;
/** PostgreSQL's word for what is no error. */
const logged = /(?:^|[\]) \w])\s(?:LOG|STATEMENT|DETAIL|HINT): {1,2}/;
const numbered = /"PRIORITY"\s*:\s*"?([0-7])"?[,}]|"level"\s*:\s*([1-6]0)[,}]/;
const enclosed =
  /[[<(](?:[\w.-]{1,30}:)?(trace|debug|dbg|verbose|vrb|info|inf|notice|warn|wrn|warning|error|err|severe|critical|crit|fatal|ftl|alert|emerg|panic)[\])>]/i;
const leading =
  /^(?:\d{4}-\d\d-\d\dT[\d:.,]{5,18}Z?[^A-Za-z]{1,9}|[^A-Za-z]{8,40})(?:[A-Z][a-z]{2} [ \d]\d [\d:.]+ )?(trace|debug|verbose|info|notice|warn|warning|error|err|severe|critical|crit|fatal|alert|emerg|panic)[\s:|]/i;
/** "[runner] error: text": behind who writes the line. */
const behindName =
  /(?:^|\s)\[[A-Za-z][\w./-]{0,60}\] (trace|debug|verbose|info|notice|warn|warning|error|err|severe|critical|crit|fatal|alert|emerg|panic): /;
const android = /^\d\d-\d\d [\d:.]{8,15}\s+(?:\w+\s+)?\d+\s+\d+ ([VDIWEFAS]) |^([VDIWEF])\/[\w.]/;
const glog = /^([DIWEF])\d{4} \d\d:\d\d:\d\d/;
const stamped = String.raw`^(?:\[?\d[\d.:,T +Z/-]{7,40}\]? )?`;
/** "I (3965) wifi: ..." of ESP-IDF, and "fail: Shop.Orders[0]" of .NET's console. */
const ofConsole = new RegExp(
  String.raw`${stamped}(?:(?<letter>[VDIWE]) \(\d{1,12}\) [\w./-]{1,60}: |(?<word>trce|dbug|info|warn|fail|crit): [A-Za-z_][\w.+]{0,160}\[\d{1,9}\])`,
);
/** "6345:M 19 Oct 2025 03:00:37.647 # ...", as Redis prints it. */
const redis = /^\d{1,9}:[CMSX] [\w: .]{20,30} ([.*#-]) /;

/** Facility and severity of syslog, before its version or its date. */
const priority = /^<(\d{1,3})>(?=1 |[A-Z][a-z]{2} |\d{4}-)/;

/** Lines that differ in digits alone then have one level. */
export const statesLevelInWords = (text: string): boolean =>
  statedLevel(text) !== undefined && !numbered.test(text) && !priority.test(text);

/** `layout`: how the lines of its document are read alike. */
export const levelIn = (text: string, layout?: LineLayout): LevelName | undefined =>
  layout?.level?.(text) ?? statedLevel(text) ?? layout?.fields(text)?.severity;

/** The level a line states in a level's place; words of its message are none. */
export function statedLevel(text: string): LevelName | undefined {
  const java = javaRecord(text);
  if (java !== undefined) return java.level;
  if (text.includes('":')) {
    const [, word, journal, pino] = keyed.exec(text) ?? numbered.exec(text) ?? [];
    const mark = word ?? journal ?? pino;
    if (mark !== undefined) return levelMarked(mark);
  }
  const pair = assigned.exec(text)?.[1];
  if (pair !== undefined) return levelNamed(pair);
  const [, letter, tagged] = android.exec(text) ?? glog.exec(text) ?? [];
  const mark = letter ?? tagged;
  if (mark !== undefined) return levelMarked(mark);
  const console = ofConsole.exec(text)?.groups;
  const short = console?.letter ?? console?.word;
  if (short !== undefined) return levelMarked(short);
  const sign = redis.exec(text)?.[1];
  if (sign !== undefined) return sign === '#' ? 'warning' : sign === '*' ? 'info' : 'debug';
  const head = text.slice(0, 110);
  const word = [capital, enclosed, leading, behindName]
    .map((form) => form.exec(head)?.[1])
    .find((one) => one !== undefined);
  if (word !== undefined) return levelNamed(word);
  const rank = priority.exec(text)?.[1];
  if (rank !== undefined) return levelMarked(String(Number(rank) & 7));
  return logged.test(head) ? 'info' : undefined;
}

/** A warning or worse. */
export const isAlarm = (record: { level(): LevelName | undefined }): boolean =>
  /^(?:warning|error|critical)$/.test(record.level() ?? '');
