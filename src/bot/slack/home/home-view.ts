import { type CaseRow, isEnded } from '../../store/case-store.ts';
import { clip, visible } from '../../writing/prose.ts';
import { plainSection } from '../interactions/modal.ts';
import { button } from '../render/controls.ts';
import type { SlackBlock } from '../render/rich-text.ts';
import { stateFor } from '../state-words.ts';

/** What one person sees of the bot on their own page. */
export interface Home {
  /** What they brought, newest first. */
  files: readonly (CaseRow & { url: string | null })[];
  isServiceClosed: boolean;
  nowMs: number;
}

/** How a press on the page names what is to be done. */
export const homePrefix = 'home:';

const stuckAfterMs = 10 * 60_000;
const mostShown = 15;

export function homeView({ files, isServiceClosed, nowMs }: Home): Record<string, unknown> {
  const isStuck = (file: CaseRow) => !isEnded(file.state) && nowMs - file.createdAtMs >= stuckAfterMs;
  const stuck = files.filter((file) => isStuck(file) || file.state === 'failed').slice(0, mostShown);
  const others = files.filter((file) => !stuck.includes(file)).slice(0, mostShown);
  const line = (file: Home['files'][number]) => fileBlock(file, nowMs);
  return {
    type: 'home',
    blocks: [
      header('My files'),
      ...(isServiceClosed
        ? [plainSection('The log service does not accept our key at the moment. Files are safe and waiting.')]
        : []),
      ...(files.length === 0
        ? [plainSection('No files yet. Drop a log into a channel I am in, or here under Messages.')]
        : others.map(line)),
      ...(stuck.length > 0 ? [{ type: 'divider' }, header('Stuck or failed'), ...stuck.map(line)] : []),
      { type: 'divider' },
      header('Settings of a channel'),
      {
        type: 'actions',
        elements: [
          {
            type: 'conversations_select',
            action_id: `${homePrefix}settings`,
            placeholder: { type: 'plain_text', text: 'Choose a channel', emoji: false },
            filter: { include: ['public', 'private'], exclude_bot_users: true },
          },
        ],
      },
      plainSection('For the tickets of a Jira project, its administrators type /triage settings and its key.'),
    ],
  };
}

function fileBlock({ id, name, state, detail, updatedAtMs, url }: Home['files'][number], nowMs: number): SlackBlock {
  const words = `${clip(visible(name), 120)}: ${stateFor(state, nowMs - updatedAtMs)}${detail ? `, ${visible(detail)}` : ''}`;
  const isOpen = !isEnded(state);
  const accessory = isOpen
    ? button('Cancel', `${homePrefix}cancel`, { value: id })
    : state === 'failed'
      ? button('Try again', `${homePrefix}retry`, { value: id })
      : url
        ? button('Open', `${homePrefix}open`, { url })
        : undefined;
  return { ...plainSection(words), ...(accessory ? { accessory } : {}) };
}

function header(words: string): SlackBlock {
  return { type: 'header', text: { type: 'plain_text', text: words, emoji: false } };
}
