/** Whoever corrects a question does so within minutes; a later edit corrects what was read already. */
const promptMs = 5 * 60_000;

/** Whether a message was edited soon enough to count as asked again. Both are Slack's: seconds, with a fraction. */
export function isPromptEdit(ts: string, editedTs: string): boolean {
  return (Number(editedTs) - Number(ts)) * 1_000 <= promptMs;
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
