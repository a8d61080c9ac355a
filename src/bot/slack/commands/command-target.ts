import type { Target } from '../../cases/commands/find-target.ts';
import type { ChatLink } from '../../cases/ports.ts';

export interface LinkReaders {
  readTicketLink(url: string): string | null;
  readChatLink(url: string): ChatLink | null;
}

export const issueKey = /^[A-Z][A-Z0-9_]{1,20}-\d{1,10}$/i;

export function targetOf(words: readonly string[], links: LinkReaders): Target {
  const name = unquoted(words.join(' '));
  if (name === '') return { kind: 'newest' };
  return namedTarget(name, links) ?? { kind: 'name', name: name.slice(0, 500) };
}

/** Names are typed in quotes of all kinds. */
export function unquoted(text: string): string {
  return text.replace(/^["'`“”‘’]+|["'`“”‘’]+$/g, '');
}

/** A ticket, or what a link leads to. */
export function namedTarget(word: string, { readTicketLink, readChatLink }: LinkReaders): Target | undefined {
  if (issueKey.test(word)) return { kind: 'ticket', issueKey: word.toUpperCase() };
  if (!/^https?:\/\//i.test(word)) return undefined;
  const ticket = readTicketLink(word);
  if (ticket) return { kind: 'ticket', issueKey: ticket };
  const link = readChatLink(word);
  if (!link) return undefined;
  return link.kind === 'message' ? { kind: 'message', ref: link.ref } : { kind: 'file', fileId: link.fileId };
}
