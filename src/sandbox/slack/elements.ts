import { inputTypes } from './check-elements.ts';

export type Json = Record<string, unknown>;

/** An interactive element and the block it stands in. */
export interface Found {
  block: Json;
  element: Json;
}

/** Every interactive element of some blocks, in reading order. */
export function findElements(blocks: readonly unknown[] | undefined): Found[] {
  return list(blocks).flatMap((block) => {
    const candidates = [...list(block.elements), ...list([block.accessory, block.element])];
    return candidates.filter(({ action_id: id }) => id !== undefined).map((element) => ({ block, element }));
  });
}

/** What a person chose or typed: an option's value, an id, a date or a text; several for a multi-select. */
export type Choice = string | readonly string[];

/** What Slack tells of an element: what it holds once a person has chosen, or from the start. */
export function stateOf(element: Json, choice?: Choice): Json {
  const type = String(element.type);
  const one = typeof choice === 'string' ? choice : choice?.[0];
  // A menu left empty.
  const isNothing = one === '' && type !== 'plain_text_input';
  if (isNothing) return stateOf({ type });
  const many = choice === undefined ? undefined : typeof choice === 'string' ? [choice] : [...choice];
  if (type === 'checkboxes' || type === 'multi_static_select') {
    return { type, selected_options: many?.map((value) => optionOf(element, value)) ?? element.initial_options ?? [] };
  }
  if (type === 'static_select' || type === 'radio_buttons' || type === 'overflow') {
    return { type, selected_option: one === undefined ? (element.initial_option ?? null) : optionOf(element, one) };
  }
  const people = /^(multi_)?(user|conversation|channel)s_select$/.exec(type);
  if (people?.[1]) return { type, [`selected_${people[2]}s`]: many ?? element[`initial_${people[2]}s`] ?? [] };
  if (people) return { type, [`selected_${people[2]}`]: one ?? element[`initial_${people[2]}`] ?? null };
  if (type === 'datepicker') return { type, selected_date: one ?? element.initial_date ?? null };
  if (type === 'timepicker') return { type, selected_time: one ?? element.initial_time ?? null };
  if (type === 'datetimepicker') return { type, selected_date_time: Number(one ?? element.initial_date_time) || null };
  return { type, value: one ?? element.initial_value ?? null };
}

/** The state of all inputs of some blocks, as a payload carries it. */
export function stateValues(blocks: readonly unknown[] | undefined): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const { block, element } of findElements(blocks)) {
    if (!inputTypes.includes(String(element.type))) continue;
    const blockId = String(block.block_id);
    values[blockId] = { ...values[blockId], [String(element.action_id)]: stateOf(element) };
  }
  return values;
}

/** The part of a `block_actions` payload that says what was pressed or chosen. */
export function actionOf({ block, element }: Found, choice: Choice | undefined, ts: string): Json {
  const { type, action_id } = element;
  const base = { type, action_id, block_id: block.block_id, action_ts: ts };
  if (type === 'button') return { ...base, text: element.text, ...pickKnown(element, ['value', 'url', 'style']) };
  if (type === 'feedback_buttons' || type === 'icon_button') {
    const buttons = list([element.positive_button, element.negative_button]);
    const pressed = buttons.find(({ value }) => value === choice) ?? buttons[0] ?? element;
    return { ...base, ...pickKnown(pressed, ['text', 'value']) };
  }
  return { ...base, ...stateOf(element, choice) };
}

/** Why a client would not let the person go on, or undefined. */
export function missingInput({ block, element }: Found, state: Json): string | undefined {
  const value = Object.entries(state).find(([name]) => name !== 'type')?.[1];
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return block.optional === true ? undefined : 'Please complete this required field.';
  if (typeof value !== 'string') return undefined;
  if (typeof element.min_length === 'number' && value.length < element.min_length) return 'That is too short.';
  return typeof element.max_length === 'number' && value.length > element.max_length ? 'That is too long.' : undefined;
}

function optionOf(element: Json, value: string): Json {
  const groups = list(element.option_groups).flatMap(({ options }) => list(options));
  const option = [...list(element.options), ...groups].find((candidate) => candidate.value === value);
  if (!option) throw new Error(`${String(element.action_id)} offers no ${value}`);
  return option;
}

function pickKnown(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

export function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((item): item is Json => typeof item === 'object' && item !== null) : [];
}
