import { anyOf } from '#core/any-of.ts';
import type { Finding, Severity } from '../reading.ts';
import { knownCauses } from './known-causes.ts';

/** What a line may tell by its words. Read once for each form of line, not for each line. */
export interface LineRule {
  rule: string;
  label: string;
  pattern: RegExp;
  severity: Severity;
  role: Finding['role'];
  explanation: string;
  /** Lines that say they are only information count too. */
  evenInfo?: boolean;
  next?: string[];
}

/** What only says how something else shows itself, and is no cause that answers name. */
const signs: readonly LineRule[] = [
  {
    rule: 'log.database',
    label: 'Database error',
    pattern:
      /(?:foreign key|check) constraint|violates .{0,30}constraint|\bORA-\d{5}\b|SQLSTATE|lock wait timeout|could not serialize|database is locked|(?:database|sql|query) (?:error|failed|failure)/i,
    severity: 'error',
    role: 'cause',
    explanation: 'A database refused or could not carry out a statement.',
  },
  {
    rule: 'log.corruption',
    label: 'Corrupt data',
    pattern:
      /\bcorrupt(?:ed|ion)?\b|checksum (?:mismatch|error|failed)|\bCRC (?:error|mismatch)|bad magic|data loss|unclean shutdown/i,
    severity: 'error',
    role: 'cause',
    explanation: 'Data was not read back as it was written.',
  },
  {
    rule: 'log.probe-failed',
    label: 'Kept from running',
    pattern:
      /CrashLoopBackOff|back-off restarting|(?:liveness|readiness|startup) probe failed|\bevict(?:ed|ing)\b.{0,30}\bpods?\b|\bpods?\b.{0,80}\bevicted\b|reason[=:" ]{1,4}evicted|ImagePullBackOff|ErrImagePull/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'A container was stopped, delayed, restarted or found not ready.',
    evenInfo: true,
  },
  {
    rule: 'log.assertion',
    label: 'Assertion failed',
    pattern:
      /assert(?:ion)? (?:failed|failure|error)|assertion `|\bAssertionError\b|check failed:|invariant (?:failure|violat)/i,
    severity: 'error',
    role: 'cause',
    explanation: 'The program reached a state that its authors considered impossible.',
  },
  {
    rule: 'log.unavailable',
    label: 'Service unavailable',
    pattern:
      /service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|upstream .{0,60}(?:failed|error|unavailable)|no (?:healthy|live) upstream|(?:down for|under|in|entering) maintenance|maintenance mode/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'A required service was not available.',
  },
  {
    rule: 'log.slow',
    label: 'Slow',
    pattern:
      /slow (?:query|request|response|operation|log)|took too long|long (?:gc|garbage|pause)|gc pause|exceed(?:ed|s) .{0,30}threshold|high latency|starv(?:ed|ation)|running behind/i,
    severity: 'warning',
    role: 'symptom',
    explanation: 'Something took longer than it should.',
  },
];

/** The first rule that fits names the line; graver and plainer causes come first. */
export const lineRules: readonly LineRule[] = [
  ...knownCauses.flatMap(({ line, words, isSymptom, meaning, next }): LineRule[] =>
    line === undefined
      ? []
      : [
          {
            rule: `log.${line.name}`,
            label: line.label,
            pattern: words,
            severity: line.severity ?? 'error',
            role: isSymptom === true ? 'symptom' : 'cause',
            explanation: meaning,
            evenInfo: line.evenInfo === true,
            next: [next],
          },
        ],
  ),
  ...signs,
];

/** Starts, stops and changes of configuration: they explain nothing alone, but much happens after them. */
export const contextRules: readonly LineRule[] = [
  {
    rule: 'log.restart',
    label: 'Start or stop',
    pattern: anyOf(
      [
        /(?:server|service|application|daemon|process|system|node|container|worker) (?:\S+ )?(?:is )?(?:start(?:ed|ing)|restart(?:ed|ing)?|stopp(?:ed|ing)|shut(?:ting)? ?down|exit(?:ed|ing)|ready|terminat(?:ed|ing))/,
        /shutting down|shutdown complete|start(?:ed|ing) (?:up|server|service|application|on port)/,
        /listening on|ready to accept connections|received (?:signal|sig(?:term|int|hup|kill))/,
        /Linux version \d|exiting on signal|syslogd.{0,40}restart|rebooting|restart\./,
      ],
      { before: String.raw`\b(?:`, after: ')', flags: 'i' },
    ),
    severity: 'info',
    role: 'context',
    explanation: 'A program started, stopped or was told to.',
    evenInfo: true,
  },
  {
    rule: 'log.change',
    label: 'Change',
    pattern:
      /\b(?:config(?:uration)?(?: file)? (?:was |has been )?(?:re-?load|changed|updated|applied)|reload(?:ed|ing) config|deploy(?:ed|ing|ment (?:started|finished|complete|of))|roll(?:ed|ing)? ?(?:back|out)|migrat(?:ion|ing|ed)|upgrad(?:ed|ing)|feature flag|maintenance (?:mode|window)|fail(?:ing|ed)? ?over)\b/i,
    severity: 'info',
    role: 'context',
    explanation: 'Configuration or software changed here; compare what came before with what came after.',
    evenInfo: true,
  },
];
