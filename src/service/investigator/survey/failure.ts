import { anyOf } from '#core/any-of.ts';
import type { Severity } from '../../formats/reading.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import { saidIn } from '../../lines/without-names.ts';
import { soundsLikeForeignTrouble } from './foreign-trouble.ts';

const failedWords =
  /^(?:fail(?:ed|ure)?|error|timeout|timed[ _-]?out|refused|rejected|denied|unhealthy|crash(?:ed)?|aborted|5xx|down)$/i;
const accessStatus = /" ([45]\d\d) (?:\d+|-)(?:\s|$)/;
const outcomeNames = [
  'status',
  'outcome',
  'result',
  'state',
  'http.status_code',
  'status_code',
  'http_status',
  'code',
  'response_code',
];
/** Words that make a line without a level a failure. */
const loudWords =
  /\b(?:panic|fatal|segfault|segmentation fault|exception|traceback|out of memory|oom-killer|core dumped|no space left|stack trace|unhandled|assertion failed|kernel BUG|call trace|deadlock|refused|unreachable|timed out|main process exited|core-dump|killed process \d+)\b|\bcode=(?:killed|dumped)\b|\bexited with (?:code|status) [1-9]|\b(?:error|failed|failure)\b/i;
/** The words stand in what is said, not only in a name, and are not denied. */
function isToldOf(words: RegExp, text: string): boolean {
  return words.test(text) && words.test(saidIn(text));
}

/** Whether the line tells of a failure, and how bad: its level where it has one, else its outcome and words. */
export function gravityOf(line: string, fields: LineFields): { severity: Severity; isFailure: boolean } {
  const stated = fields.severity;
  if (stated === 'critical' || stated === 'error') return { severity: stated, isFailure: true };
  for (const name of outcomeNames) {
    const value = fields.fields.get(name);
    if (typeof value === 'number' && value >= 500 && value < 600) return { severity: 'error', isFailure: true };
    if (typeof value === 'string') {
      if (/^5\d\d$/.test(value) || failedWords.test(value))
        return { severity: stated === 'warning' ? 'warning' : 'error', isFailure: true };
    }
  }
  const access = accessStatus.exec(line)?.[1];
  if (access !== undefined) {
    return access.startsWith('5') ? { severity: 'error', isFailure: true } : { severity: 'warning', isFailure: false };
  }
  if (stated !== undefined) return { severity: stated, isFailure: false };
  if (isToldOf(loudWords, line)) return { severity: 'error', isFailure: true };
  return { severity: soundsLikeTrouble(fields.message) ? 'warning' : 'info', isFailure: false };
}

/** Something was refused, lost, used up or out of order, in words that no level goes with. */
const troubleWords = anyOf(
  [
    /already (?:in use|connected|bound)|interlock\b.{0,24}\b(?:opened|open|tripped|trips?)/,
    /(?:below|above|over|under) (?:the )?(?:limit|minimum|maximum|threshold)/,
    /no (?:free|healthy|live|more|available|response|answer|reply|route)/,
    /not (?:responding|available|reachable|ready)|un(?:available|reachable|responsive|healthy)/,
    /exhausted|unacceptable|not acceptable|NO_PROPOSAL_CHOSEN|giving up|gave up|cannot|could not/,
    /unable to|denied|reject(?:ed|s)|discarded|dropped|lost|too many|overflow|overrun|abort(?:ed|ing)/,
    /expired|disconnected|stalled|stuck|hung|blocked|killed|violation|mismatch|corrupt(?:ed|ion)?/,
    /degraded|throttled|flapping|(?:to|is|went|state|link) (?:down|offline)|SERVFAIL|alarm|tripped/,
    /fault(?:ed|y)?|emergency stop|out of range/,
    /(?:under|over)[ -]?(?:voltage|current|temperature|run|load)|safe mode/,
  ],
  { before: String.raw`\b(?:`, after: String.raw`)(?![\p{L}\d])`, flags: 'iu' },
);

const denies =
  /\b(?:no|not|never|without|neither|nor|cannot|wrong|instead)\b|n't\b|\bnicht\b|\bkein\w*|\bpas de\b|\bsin\b/i;

/** Says in its own words that something went otherwise than it should, whatever its level. */
export function tellsOfTrouble(message: string): boolean {
  const text = message.slice(0, 400);
  return soundsLikeTrouble(text) || isToldOf(loudWords, text) || isToldOf(denies, text);
}

export function soundsLikeTrouble(message: string): boolean {
  const text = message.length > 400 ? message.slice(0, 400) : message;
  return isToldOf(troubleWords, text) || soundsLikeForeignTrouble(text);
}
