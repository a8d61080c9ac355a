import type { SlackBlock } from '../render/rich-text.ts';

/** Slack's forms: a title of at most 24 characters, and what the form is about in at most 3,000. */
export interface Modal {
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

export function textInput(
  name: string,
  label: string,
  more: { initial?: string; isLong?: boolean; most?: number; hint?: string; isOptional?: boolean } = {},
): SlackBlock {
  const { initial = '', isLong = false, most = 3_000, hint, isOptional } = more;
  return {
    type: 'input',
    block_id: name,
    label: plain(label),
    ...(hint ? { hint: plain(hint) } : {}),
    ...(isOptional ? { optional: true } : {}),
    element: {
      type: 'plain_text_input',
      action_id: name,
      multiline: isLong,
      max_length: most,
      ...(initial === '' ? {} : { initial_value: initial.slice(0, most) }),
    },
  };
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
  return {
    type: 'input',
    block_id: name,
    label: plain(label),
    ...(hint ? { hint: plain(hint) } : {}),
    element: {
      type: 'static_select',
      action_id: name,
      options: all,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}

export function plainSection(words: string): SlackBlock {
  return { type: 'section', text: plain(words.slice(0, 3_000)) };
}
