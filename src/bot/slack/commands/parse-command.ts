import { nearest } from '#core/nearest.ts';
import type { Target } from '../../cases/commands/find-target.ts';
import type { WorkAsk } from '../../cases/commands/run-ask.ts';
import type { ChatLink } from '../../cases/ports.ts';
import { type DigestSetting, parseDigestSetting } from '../../digest/parse-setting.ts';
import { decodeEntities } from '../message-text.ts';
import { issueKey, type LinkReaders, namedTarget, targetOf, unquoted } from './command-target.ts';
import { writtenQueries } from './written-queries.ts';

type ParsedCommand =
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
type Verb = (typeof verbs)[number];

/** Reads what follows `/triage`. */
export function parseCommand(input: string, links: LinkReaders): ParsedCommand {
  const words = unwrapLinks(input.slice(0, 8_000))
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = 'help', ...rest] = words;
  const verb = first.toLowerCase();
  const known = verbs.find((other) => other === verb);
  if (known) return readers[known](rest, links);
  if (issueKey.test(first)) return { kind: 'ticket', issueKey: first.toUpperCase(), question: rest.join(' ') };

  const at = words.findIndex((word) => /^https?:\/\//i.test(word));
  const url = words[at];
  if (url === undefined) return parseTypo(verb) ?? parseQuestion(words) ?? { kind: 'unknown' };
  const question = words.toSpliced(at, 1).join(' ');
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

/** What follows each verb. */
const readers: Record<Verb, (words: readonly string[], links: LinkReaders) => ParsedCommand> = {
  help: () => ({ kind: 'help' }),
  status: () => ({ kind: 'status' }),
  digest(words) {
    const setting = parseDigestSetting(words);
    return 'problem' in setting ? wrong('digest', setting.problem) : { kind: 'digest', setting };
  },
  settings([key, ...more]) {
    if (key === undefined) return { kind: 'settings' };
    if (more.length > 0 || !projectKey.test(key)) {
      return wrong('settings', 'settings takes no argument, or the key of a Jira project such as PROJ.');
    }
    return { kind: 'work', work: { kind: 'project-settings', projectKey: key.toUpperCase() } };
  },
  deep(words, links) {
    const named = words[0] === undefined ? undefined : namedTarget(words[0], links);
    return deep(named ?? { kind: 'newest' }, named ? words.slice(1) : words);
  },
  why(words, links) {
    // A question that begins with the same word.
    if (words.length > 1 && words.at(-1)?.endsWith('?')) return deep({ kind: 'newest' }, ['why', ...words]);
    return { kind: 'work', work: { kind: 'why', target: targetOf(words, links) } };
  },
  retry: (words, links) => ({ kind: 'work', work: { kind: 'retry', target: targetOf(words, links) } }),
  cancel: (words, links) => ({ kind: 'work', work: { kind: 'cancel', target: targetOf(words, links) } }),
  diff([before = '', after = '', ...more], links) {
    if (after === '' || more.length > 0) {
      return wrong('diff', 'diff takes two files, the good one first: their names, links or tickets.');
    }
    const [baseline, target] = [targetOf([before], links), targetOf([after], links)];
    return { kind: 'work', work: { kind: 'diff', baseline, target } };
  },
  link(words, links) {
    const ticketOf = (word: string) => (issueKey.test(word) ? word : links.readTicketLink(word))?.toUpperCase();
    const at = words.findIndex((word) => ticketOf(word));
    const issue = ticketOf(words[at] ?? '');
    if (!issue) return wrong('link', 'link takes a ticket and a file.');
    const target = targetOf(words.toSpliced(at, 1), links);
    return { kind: 'work', work: { kind: 'tie', issueKey: issue, target } };
  },
  backfill([span = '24h', dry, ...more]) {
    const [, amount, unit] = /^(\d{1,3})(h|d)$/.exec(span) ?? [];
    const isDry = dry === 'dry';
    const hours = Number(amount) * (unit === 'd' ? 24 : 1);
    const isPlain = (dry === undefined || isDry) && more.length === 0 && hours > 0 && hours <= longestBackfillHours;
    if (!isPlain)
      return wrong('backfill', 'backfill takes a time span of up to 7d, such as 24h; append dry to only count.');
    return { kind: 'work', work: { kind: 'backfill', hours, isDry } };
  },
  board: () => ({ kind: 'work', work: { kind: 'board' } }),
};

/** `<https://…|label>` is how some workspaces send a link. */
function unwrapLinks(text: string): string {
  const plain = text
    // What was made a link in the midst of a query was typed as its label: `host=example.com`.
    .replace(/(?<=(?:[=<>"“]|&[lg]t;))<https?:\/\/[^<>|\s]+\|([^<>]*)>/g, '$1')
    .replace(/<(https?:\/\/[^<>|\s]+)(?:\|[^<>]*)?>/g, ' $1 ');
  return decodeEntities(plain.replace(/[\u200b\u2060]/g, ''));
}
