import type { Answer, AnswerAction, SeenBefore, StatusLine, Verdict } from '../../cases/messages.ts';
import { clip, visible } from '../../writing/prose.ts';
import { encodeEntities } from '../message-text.ts';
import type { SlackBlock } from './rich-text.ts';

/** Each verdict has one colour, in Slack as on a ticket. */
const colors: Record<Verdict, string> = {
  CONFIRMED: 'large_green_circle',
  LIKELY: 'large_blue_circle',
  INCONCLUSIVE: 'large_yellow_circle',
};

export function verdictColor(verdict: Verdict | undefined): Record<string, unknown>[] {
  return verdict ? [{ type: 'emoji', name: colors[verdict] }] : [];
}

const labels: Record<AnswerAction, string> = {
  ask: 'Ask',
  around: '20 lines around',
  compare: 'Compare with the last good one',
  file: 'File to Jira',
  right: 'Right',
  wrong: 'Wrong',
  show: 'Show everyone',
};

/** How a press of a button names what is to be done. */
export const actionPrefix = 'answer:';

/** The buttons below an answer, and what people did with it so far. */
export function controlBlocks({ controls, page }: Answer): SlackBlock[] {
  if (!controls) return [];
  const { questionId, actions, judged, filedAs, seenBefore } = controls;
  const offered = actions.filter((action) => action !== 'file' || !filedAs);
  const buttons = offered.map((action) => button(labels[action], `${actionPrefix}${action}`, { value: questionId }));
  const open = page && /^https?:\/\//.test(page) ? [button('Open', `${actionPrefix}open`, { url: page })] : [];
  const said = [
    ...(judged && judged.right > 0 ? [`rated right by ${judged.right}`] : []),
    ...(judged && judged.wrong > 0 ? [`rated wrong by ${judged.wrong}`] : []),
    ...(filedAs ? [`filed as ${clip(visible(filedAs.label), 60)}`] : []),
    ...(seenBefore?.linkedTo ? [`linked to ${clip(visible(seenBefore.linkedTo), 60)}`] : []),
    ...(seenBefore?.said ? [seenBefore.said === 'same' ? 'marked as the same cause' : 'marked as another cause'] : []),
  ];
  return [
    ...(seenBefore ? [seenBeforeRow(seenBefore, questionId)] : []),
    { type: 'actions', elements: [...buttons, ...open] },
    ...(said.length > 0
      ? [{ type: 'context', elements: [{ type: 'plain_text', text: said.join(', '), emoji: false }] }]
      : []),
  ];
}

/** Below what is said of the same cause elsewhere: a suggestion, never done by itself. */
function seenBeforeRow({ link, open, linkedTo, said }: SeenBefore, value: string): SlackBlock {
  const name = (words: string) => clip(visible(words), 40);
  const suggested = link && !linkedTo ? link : undefined;
  return {
    type: 'actions',
    elements: [
      ...(suggested
        ? [
            button(
              suggested.kind === 'regression'
                ? `Tell ${name(suggested.issueKey)} it is back`
                : `Link to ${name(suggested.issueKey)}`,
              `${actionPrefix}link`,
              { value },
            ),
          ]
        : []),
      ...(open && /^https?:\/\//.test(open.url)
        ? [button(`Open ${name(open.label)}`, `${actionPrefix}seen`, { url: open.url })]
        : []),
      ...(said === 'same' ? [] : [button('Same cause', `${actionPrefix}same`, { value })]),
      ...(said === 'other' ? [] : [button('Another cause', `${actionPrefix}other`, { value })]),
    ],
  };
}

/** One line, and what stops all that it tells of. */
export function statusMessage({ words, questionId }: StatusLine): { text: string; blocks: SlackBlock[] } {
  const line = visible(words);
  const cancel = button('Cancel', `${actionPrefix}stop`, { value: questionId });
  const text = { type: 'plain_text', text: clip(line, 300), emoji: false };
  return { text: encodeEntities(line), blocks: [{ type: 'section', text, accessory: cancel }] };
}

export function button(label: string, actionId: string, more: { value?: string; url?: string; style?: 'danger' } = {}) {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: label, emoji: false }, ...more };
}
