import { withoutTickets } from './issue-keys.ts';

// The service's own limit is 4,000 characters; other servers tell none.
const maxLength = 3_900;

const openQuestion =
  'What went wrong in this file? Find the root cause and prove it with the lines that show it. ' +
  'If nothing is wrong, say so.';

/** Whom somebody speaks to, typed as plain text, is no word of the question. */
const address = /^(?:@[\w.-]{1,80}[,:]?\s{1,20})+(?=\S)/;

/** Words that ask somebody to look at a file, and say nothing of what is in it. */
const talk = new Set(
  (
    'hi hey hello morning all team folks guys everybody everyone please pls plz can could would will you we us me ' +
    'someone somebody anyone anybody any idea ideas thoughts clue hints have take a an the and quick quickly just ' +
    'look check analyse analyze triage investigate inspect review debug help into at on in with for ' +
    'is this that it file files log logs attached again thank thanks thx what do think'
  ).split(' '),
);
/** A name in front of such words: whom they are said to. */
const asksSomebody = /^(?:can|could|would|will|please|pls|any)$/;

function isTalk(words: string): boolean {
  const said = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second = ''] = said;
  const rest = !talk.has(first) && asksSomebody.test(second) ? said.slice(1) : said;
  return rest.every((word) => talk.has(word));
}

/**
 * What the service is asked: a person's words, or the open question where a file came without any. `isBeside`: the words
 * came with the file and ask nothing, but may tell what it is about.
 */
export function toQuery(question: string, isBeside = false): string {
  const words = question
    .toWellFormed()
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, ' ')
    .trim()
    .replace(address, '');
  if (isTalk(words)) return openQuestion;
  if (!isBeside) return cut(words, maxLength);
  return `${cut(words, maxLength - openQuestion.length - 2)}\n\n${openQuestion}`;
}

function cut(words: string, most: number): string {
  if (words.length <= most) return words;
  return `${words
    .slice(0, most - 2)
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
