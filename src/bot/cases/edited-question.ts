/** Whoever corrects a question does so within minutes; a later edit corrects what was read already. */
const promptMs = 5 * 60_000;

/** Whether something written was edited soon enough to count as asked again. */
export function isPromptEdit(writtenAtMs: number, editedAtMs: number): boolean {
  return editedAtMs - writtenAtMs <= promptMs;
}

/** The same of Slack's times: seconds, with a fraction. */
export function isPromptlyEdited(ts: string, editedTs: string): boolean {
  return isPromptEdit(Number(ts) * 1_000, Number(editedTs) * 1_000);
}

/** Whether an edit asks something else: spaces, and how the sentence ends, do not matter. */
export function changesQuestion(before: string, after: string): boolean {
  return wordsOf(before) !== wordsOf(after);
}

function wordsOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.?!]{1,20}$/, '');
}
