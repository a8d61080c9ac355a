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
  ['<link to a message or file> what happened at 14:32?', 'the same for files in Slack; the question is optional'],
  [
    'deep when did it begin?',
    'ask about the newest file of this channel, or put a ticket or link before the question; deep is optional if the question ends with a question mark',
  ],
  ['diff good.log bad.log', 'show what is different; names, links or tickets, the good one first'],
  ['why app.log', 'what happened to a file: each step, what was tried, the last error; also takes a link or ticket'],
  ['retry app.log', 'process a failed file again'],
  ['cancel app.log', 'stop working on a file'],
  ['link PROJ-12 app.log', 'link the thread of that file to the ticket'],
  ['backfill 24h', 'process files shared here while I was away; append dry to only count them'],
  ['status', 'the state of the files of this channel'],
  ['settings', 'who may ask here, what is posted and when, personal data, shadow mode'],
  ['settings PROJ', 'the same for tickets of a Jira project, for its administrators'],
  ['board', 'the page with all work, for the people who run this bot'],
  ['digest daily 09:00', 'a summary for this channel; also weekly mon 09:00, a time zone at the end, off, now'],
];

export function helpReply(command: string): CommandReply {
  return reply([
    paragraph(
      'Drop a log into a channel I am in, or attach it to a ticket: I post the cause to the thread and the ticket.',
    ),
    usageList(command),
    paragraph('To ask more, reply in the thread of an answer.'),
    paragraph(
      'Each answer shows how I read the question, as a query. You can correct the query, or type your own wherever you can ask: use the field names of your file, and a time such as from 2026-11-20 14:00 to 2026-11-20 15:00.',
    ),
    {
      kind: 'list',
      isOrdered: false,
      items: writtenQueries.map(([query, meaning]) => [{ text: query, isCode: true }, { text: ` ${meaning}` }]),
    },
  ]);
}

export function settingsReply(lines: readonly Prose[], channel: string): CommandReply {
  const shown = reply(lines);
  const change = { type: 'actions', elements: [button('Change', settingsAction, { value: channel })] };
  return { ...shown, blocks: [...shown.blocks, change] };
}

/** What was wrong with the command, and how it is typed; `verb` undefined: all commands, unless one was nearly typed. */
export function usageReply(command: string, problem: string | undefined, verb: string | undefined): CommandReply {
  if (verb) return reply([paragraph(visible(problem ?? '')), usageList(command, verb), allCommands(command)]);
  if (problem) return reply([paragraph(visible(problem)), allCommands(command)]);
  return reply([paragraph('I do not know that command. I understand:'), usageList(command)]);
}

function allCommands(command: string): Prose {
  return {
    kind: 'paragraph',
    inlines: [{ text: `${command} help`, isCode: true }, { text: ' lists all commands.' }],
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
  if (report.files.length === 0) return sentence('I have not received a file in this channel yet.');
  const counts = Object.entries(report.counts)
    .filter(([, amount]) => amount > 0)
    .map(([state, amount]) => `${amount} ${stateWords[state as FileState] ?? state}`);
  const closed: Prose[] = report.isServiceClosed
    ? [
        paragraph(
          'The log service does not accept our key at the moment. Files are safe and waiting; nothing needs to be sent again.',
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
