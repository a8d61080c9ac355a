import type { ChatLink } from '../../cases/ports.ts';
import { type DigestSetting, parseDigestSetting } from '../../digest/parse-setting.ts';
import { decodeEntities } from '../message-text.ts';

export type ParsedCommand =
  | { kind: 'help' }
  | { kind: 'status' }
  | { kind: 'digest'; setting: DigestSetting }
  | { kind: 'ticket'; issueKey: string; question: string }
  | { kind: 'link'; link: ChatLink; question: string }
  /** What was wrong with it, as a sentence; undefined: nothing in it is known. */
  | { kind: 'unknown'; problem?: string };

export interface LinkReaders {
  readTicketLink(url: string): string | null;
  readChatLink(url: string): ChatLink | null;
}

const issueKey = /^[A-Z][A-Z0-9_]{1,20}-\d{1,10}$/i;

/** Reads what follows `/triage`. */
export function parseCommand(input: string, links: LinkReaders): ParsedCommand {
  const words = unwrapLinks(input.slice(0, 8_000))
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = 'help', ...rest] = words;
  const verb = first.toLowerCase();
  if (verb === 'help' && rest.length === 0) return { kind: 'help' };
  if (verb === 'status' && rest.length === 0) return { kind: 'status' };
  if (verb === 'digest') {
    const setting = parseDigestSetting(rest);
    return 'problem' in setting ? { kind: 'unknown', problem: setting.problem } : { kind: 'digest', setting };
  }
  if (issueKey.test(first)) return { kind: 'ticket', issueKey: first.toUpperCase(), question: rest.join(' ') };

  const at = words.findIndex((word) => /^https?:\/\//i.test(word));
  if (at < 0) return { kind: 'unknown' };
  const url = words[at]!;
  const question = words.filter((_, index) => index !== at).join(' ');
  const ticket = links.readTicketLink(url);
  if (ticket) return { kind: 'ticket', issueKey: ticket, question };
  const link = links.readChatLink(url);
  if (link) return { kind: 'link', link, question };
  return { kind: 'unknown', problem: 'That link leads to no message, file or ticket that I know.' };
}

/** `<https://…|label>` is how some workspaces send a link. */
function unwrapLinks(text: string): string {
  const plain = text
    // What was made a link in the midst of a query was typed as its label: `host=example.com`.
    .replace(/(?<=(?:[=<>"“]|&[lg]t;))<https?:\/\/[^<>|\s]+\|([^<>]*)>/g, '$1')
    .replace(/<(https?:\/\/[^<>|\s]+)(?:\|[^<>]*)?>/g, ' $1 ');
  return decodeEntities(plain.replace(/[\u200b\u2060]/g, ''));
}
