import type { SlackBlock } from '../render/rich-text.ts';

/** Slack's forms: a title of at most 24 characters, and what the form is about in at most 3,000. */
interface Modal {
  name: string;
  title: string;
  /** Absent: a form with nothing to send. */
  submit?: string;
  metadata: Record<string, unknown>;
  blocks: readonly SlackBlock[];
}

const plain = (words: string) => ({ type: 'plain_text', text: words, emoji: false });

export function modalView({ name, title, submit, metadata, blocks }: Modal): Record<string, unknown> {
  return {
    type: 'modal',
    callback_id: name,
    title: plain(title),
    ...(submit ? { submit: plain(submit) } : {}),
    close: plain('Cancel'),
    private_metadata: JSON.stringify(metadata),
    blocks,
  };
}

/** A field of a form with its element, whose state comes back by the same name. */
function input(
  name: string,
  label: string,
  { hint, isOptional = false }: { hint?: string | undefined; isOptional?: boolean | undefined },
  element: Record<string, unknown>,
): SlackBlock {
  return {
    type: 'input',
    block_id: name,
    label: plain(label),
    ...(hint ? { hint: plain(hint) } : {}),
    ...(isOptional ? { optional: true } : {}),
    element: { ...element, action_id: name },
  };
}

export function textInput(
  name: string,
  label: string,
  more: { initial?: string; isLong?: boolean; most?: number; hint?: string; isOptional?: boolean } = {},
): SlackBlock {
  const { initial = '', isLong = false, most = 3_000 } = more;
  return input(name, label, more, {
    type: 'plain_text_input',
    multiline: isLong,
    max_length: most,
    ...(initial === '' ? {} : { initial_value: initial.slice(0, most) }),
  });
}

export function choiceInput(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen: string,
  hint?: string,
): SlackBlock {
  const all = options.map(([value, words]) => ({ text: plain(words), value }));
  const initial = all.find(({ value }) => value === chosen);
  return input(
    name,
    label,
    { hint },
    { type: 'static_select', options: all, ...(initial ? { initial_option: initial } : {}) },
  );
}

/** Somebody or something of the workspace, chosen by name. What was chosen comes back as ids. */
export function pickInput(
  name: string,
  label: string,
  { picks, initial, hint }: { picks: 'channel' | 'people'; initial: readonly string[]; hint: string },
): SlackBlock {
  const [first] = initial;
  const element =
    picks === 'people'
      ? { type: 'multi_users_select', max_selected_items: 100, ...(first ? { initial_users: initial } : {}) }
      : {
          type: 'conversations_select',
          filter: { include: ['public', 'private'], exclude_bot_users: true },
          ...(first ? { initial_conversation: first } : {}),
        };
  return input(name, label, { hint, isOptional: true }, element);
}

export function plainSection(words: string): SlackBlock {
  return { type: 'section', text: plain(words.slice(0, 3_000)) };
}
