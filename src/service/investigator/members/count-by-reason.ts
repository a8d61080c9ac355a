import type { Draft } from '../answer/draft.ts';
import type { Investigation } from '../investigation.ts';
import { commonStart } from '../words/word-forms.ts';
import { tellCounted } from './count-events.ts';
import { failingWords } from './failing-words.ts';

const asksByReason =
  /\b(?:how many|how often|number of|count(?: of)?|how many times)\b.{0,80}?\b(?:because of|because|due to|owing to|caused by|on account of|for lack of|wegen|thanks to|with (?:the )?reason)\b:? ?(?:the |an? |of |their |its )*(.{3,60})$/i;
const asksOfFailing =
  /\b(?:reject|den(?:y|ie)|refus|fail|block|drop|declin|bounc|abort|discard|unsuccess|error|kicked|turned away|could ?n)/i;
/** What is said to be not there has many words. */
const lackAsked = /^(?:missing|absent|lacking|unknown|nonexistent|no|without|lack)$/i;
const lackTold =
  /(?<![\p{L}\d])(?:no|not found|missing|unknown|absent|without|lack(?:s|ing)?|does ?n[o']t exist|nonexistent|undefined)(?![\p{L}\d])/iu;
const joining = /^(?:the|an?|of|in|on|at|to|is|was|were|are|and|or|being|that|which|with|for|it|its|their)$/i;
const tellsTrouble =
  /(?<![a-z])(?:reject|den[iy]|refus|fail|block|drop|declin|bounc|abort|invalid|expired?|wrong|error|unauthori|forbid|exceed|not allowed|unable|cannot)/i;

/** "How many were rejected because of the missing key": the failing lines with that reason, whatever else they call it. */
export async function countedByReason(run: Investigation): Promise<Draft | undefined> {
  const text = run.question.text.replace(/[?!.]+\s*$/, '');
  const reason = asksByReason.exec(text)?.[1];
  if (reason === undefined || !asksOfFailing.test(text)) return undefined;
  const isLack = reason.split(' ').some((word) => lackAsked.test(word));
  const tests = reason
    .split(/[^\p{L}\d_./@-]+/u)
    .filter((word) => word.length > 1 && !lackAsked.test(word) && !joining.test(word))
    .map(formsOf);
  if (tests.length === 0) return undefined;
  const isMeant = (text: string) => tests.every((test) => test.test(text)) && (!isLack || lackTold.test(text));
  return tellCounted(run, {
    isMeant: (line) =>
      isMeant(line.text) && (line.isFailing() || failingWords.test(line.text) || tellsTrouble.test(line.text)),
  });
}

function formsOf(word: string): RegExp {
  const low = word.toLowerCase();
  const start = /^\p{L}{4,}$/u.test(low) ? commonStart(low) : low;
  const literal = start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d])${literal}`, 'iu');
}
