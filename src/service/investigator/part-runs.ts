import type { Investigation } from './investigation.ts';
import { parseQuestion } from './question/parse-question.ts';
import type { Question } from './question/question.ts';
import { settleTimes } from './question/settle-times.ts';
import { looksLikeName } from './words/asked-word.ts';

/** A run for each part of the question, with its own times. */
export async function partRuns(run: Investigation, parts: readonly string[]): Promise<Investigation[]> {
  const runs: Investigation[] = [];
  for (const part of partQuestions(parts)) runs.push({ ...run, question: await settleTimes(part, run.documents) });
  return runs;
}

/** "... and who logs them?" speaks of what the part before named. */
function partQuestions(parts: readonly string[]): Question[] {
  const questions: Question[] = [];
  for (const text of parts) {
    const before = questions.at(-1);
    const question = parseQuestion(withSubject(text, before));
    const isBack =
      /\b(?:it|its|they|them|those|these|this|that|he|she)\b/i.test(text) ||
      (question.terms.length === 0 && /\bthere\b|^(?:and |but )?why\W*$/i.test(text));
    const names = question.terms.filter((term) => /[A-Z_./:@\d-]/.test(term));
    if (before !== undefined && /\b(?:else|others?)\b/i.test(text)) {
      questions.push({ ...question, besides: before.terms.filter(looksLikeName) });
      continue;
    }
    // "... and how many retries did that cause?": what is counted is named, only the cause is not.
    const isOwnCount = question.intent === 'count' && question.terms.length > 0;
    if (before !== undefined && isBack && names.length === 0 && question.intent !== 'when' && !isOwnCount) {
      questions.push({ ...question, phrases: [...before.phrases], pairs: [...before.pairs], terms: [...before.terms] });
    } else questions.push(question);
  }
  return questions;
}

const bareVersion = /^(?:and )?(?:which|what)(?: is (?:its|the))? (version|release|build)\W*$/i;

/** "When was tshark installed, and which version?": of the thing that was named before. */
function withSubject(text: string, before: Question | undefined): string {
  const noun = bareVersion.exec(text)?.[1];
  const name = before?.terms.find((term) => !/(?:ed|ing)$/i.test(term));
  return noun === undefined || name === undefined ? text : `which ${noun} of ${name}?`;
}
