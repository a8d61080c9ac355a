import { withoutTickets } from './issue-keys.ts';

// The service's own limit is 4,000 characters; other servers tell none.
const maxLength = 3_900;

const openQuestion =
  'What went wrong in this file? Find the root cause and prove it with the lines that show it. ' +
  'If nothing is wrong, say so.';

/** Whom somebody speaks to, typed as plain text, is no word of the question. */
const address = /^(?:@[\w.-]{1,80}[,:]?\s{1,20})+(?=\S)/;

/** What the service is asked: a person's words, or the open question where a file came without any. */
export function toQuery(question: string): string {
  const words = question
    .toWellFormed()
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, ' ')
    .trim()
    .replace(address, '');
  if (!/[\p{L}\p{N}]/u.test(words)) return openQuestion;
  return words.length <= maxLength
    ? words
    : `${words
        .slice(0, maxLength - 2)
        .trimEnd()
        .toWellFormed()} …`;
}

/** A ticket as the question: its summary and description. */
export function ticketQuestion(ticket: { issueKey: string; summary: string; description: string }): string {
  return [ticket.summary, ticket.description]
    .map((part) => withoutTickets(part, [ticket.issueKey]))
    .filter((part) => part !== '')
    .join('\n\n');
}
