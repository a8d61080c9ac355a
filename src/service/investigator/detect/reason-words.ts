import { anyOf } from '#core/any-of.ts';

const reason = anyOf(
  [
    /\balready (?:in use|connected|exists|running|bound|registered|open|locked)|\bno such\b/,
    /\bnot (?:found|set|defined|permitted|allowed|supported|enough|a valid|readable|writable|configured|initiali[sz]ed|inserted)\b/,
    /\bdoes(?: not|n't) exist|\bmissing\b|\brequired\b|\bmismatch|\bexceed\w*/,
    /\b(?:below|above|over|under) (?:the )?(?:limit|minimum|maximum|threshold|max|min)\b/,
    /\binsufficient\b|\bno (?:space|memory|route|valid|more|free|available|healthy|live)\b|\bfull\b/,
    /\binterlock\b|\bexpired\b|\binvalid\b|\bunknown\b|\bunexpected\b|\bbecause\b|\bdue to\b/,
    /\breason\b|\bcaused by\b|\w(?:Error|Exception)\b|\bdenied\b|\bviolat\w*|\bconflict\w*/,
    /\bduplicate\w*|\bcollision\b|\bcorrupt\w*|\boverflow\w*|\bunsupported\b|\bincompatible\b/,
    /\bunmarshal\b|\bparse\b|\bsyntax\b|\bout of\b|\bstack\b|\bpassword\b/,
    /\bno matching\b|\bno rule to make\b|\bcould not find\b|\bdid not match\b|\bundeclared\b|\bundefined\b/,
    /\btoo (?:many|large|long|old|hot)\b|\bin use by\b|\bheld by\b/,
  ],
  { flags: 'i' },
);
const outcomeOnly = anyOf(
  [
    /\bfailed with result\b|\bmain process exited\b|\brepeated too quickly\b|\bscheduled restart\b/,
    /^\W*(?:failed to start|cannot start|could not start|start-?up (?:aborted|failed)|giving up|aborting|shutting down|exiting|stopped|terminated)\b/,
    /\bexit(?:ed)? (?:with )?(?:code|status)\b|\berrors? occurred\W*$|\bcontains errors\W*$/,
    /\bthere were \d+ errors?\b|\bdue to (?:\d+ )?(?:previous |these )?errors?\b/,
    /\bbecause of errors\b|^\W*(?:\w+ )?(?:error )?code \w+\W*$|\bback-?off restarting\b/,
    /\bwent away\b/,
  ],
  { flags: 'i' },
);

const errno = /\bE(?!RROR|XCEPTION|VENT|NDED|RRORS)[A-Z]{4,}\b/;

/** Says why, and not only that something failed. */
export function statesReason(message: string): boolean {
  const text = message.slice(0, 600);
  return reason.test(text) || errno.test(text);
}

/** Says no more than that it ended or did not begin. */
export function isOutcomeOnly(message: string): boolean {
  return outcomeOnly.test(message.slice(0, 300)) && !statesReason(message);
}

const feared =
  /\b(?:may|might|could|can|will|would)(?: (?:also|then|not|no longer|stop|be|even))* (?:fail|working|work|removed|break|be lost|time out|dropped|corrupt)\w*\b/i;

/** "May fail", "will stop working": it has not happened. */
export function isOnlyFeared(message: string): boolean {
  return feared.test(message.slice(0, 300));
}
