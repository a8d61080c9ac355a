import { nearest } from '#core/nearest.ts';
import type { Target } from '../../cases/commands/find-target.ts';
import type { WorkAsk } from '../../cases/commands/run-ask.ts';
import type { ChatLink } from '../../cases/ports.ts';
import { type DigestSetting, parseDigestSetting } from '../../digest/parse-setting.ts';
import { decodeEntities } from '../message-text.ts';
import { issueKey, type LinkReaders, namedTarget, targetOf, unquoted } from './command-target.ts';
import { writtenQueries } from './written-queries.ts';

export type ParsedCommand =
  | { kind: 'help' }
  | { kind: 'status' }
  | { kind: 'digest'; setting: DigestSetting }
  | { kind: 'ticket'; issueKey: string; question: string }
  | { kind: 'link'; link: ChatLink; question: string }
  | { kind: 'work'; work: WorkAsk }
  | { kind: 'settings' }
  /** What was wrong with it, as a sentence; `verb`: with which command. Neither: nothing in it is known. */
  | { kind: 'unknown'; problem?: string; verb?: Verb };

const takesFiles = ['deep', 'why', 'retry', 'cancel', 'diff', 'link', 'backfill', 'board'] as const;
export const verbs = ['help', 'status', 'digest', 'settings', ...takesFiles] as const;
export type Verb = (typeof verbs)[number];

/** Reads what follows `/triage`. */
export function parseCommand(input: string, links: LinkReaders): ParsedCommand {
  const words = unwrapLinks(input.slice(0, 8_000))
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = 'help', ...rest] = words;
  const verb = first.toLowerCase();
  if (verb === 'help') return { kind: 'help' };
  if (verb === 'status') return { kind: 'status' };
  if (verb === 'digest') {
    const setting = parseDigestSetting(rest);
    return 'problem' in setting ? wrong(verb, setting.problem) : { kind: 'digest', setting };
  }
  if (verb === 'settings' && rest.length === 0) return { kind: 'settings' };
  if (verb === 'settings') {
    const [key = '', ...more] = rest;
    if (more.length > 0 || !projectKey.test(key)) {
      return wrong(verb, 'settings takes no argument, or the key of a Jira project such as PROJ.');
    }
    return { kind: 'work', work: { kind: 'project-settings', projectKey: key.toUpperCase() } };
  }
  const work = parseWork(verb, rest, links);
  if (work) return work;
  if (issueKey.test(first)) return { kind: 'ticket', issueKey: first.toUpperCase(), question: rest.join(' ') };

  const at = words.findIndex((word) => /^https?:\/\//i.test(word));
  if (at < 0) return parseTypo(verb) ?? parseQuestion(words) ?? { kind: 'unknown' };
  const url = words[at]!;
  const question = words.filter((_, index) => index !== at).join(' ');
  const ticket = links.readTicketLink(url);
  if (ticket) return { kind: 'ticket', issueKey: ticket, question };
  const link = links.readChatLink(url);
  if (link) return { kind: 'link', link, question };
  return { kind: 'unknown', problem: 'That link is not a message, file or ticket that I know.' };
}

function wrong(verb: Verb, problem: string): ParsedCommand {
  return { kind: 'unknown', problem, verb };
}

const queryVerbs = new Set(writtenQueries.map(([query]) => query.split(' ')[0]));
const fileName = /^[^\s/]{1,200}\.[a-z][a-z0-9]{0,9}$/i;

/** A question without a command is about the file it begins with, or the newest; so is a query in its written form. */
function parseQuestion(words: readonly string[]): ParsedCommand | undefined {
  const [first = '', ...rest] = words;
  const name = unquoted(first);
  if (fileName.test(name)) return deep({ kind: 'name', name }, rest);
  const isQuestion = words.length > 1 && (words.at(-1)?.endsWith('?') || queryVerbs.has(first.toLowerCase()));
  return isQuestion ? deep({ kind: 'newest' }, words) : undefined;
}

function deep(target: Target, question: readonly string[]): ParsedCommand {
  return { kind: 'work', work: { kind: 'deep', target, question: question.join(' ') } };
}

/** Short words are near each other by chance: who is no why. */
function parseTypo(word: string): ParsedCommand | undefined {
  const known = word.length > 3 ? nearest(word, verbs) : undefined;
  return known ? { kind: 'unknown', problem: `I do not know ${word.slice(0, 20)}. Did you mean ${known}?` } : undefined;
}

const longestBackfillHours = 168;
const projectKey = /^[a-z][a-z0-9_]{1,30}$/i;

/** What is asked about files that are known by now. Undefined: none of these words. */
function parseWork(verb: string, words: readonly string[], links: LinkReaders): ParsedCommand | undefined {
  switch (verb) {
    case 'deep': {
      const named = words[0] === undefined ? undefined : namedTarget(words[0], links);
      return deep(named ?? { kind: 'newest' }, named ? words.slice(1) : words);
    }
    case 'why':
      // A question that begins with the same word.
      if (words.length > 1 && words.at(-1)?.endsWith('?')) return deep({ kind: 'newest' }, [verb, ...words]);
      return { kind: 'work', work: { kind: verb, target: targetOf(words, links) } };
    case 'retry':
    case 'cancel':
      return { kind: 'work', work: { kind: verb, target: targetOf(words, links) } };
    case 'diff': {
      const [before = '', after = '', ...more] = words;
      if (after === '' || more.length > 0) {
        return wrong(verb, 'diff takes two files, the good one first: their names, links or tickets.');
      }
      const [baseline, target] = [targetOf([before], links), targetOf([after], links)];
      return { kind: 'work', work: { kind: 'diff', baseline, target } };
    }
    case 'link': {
      const ticketOf = (word: string) => (issueKey.test(word) ? word : links.readTicketLink(word))?.toUpperCase();
      const at = words.findIndex((word) => ticketOf(word));
      const issue = ticketOf(words[at] ?? '');
      if (!issue) return wrong(verb, 'link takes a ticket and a file.');
      const target = targetOf(words.toSpliced(at, 1), links);
      return { kind: 'work', work: { kind: 'tie', issueKey: issue, target } };
    }
    case 'backfill': {
      const [, amount, unit] = /^(\d{1,3})(h|d)$/.exec(words[0] ?? '24h') ?? [];
      const isDry = words[1] === 'dry';
      const hours = Number(amount) * (unit === 'd' ? 24 : 1);
      const isPlain = words.length <= (isDry ? 2 : 1) && hours > 0 && hours <= longestBackfillHours;
      if (!isPlain)
        return wrong(verb, 'backfill takes a time span of up to 7d, such as 24h; append dry to only count.');
      return { kind: 'work', work: { kind: 'backfill', hours, isDry } };
    }
    case 'board':
      return { kind: 'work', work: { kind: 'board' } };
    default:
      return undefined;
  }
}

/** `<https://…|label>` is how some workspaces send a link. */
function unwrapLinks(text: string): string {
  const plain = text
    // What was made a link in the midst of a query was typed as its label: `host=example.com`.
    .replace(/(?<=(?:[=<>"“]|&[lg]t;))<https?:\/\/[^<>|\s]+\|([^<>]*)>/g, '$1')
    .replace(/<(https?:\/\/[^<>|\s]+)(?:\|[^<>]*)?>/g, ' $1 ');
  return decodeEntities(plain.replace(/[\u200b\u2060]/g, ''));
}
