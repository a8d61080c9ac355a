import { literalPattern } from '#core/literal-pattern.ts';
import { saidIn } from '../../lines/without-names.ts';
import { any } from '../episodes/state-pair.ts';
import { failingWords } from '../members/failing-words.ts';
import { tellsOfTrouble } from '../survey/failure.ts';
import { commonStart } from '../words/word-forms.ts';

/** What a line tells of what it names: that it is in trouble, that this is over, or its usual work. */
export type LineState = 'bad' | 'back' | 'work';

const down = any(
  'down',
  'lost',
  'loss',
  'off-?line',
  'un(?:reachable|available|healthy|responsive)',
  'disconnect(?:s|ed)?',
  'dropped',
  'dead',
  'time(?:d ?|-)?outs?',
  'not ?(?:responding|ready|ok)',
  'gone',
  'interrupted',
  'stopp?(?:ed|s|ing)?',
  'halted',
  'suspended',
  'stalled',
  'blocked',
  'stuck',
  'held',
  'frozen',
  'tripped',
  'crash(?:ed|es)?',
  'expired',
  'degraded',
  'read-only',
  'fail(?:ed|ure|s)?',
  'revoked',
  'denied',
);
const back = any(
  'recover(?:ed|s|y)?',
  'restored',
  'resolved',
  'clear(?:ed|s)?',
  're-?connect(?:ed|s)',
  '(?:re-?)?established',
  'connected',
  'back',
  'up',
  'on-?line',
  'available',
  'reachable',
  'alive',
  'healthy',
  'ready',
  'resum(?:ed|es|ing)',
  '(?:re-?)?start(?:ed|s|ing)?',
  'running',
  'normal',
  'ok',
  'okay',
  'success(?:ful(?:ly)?)?',
  'succeeded',
  'completed?',
  'finished',
  '(?:re-?)?registered',
  're-?joined',
  '(?:re-?)?mounted',
  'enabled',
  'unblocked',
  'unlocked',
  'renewed',
  'synchroni[sz]ed',
  'in sync',
  'in range',
  'passed',
  'repaired',
  'replaced',
  'caught up',
  'accepting',
  'joined',
);
/** What is over, told in the line that says so: "alarm cleared", "restored after failure". */
const surelyBack = any(
  'recover(?:ed|s)',
  'restored',
  'resolved',
  'clear(?:ed|s)',
  're-?connected',
  're-?established',
  're-?joined',
  'back (?:in|to|up|on-?line)',
  'no longer',
  'unblocked',
  'repaired',
  'available again',
  'is up',
);
/** Of what is hoped for, and has not happened. */
const notYet =
  /\b(?:fail\w* to|cannot|can't|could not|couldn't|unable|not|never|no|wait\w*|try\w*|attempt\w*|retry\w*|will|until|before|to be|should|if|when) (?:[\w-]+ ){0,3}$/i;

/** Pure; `text` without the name of what is asked about, which may be called after any state. */
export function lineState(text: string, isFailing: boolean, state: string | undefined): LineState {
  const own = state === undefined ? undefined : literalPattern(commonStart(state.toLowerCase()));
  if (own !== undefined) {
    const lack = new RegExp(
      `(?:\\b(?:not|no|never|without|out of|lost|loss of)|\\bun|\\bnon)[ _-]{0,2}(?:\\w+ )?${own}|${own}\\w* (?:has |was |is )?(?:lost|stopp?ed|failed|suspended|interrupted)`,
      'i',
    );
    if (lack.test(text)) return 'bad';
  }
  if (tells(surelyBack, text)) return 'back';
  if (down.test(saidIn(text)) || failingWords.test(text) || tellsOfTrouble(text)) return 'bad';
  // Some levels go with the subsystem: "%LINK-3-UPDOWN: changed state to up".
  if (tells(back, text) || (own !== undefined && new RegExp(`\\b${own}`, 'i').test(text))) return 'back';
  return isFailing ? 'bad' : 'work';
}

function tells(words: RegExp, text: string): boolean {
  const match = words.exec(text);
  return match !== null && !notYet.test(text.slice(Math.max(0, match.index - 40), match.index));
}
