import type { Schema } from '../../facts/schema.ts';
import { outcomePhrases } from '../event-asked.ts';
import { withoutPoliteness, withoutStrangeTalk, withoutTheFile } from '../politeness.ts';
import { isToldOf } from '../told-words.ts';
import { inOneForm } from './in-one-form.ts';
import { namesIn } from './names-said.ts';

const mostLetters = 240;
/** "And since when": of two questions one would be passed over. */
const asksTwice =
  /\S (?:and|or)[, ]+(?:since |from |at |to |by |in |for )?(?:when|how|what|which|who|why|is|was|did|has|does|are|were)\b|, (?:from|since|to|by|for) (?:when|what|which)\b/i;
const howManyEach = /,? (?:and|with) how (?:many|often)(?: times)?(?: (?:for |of )?each)?[?.! ]*$/i;
/** What something looks like, or has in it. */
const ofContent =
  /^what(?:'s| is| was) in (?:the|an?) |^what (?:did|does|do) (?:the|an?) \S+ .*\b(?:show|depict|contain|look like|sound like)[?. ]*$/i;
/** Which of them is of one kind of lines and of another. */
const ofBoth = /\bwhich\b.*\bboth\b/i;

/** A question without what is only said around it, each thing in one form; undefined where it asks more than one thing. */
export function inPlainTerms(asked: string, schema: Schema): string | undefined {
  const plain = withoutPoliteness(asked.replace(/\s+/g, ' '));
  const told = withoutStrangeTalk(plain, schema);
  const cut = plain.slice(0, Math.max(plain.indexOf(told), 0));
  const isOfName =
    /^(?:of|from|among|out of|for|in|on|at|by|until|because)\b/i.test(cut) || namesIn(cut, schema).names.length > 0;
  const own = withoutItsDay(withoutTheFile(isOfName ? plain : told), schema);
  const text = inOneForm(inOutcomes(ofOneRun(own, schema), schema));
  if (text.length > mostLetters || asksTwice.test(text.replace(howManyEach, ''))) return undefined;
  return ofBoth.test(text) || ofContent.test(text) ? undefined : text;
}

/** "Slowest of the day", where the file is of one. */
const withoutItsDay = (text: string, { clock }: Schema): string =>
  clock === undefined || clock.lastMs - clock.firstMs > dayMs
    ? text
    : text.replace(/(?<=est\b.*) of (?:the|that|this) (?:whole )?(?:day|night|shift|session)(?=[?. ]*$)/i, '');
const dayMs = 86_400_000;

/** "Did the backup succeed" of what one program printed: the lines have no times, and it is what they are of. */
const ofOneRun = (text: string, { clock }: Schema): string =>
  clock === undefined
    ? text.replace(
        /^(did|has|was) (?:the|this|our) [a-z]+(?= (?:succeed|succeeded|successful|pass|passed|fail|failed|work|worked)$)/i,
        '$1 it',
      )
    : text;

/** "Went well", "made it through": how it came out, in one word. */
const inOutcomes = (text: string, schema: Schema): string =>
  outcomePhrases
    .reduce(
      (said, { outcome, pattern }) =>
        said.replace(pattern, (phrase) => {
          // "Went red", where lines say so themselves.
          const [own = ''] = /(?:red|green|invalid)$/i.exec(phrase) ?? [];
          return own !== '' && isToldOf(schema, own) ? phrase : outcome === 'ok' ? ' succeeded' : ' failed';
        }),
      text,
    )
    .replace(/\b((?:that|which) )?(failed|succeeded) \2\b/gi, '$1$2');
