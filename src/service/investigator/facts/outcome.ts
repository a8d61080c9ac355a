import { anyOf } from '#core/any-of.ts';
import type { LogRecord } from './records.ts';
import type { WordingBook } from './wording.ts';

export type Outcome = 'failed' | 'ok';

const failing = anyOf(
  [
    /fail(?:ed|ure|ures|s|ing)?|abort(?:ed|ing)?|reject(?:ed|s)?|denied|declined|bounced|refused|unsuccessful(?:ly)?|timed out|gave up|giving up/,
    /exit(?:ed)?(?: with)?(?: (?:status|code))?[ :=]+[1-9]\d*|invalid (?:user|password)|errored|crashed/,
    /(?:end|finish|complet|exit|terminat|return|clos|stopp)(?:ed|s)? with (?:an? |the )?(?:\w+ )?(?:errors?|failures?|exception|problems?)/,
    /(?:could|can|did|does) ?not|unable to/,
  ],
  { before: String.raw`\b(?:`, after: String.raw`)\b`, flags: 'i' },
);
const succeeding =
  /\b(?:succe(?:ss|ssful|ssfully|eded|eds)|finish(?:ed|es)?|complete[ds]?|done|accepted|passed|ok|logged in|signed in|authenticated)\b/i;
const outcomeField = /^(?:status|result|outcome|verdict|exit_?(?:code|status)|success|ok)$/i;

/** How what a record tells of came out, by its field for that or its words; undefined where it is no end of anything. */
export function outcomeReader(book: WordingBook): (record: LogRecord) => Outcome | undefined {
  const known = new Map<string, Outcome | undefined>();
  return (record) => {
    const row = record.row();
    for (const [name, value] of row.values) {
      if (!outcomeField.test(name)) continue;
      const told = String(value);
      if (/^[1-5]\d\d$/.test(told)) return told >= '500' ? 'failed' : told < '400' ? 'ok' : undefined;
      if (/^exit/i.test(name) && /^\d+$/.test(told)) return told === '0' ? 'ok' : 'failed';
      if (failing.test(told) || /^(?:nok|false|error|timeout)$/i.test(told)) return 'failed';
      if (succeeding.test(told) || /^true$/i.test(told)) return 'ok';
    }
    const { wording, tokens } = book.of(row.message);
    if (known.has(wording.text)) return known.get(wording.text);
    const text = tokens.join(' ').replace(/[=_]/g, ' ');
    const outcome = failing.test(text) ? 'failed' : succeeding.test(text) ? 'ok' : undefined;
    if (known.size < 50_000) known.set(wording.text, outcome);
    return outcome;
  };
}
