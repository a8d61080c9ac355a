import { anyOf } from '#core/any-of.ts';

/** What a verdict on one of many comes to. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'other';

const passed = /^(?:pass(?:ed)?|ok(?:ay)?|success(?:ful(?:ly)?)?|succeeded|good|io|green)$/i;
const failed =
  /^(?:fail(?:ed|ure)?|nok|ng|ko|nio|bad|error(?:ed)?|abort(?:ed)?|crash(?:ed)?|timed?[ _-]?out|broken|red)$/i;
const skipped = /^(?:skip(?:ped)?|ignored|disabled|not[ _-]?run|n\/a|blocked|pending|deselected|cancell?ed)$/i;
const other =
  /^(?:inconc(?:lusive)?|xfail(?:ed)?|xpass(?:ed)?|unstable|flaky|warn(?:ing)?|unknown|none|partial|retry)$/i;

/** Of a word that stands where verdicts stand; undefined for any other word. */
export function outcomeOf(word: string): Outcome | undefined {
  if (passed.test(word)) return 'passed';
  if (failed.test(word)) return 'failed';
  if (skipped.test(word)) return 'skipped';
  return other.test(word) ? 'other' : undefined;
}

/** Written as a verdict in free text: in capitals. */
export const verdictInText = anyOf(
  [
    /PASS(?:ED)?|OK|SUCCESS(?:FUL)?|SUCCEEDED|GOOD|IO|FAIL(?:ED|URE)?|NOK|NG|KO|NIO|BAD|ERROR(?:ED)?|ABORT(?:ED)?/,
    /CRASH(?:ED)?|TIMED?[ _-]?OUT|BROKEN|SKIP(?:PED)?|IGNORED|DISABLED|NOT[ _-]RUN|N\/A|BLOCKED|PENDING|CANCELL?ED/,
    /INCONC(?:LUSIVE)?|XFAIL(?:ED)?|XPASS(?:ED)?|UNSTABLE|FLAKY|UNKNOWN|PARTIAL/,
  ],
  { before: String.raw`(?<![\p{L}\d_/.-])(?:`, after: String.raw`)(?![\p{L}\d_/-])`, flags: 'u' },
);
