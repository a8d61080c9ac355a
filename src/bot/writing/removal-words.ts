interface Removal {
  /** How many answers there were. */
  count: number;
  /** Why each that still stands could not be removed. */
  kept: readonly string[];
}

/** What became of answers that were to be removed. `where`: as seen from the reader. */
export function removalWords(destination: string, where: 'here' | 'there', { count, kept }: Removal): string {
  const all = `${count === 1 ? 'my answer' : `my ${count} answers`} ${where} about what was deleted`;
  const removed = count - kept.length;
  if (kept.length === 0) return `I removed ${all}.`;
  const why = [...new Set(kept.map((reason) => whyKept(destination, reason)))].join(' ');
  if (removed === 0) return `M${all.slice(1)} could not be removed: ${why}`;
  const others = kept.length === 1 ? 'The other' : `The other ${kept.length}`;
  return `I removed ${removed} of ${all}. ${others} could not be removed: ${why}`;
}

/** Completes a sentence on a refusal by its vendor's word, with the way out. */
function whyKept(destination: string, reason: string): string {
  // Jira says 400 of a comment and 403 of a file.
  if (destination === 'jira' && /^http_40[03]$/.test(reason)) {
    return 'Jira does not let me. Give my account the permissions Delete Own Comments and Delete Own Attachments there, then try again.';
  }
  return Object.hasOwn(sentences, reason)
    ? sentences[reason]!
    : `it was refused (${reason.replace(/[^\w:.-]/g, '').slice(0, 100)}). Try again, or ask the people who run this bot.`;
}

const sentences: Record<string, string> = {
  cant_delete_message: 'Slack does not let me. An administrator of the workspace can delete what I wrote.',
  compliance_exports_prevent_deletion: 'the workspace keeps all messages, and lets nobody delete them.',
  is_archived: 'the channel is archived. Reopen it, then try again.',
  channel_not_found: 'I cannot see the channel any more. Invite me, then try again.',
  not_in_channel: 'I am not in the channel any more. Invite me, then try again.',
  no_answer: 'there was no usable reply, however often I asked. Try again.',
};
