import { anyOf } from '#core/any-of.ts';
import { onceForEachForm } from './by-form.ts';
import type { LogRecord } from './records.ts';
import { statesSystemReason } from './trouble-words.ts';
import type { WordingBook } from './wording.ts';

export type Outcome = 'failed' | 'ok';

const failing = anyOf(
  [
    /fail(?:ed|ure|ures|s|ing)?|abort(?:ed|ing)?|reject(?:ed|s)?|denied|declined|bounced|refused|unsuccessful(?:ly)?|timed out|gave up|giving up|nok|nack|nak|broken(?! pipe)|incomplete|not (?:delivered|completed?|finished|accepted|confirmed|connected|processed|sent|successful)/,
    /exit(?:ed)?(?: with)?(?: (?:status|code))?[ :=]+[1-9]\d*|invalid (?:user|password)|errored|crashed/,
    /(?:end|finish|complet|exit|terminat|return|clos|stopp)(?:ed|s)? with (?:an? |the )?(?:\w+ )?(?:errors?|failures?|exception|problems?)/,
    /(?:could|can|did|does) ?not|unable to/,
  ],
  { before: String.raw`\b(?:`, after: String.raw`)\b`, flags: 'i' },
);
/** "passed=12 failed=0" counts. */
const counting =
  /(?<![\w.-])(?:[a-z]+[_.-])?(?:failed|failures|errors|aborted|rejected|denied|passed|ok|done|completed)=\d+(?![\w.])/gi;
/** What may fail has not, and a file of what was rejected is none. */
const hedged =
  /\breject(?= (?:file|list|log|table|queue|code|reason|rate)s?\b)|\b(?:may|might|could|can|would|will|should|if) (?:\w+ )?(?:fail|abort|reject)\b/gi;
const retrying = /\bretry: retry in\b/i;
/** systemd says on the next line whether the unit failed. */
const announcing = /\b(?:main|control) process exited\b/i;
const succeeding =
  /\b(?:succe(?:ss|ssful|ssfully|eded|eds)|finish(?:ed|es)?|complete[ds]?|done|accepted|passed|ok|logged in|signed in|authenticated|exit(?:ed)?(?: with)?(?: (?:status|code))?[ :]+0|no (?:errors?|problems?|issues?|faults?) (?:were |was )?(?:found|detected))\b/i;
/** What a program says last. */
const dying = /^fatal(?: error)?: /i;
/** "PassAborted", "pass.aborted" as the whole of what is said. */
const eventName = /^[A-Za-z][A-Za-z._-]{2,80}$/;
const inWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])|[._-]/g, ' ');
/** Its number tells how it came out. */
const exitCode = /\bexit/i;
const outcomeField = /^(?:status|res|result|outcome|verdict|exit_?(?:code|status)|success|ok)$/i;

/** What is stated there is an error, whatever it says. */
const errorField = /^(?:err|error)$/i;
const noError = /^(?:|-|0|n\/?a|nil|null|none|no|ok|false|undefined|success)$/i;

/** How what a record tells of came out, by its field for that or its words; undefined where it is no end of anything. */
export function outcomeReader(book: WordingBook): (record: LogRecord) => Outcome | undefined {
  return onceForEachForm((record) => {
    const row = record.row();
    if (announcing.test(row.message)) return { value: undefined, isOfForm: true };
    let isOfForm = true;
    for (const [name, value] of row.values) {
      if (errorField.test(name) && !noError.test(String(value))) return { value: 'failed', isOfForm: true };
      if (!outcomeField.test(name)) continue;
      if (/\d/.test(String(value))) isOfForm = false;
      const told = outcomeOf(name, String(value));
      if (told !== undefined) return { value: told === 'neither' ? undefined : told, isOfForm };
    }
    const said = book.of(row.message).tokens.join(' ').replace(counting, ' ');
    const text = said.replace(eventName, inWords).replace(/[=_]/g, ' ').replace(hedged, ' ');
    // What is tried again has not come out yet.
    if (retrying.test(text)) return { value: undefined, isOfForm };
    const value = failing.test(text) || dying.test(record.text) ? 'failed' : succeeding.test(text) ? 'ok' : undefined;
    return { value, isOfForm: isOfForm && !exitCode.test(text) };
  });
}

/** Undefined where the value tells nothing: the words of the line may. */
function outcomeOf(name: string, told: string): Outcome | 'neither' | undefined {
  if (/^[1-5]\d\d$/.test(told)) return told >= '500' ? 'failed' : told < '400' ? 'ok' : 'neither';
  if (/^exit/i.test(name) && /^\d+$/.test(told)) return told === '0' ? 'ok' : 'failed';
  if (failing.test(told) || /^(?:nok|false|error|timeout|killed|expired)$/i.test(told)) return 'failed';
  if (statesSystemReason(told.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' '))) return 'failed';
  return succeeding.test(told) || /^true$/i.test(told) ? 'ok' : undefined;
}
