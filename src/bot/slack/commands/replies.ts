import type { FileState, StatusReport } from '../../cases/messages.ts';
import { proseToWords } from '../../writing/plain-text.ts';
import { type Prose, paragraph, visible } from '../../writing/prose.ts';
import { fitProse } from '../../writing/split-prose.ts';
import { settingsAction } from '../interactions/settings-action.ts';
import { encodeEntities } from '../message-text.ts';
import { button } from '../render/controls.ts';
import { limits } from '../render/limits.ts';
import { richBlocks, richSize, type SlackBlock } from '../render/rich-text.ts';
import { stateFor, stateWords } from '../state-words.ts';
import { writtenQueries } from './written-queries.ts';

/** What the caller of a command alone gets to see, at once. */
export interface CommandReply {
  response_type: 'ephemeral';
  text: string;
  blocks: SlackBlock[];
}

export function reply(prose: readonly Prose[]): CommandReply {
  const { shown } = fitProse(prose, limits.part, richSize);
  return {
    response_type: 'ephemeral',
    text: encodeEntities(proseToWords(shown)).slice(0, limits.text),
    blocks: richBlocks(shown),
  };
}

export function sentence(text: string): CommandReply {
  return reply([paragraph(visible(text))]);
}

const usage: readonly (readonly [string, string])[] = [
  ['PROJ-12', 'analyse the files on that ticket'],
  ['PROJ-12 why did it reboot?', 'ask about them'],
  ['<link to a message or file> what happened at 14:32?', 'the same for files in Slack; the question may be left out'],
  [
    'deep when did it begin?',
    'ask about the newest file of this channel; a ticket or link before the question names another; where the words end with a question mark, deep may be left out',
  ],
  ['diff good.log bad.log', 'what is different; names, links or tickets, the good one first'],
  ['why app.log', 'what became of a file: each step, what was tried, the last error; also a link or ticket'],
  ['retry app.log', 'take a failed file in once more'],
  ['cancel app.log', 'stop the work on a file'],
  ['link PROJ-12 app.log', 'the thread of that file belongs to the ticket from now on'],
  ['backfill 24h', 'take in what this channel was sent while I was away; with dry behind it, only count'],
  ['status', 'what goes on with the files of this channel'],
  ['settings', 'who may ask here, what is posted and when, personal data, shadow mode'],
  ['settings PROJ', 'the same for tickets of a Jira project, for its administrators'],
  ['board', 'the page of all work, for the people who run this bot'],
  ['digest daily 09:00', 'a summary for this channel; also: weekly mon 09:00, a time zone at the end, off, now'],
];

export function helpReply(command: string): CommandReply {
  return reply([
    paragraph(
      'Drop a log into a channel I am in, or attach it to a ticket: the cause comes to the thread and the ticket.',
    ),
    usageList(command),
    paragraph('In the thread of an answer, just ask on.'),
    paragraph(
      'Each answer to a question says how it was read. Such a query can be corrected and typed wherever a question can, with the names of your file, and a time: from 2026-11-20 14:00 to 2026-11-20 15:00.',
    ),
    {
      kind: 'list',
      isOrdered: false,
      items: writtenQueries.map(([query, meaning]) => [{ text: query, isCode: true }, { text: ` ${meaning}` }]),
    },
  ]);
}

export function settingsReply(lines: readonly string[], channel: string): CommandReply {
  const shown = reply(lines.map((words) => paragraph(visible(words))));
  const change = { type: 'actions', elements: [button('Change', settingsAction, { value: channel })] };
  return { ...shown, blocks: [...shown.blocks, change] };
}

/** What was wrong with the command, and how it is typed; `verb` undefined: all commands, unless one was nearly typed. */
export function usageReply(command: string, problem: string | undefined, verb: string | undefined): CommandReply {
  if (verb) return reply([paragraph(visible(problem ?? '')), usageList(command, verb), allCommands(command)]);
  if (problem) return reply([paragraph(visible(problem)), allCommands(command)]);
  return reply([paragraph('I do not know that one. What I understand:'), usageList(command)]);
}

function allCommands(command: string): Prose {
  return {
    kind: 'paragraph',
    inlines: [{ text: `${command} help`, isCode: true }, { text: ' lists all I understand.' }],
  };
}

function usageList(command: string, verb?: string): Prose {
  return {
    kind: 'list',
    isOrdered: false,
    items: usage
      .filter(([words]) => !verb || words.split(' ')[0] === verb)
      .map(([words, meaning]) => [{ text: `${command} ${words}`, isCode: true }, { text: ` ${meaning}` }]),
  };
}

export function statusReply(report: StatusReport, nowMs: number): CommandReply {
  if (report.files.length === 0) return sentence('No file of this channel has come to me yet.');
  const counts = Object.entries(report.counts)
    .filter(([, amount]) => amount > 0)
    .map(([state, amount]) => `${amount} ${stateWords[state as FileState] ?? state}`);
  const closed: Prose[] = report.isServiceClosed
    ? [
        paragraph(
          'The log service does not accept our key at the moment. Files are safe and wait; nothing needs to be sent again.',
        ),
      ]
    : [];
  return reply([
    ...closed,
    ...(counts.length > 0 ? [paragraph(counts.join(', '))] : []),
    {
      kind: 'list',
      isOrdered: false,
      items: report.files.map(({ name, state, sinceMs, detail }) => [
        { text: visible(name), isCode: true },
        { text: ` ${stateFor(state, nowMs - sinceMs)}${detail ? `: ${visible(detail)}` : ''}` },
      ]),
    },
  ]);
}
