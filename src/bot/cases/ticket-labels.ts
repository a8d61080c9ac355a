/** Labels that mean something between people and the bot. */
export const ticketLabels = {
  /** Set by people: look at the files of this ticket. */
  run: 'logtriage',
  /** Set by people: look at them anew. The bot takes it away. */
  rerun: 'logtriage-rerun',
  /** Set by the bot while a ticket waits for a capture. */
  needsCapture: 'logtriage-needs-capture',
} as const;

export const askingLabels: readonly string[] = [ticketLabels.run, ticketLabels.rerun];

/** The same on every ticket with that cause: `labels = logtriage-cause-1a2b3c4d5e6f` finds them all. */
export function causeLabel(signatureKey: string): string {
  return `logtriage-cause-${signatureKey}`;
}
