import { type LevelName, levelNamed } from './lexicon.ts';

const keyed =
  /"(?:@?level|lvl|log\.level|log_level|loglevel|levelname|severity|severity_?text|level_name|s)"\s*:\s*"([A-Za-z]{1,13})\d?"/i;
const assigned = /(?:^|[\s,{|])(?:level|lvl|severity|loglevel|log_level)="?([A-Za-z]{3,13})\b/i;
const capital =
  /(?:^|[\s[<(|:*)-])(TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|ALERT|EMERG|PANIC)(?=[\s\]>):|,./-]|$)/;
/** PostgreSQL's word for what is no error. */
const logged = /(?:^|[\]) \w])\s(?:LOG|STATEMENT|DETAIL|HINT): {1,2}/;
const numbered = /"PRIORITY"\s*:\s*"?([0-7])"?[,}]|"level"\s*:\s*([1-6]0)[,}]/;
const enclosed =
  /[[<(](?:[\w.-]{1,30}:)?(trace|debug|dbg|verbose|vrb|info|inf|notice|warn|wrn|warning|error|err|severe|critical|crit|fatal|ftl|alert|emerg|panic)[\])>]/i;
const leading =
  /^[^A-Za-z]{8,40}(?:[A-Z][a-z]{2} [ \d]\d [\d:.]+ )?(trace|debug|verbose|info|notice|warn|warning|error|err|severe|critical|crit|fatal|alert|emerg|panic)[\s:|]/i;
const android = /^\d\d-\d\d [\d:.]{8,15}\s+(?:\w+\s+)?\d+\s+\d+ ([VDIWEFAS]) |^([VDIWEF])\/[\w.]/;
const glog = /^([IWEF])\d{4} \d\d:\d\d:\d\d/;
const letters: Record<string, LevelName> = {
  V: 'debug',
  D: 'debug',
  I: 'info',
  S: 'info',
  W: 'warning',
  E: 'error',
  A: 'critical',
  F: 'critical',
};

/** "6345:M 19 Oct 2025 03:00:37.647 # ...", as Redis prints it. */
const redis = /^\d{1,9}:[CMSX] [\w: .]{20,30} ([.*#-]) /;

/** The journal counts from the worst down, Bunyan and Pino from the least up. */
function levelOfNumber(journal: number, pino: number): LevelName {
  if (!Number.isNaN(journal))
    return journal <= 2 ? 'critical' : (['error', 'warning', 'info', 'info', 'debug'] as const)[journal - 3]!;
  return pino <= 20 ? 'debug' : (['info', 'warning', 'error', 'critical'] as const)[pino / 10 - 3]!;
}

/** The level a line states in a level's place; words of its message are none. */
export function statedLevel(text: string): LevelName | undefined {
  if (text.includes('":')) {
    const word = keyed.exec(text)?.[1];
    const ofNumber = word === undefined ? numbered.exec(text) : null;
    if (ofNumber !== null) return levelOfNumber(Number(ofNumber[1]), Number(ofNumber[2]));
    if (word !== undefined) return word.length === 1 ? letters[word.toUpperCase()] : levelNamed(word);
  }
  const pair = assigned.exec(text)?.[1];
  if (pair !== undefined) return levelNamed(pair);
  const letter = android.exec(text) ?? glog.exec(text);
  if (letter !== null) return letters[(letter[1] ?? letter[2])!];
  const sign = redis.exec(text)?.[1];
  if (sign !== undefined) return sign === '#' ? 'warning' : sign === '*' ? 'info' : 'debug';
  const head = text.slice(0, 110);
  const word = capital.exec(head)?.[1] ?? enclosed.exec(head)?.[1] ?? leading.exec(head)?.[1];
  return word === undefined ? (logged.test(head) ? 'info' : undefined) : levelNamed(word);
}
