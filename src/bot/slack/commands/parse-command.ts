import type { Target } from '../../cases/commands/find-target.ts';
import type { WorkAsk } from '../../cases/commands/run-ask.ts';
import type { ChatLink } from '../../cases/ports.ts';
import { type DigestSetting, parseDigestSetting } from '../../digest/parse-setting.ts';
import { decodeEntities } from '../message-text.ts';

export type ParsedCommand =
  | { kind: 'help' }
  | { kind: 'status' }
  | { kind: 'digest'; setting: DigestSetting }
  | { kind: 'ticket'; issueKey: string; question: string }
  | { kind: 'link'; link: ChatLink; question: string }
  | { kind: 'work'; work: WorkAsk }
  | { kind: 'settings' }
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
  if (verb === 'settings' && rest.length === 0) return { kind: 'settings' };
  if (verb === 'settings') {
    const [key = '', ...more] = rest;
    if (more.length > 0 || !projectKey.test(key)) {
      return { kind: 'unknown', problem: 'settings takes nothing, or the key of a Jira project such as PROJ.' };
    }
    return { kind: 'work', work: { kind: 'project-settings', projectKey: key.toUpperCase() } };
  }
  const work = parseWork(verb, rest, links);
  if (work) return work;
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

const longestBackfillHours = 168;
const projectKey = /^[a-z][a-z0-9_]{1,30}$/i;

/** What is asked about files that are known by now. Undefined: none of these words. */
function parseWork(verb: string, words: readonly string[], links: LinkReaders): ParsedCommand | undefined {
  switch (verb) {
    case 'deep': {
      const named = words[0] === undefined ? undefined : namedTarget(words[0], links);
      const question = (named ? words.slice(1) : words).join(' ');
      return { kind: 'work', work: { kind: 'deep', target: named ?? { kind: 'newest' }, question } };
    }
    case 'why':
    case 'retry':
    case 'cancel':
      return { kind: 'work', work: { kind: verb, target: targetOf(words, links) } };
    case 'diff': {
      const [before = '', after = '', ...more] = words;
      if (after === '' || more.length > 0) {
        return { kind: 'unknown', problem: 'diff takes two files, the good one first: their names, links or tickets.' };
      }
      const [baseline, target] = [targetOf([before], links), targetOf([after], links)];
      return { kind: 'work', work: { kind: 'diff', baseline, target } };
    }
    case 'link': {
      const [key = '', ...of] = words;
      const issue = issueKey.test(key) ? key.toUpperCase() : links.readTicketLink(key)?.toUpperCase();
      if (!issue) return { kind: 'unknown', problem: 'link takes a ticket, and the file whose thread belongs to it.' };
      return { kind: 'work', work: { kind: 'tie', issueKey: issue, target: targetOf(of, links) } };
    }
    case 'backfill': {
      const [, amount, unit] = /^(\d{1,3})(h|d)$/.exec(words[0] ?? '24h') ?? [];
      const isDry = words[1] === 'dry';
      const hours = Number(amount) * (unit === 'd' ? 24 : 1);
      const isPlain = words.length <= (isDry ? 2 : 1) && hours > 0 && hours <= longestBackfillHours;
      if (!isPlain)
        return { kind: 'unknown', problem: 'backfill takes a span of up to 7d, such as 24h, and dry to count only.' };
      return { kind: 'work', work: { kind: 'backfill', hours, isDry } };
    }
    case 'board':
      return words.length === 0 ? { kind: 'work', work: { kind: 'board' } } : undefined;
    default:
      return undefined;
  }
}

function targetOf(words: readonly string[], links: LinkReaders): Target {
  const name = words.join(' ');
  if (name === '') return { kind: 'newest' };
  return namedTarget(name, links) ?? { kind: 'name', name: name.slice(0, 500) };
}

/** A ticket, or what a link leads to. */
function namedTarget(word: string, { readTicketLink, readChatLink }: LinkReaders): Target | undefined {
  if (issueKey.test(word)) return { kind: 'ticket', issueKey: word.toUpperCase() };
  if (!/^https?:\/\//i.test(word)) return undefined;
  const ticket = readTicketLink(word);
  if (ticket) return { kind: 'ticket', issueKey: ticket };
  const link = readChatLink(word);
  if (!link) return undefined;
  return link.kind === 'message' ? { kind: 'message', ref: link.ref } : { kind: 'file', fileId: link.fileId };
}

/** `<https://…|label>` is how some workspaces send a link. */
function unwrapLinks(text: string): string {
  const plain = text
    // What was made a link in the midst of a query was typed as its label: `host=example.com`.
    .replace(/(?<=(?:[=<>"“]|&[lg]t;))<https?:\/\/[^<>|\s]+\|([^<>]*)>/g, '$1')
    .replace(/<(https?:\/\/[^<>|\s]+)(?:\|[^<>]*)?>/g, ' $1 ');
  return decodeEntities(plain.replace(/[\u200b\u2060]/g, ''));
}
