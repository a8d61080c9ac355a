import { html } from 'hono/html';
import { type Json, list } from '../slack/elements.ts';
import type { Html } from './render-mrkdwn.ts';

/** Where something to press stands; the page sends it back with the press. */
export type Where = { kind: 'message'; channel: string; ts: string } | { kind: 'modal' } | { kind: 'home' };

/** A button or menu that the person at the page can use; without a place it is only seen. */
export function renderElement(element: Json, block: Json, where: Where | undefined): Html {
  const type = String(element.type);
  if (type === 'button') return renderButton(element, block, where, textOf(element.text), undefined);
  if (type === 'feedback_buttons') {
    const buttons = list([element.positive_button, element.negative_button]);
    return html`${buttons.map((button) => renderButton(element, block, where, textOf(button.text), String(button.value)))}`;
  }
  const options = optionsOf(element);
  if (options.length === 0)
    return html`<span class="button">${textOf(element.text) || textOf(element.placeholder)}</span>`;
  return html`<select data-press="choose" ${attributes(element, block, where)} aria-label="${textOf(element.placeholder) || 'More'}">
    <option value="">${textOf(element.placeholder) || '…'}</option>
    ${options.map((option) => html`<option value="${String(option.value)}">${textOf(option.text)}</option>`)}
  </select>`;
}

/** A field of a modal; its name is the action id. */
export function renderInput(block: Json): Html {
  const element = (block.element ?? {}) as Json;
  const name = String(element.action_id);
  const hint = block.hint ? html`<small>${textOf(block.hint)}</small>` : '';
  return html`<label class="field" data-block="${String(block.block_id)}">${textOf(block.label)}${block.optional ? html` <small>optional</small>` : ''}
    ${renderField(element, name, block.optional === true)}${hint}<small class="wrong" role="alert"></small></label>`;
}

function renderField(element: Json, name: string, isOptional: boolean): Html {
  const initial = String(element.initial_value ?? '');
  const options = optionsOf(element);
  const type = String(element.type);
  if (type === 'plain_text_input' && element.multiline)
    return html`<textarea name="${name}" rows="5">${initial}</textarea>`;
  if (type === 'checkboxes' || type === 'radio_buttons' || /^multi_\w+_select$/.test(type)) {
    const chosen = list([element.initial_option, ...list(element.initial_options)]).map(({ value }) => value);
    const kind = type === 'radio_buttons' ? 'radio' : 'checkbox';
    return html`${options.map(
      ({ value, text }) => html`<span class="option"><input type="${kind}" name="${name}" value="${String(value)}"
        ${chosen.includes(value) ? 'checked' : ''} aria-label="${textOf(text)}" /> ${textOf(text)}</span>`,
    )}`;
  }
  if (options.length > 0) {
    const chosen = (element.initial_option as Json | undefined)?.value;
    return html`<select name="${name}">${chosen === undefined || isOptional ? html`<option value=""></option>` : ''}
      ${options.map(({ value, text }) => html`<option value="${String(value)}" ${value === chosen ? 'selected' : ''}>${textOf(text)}</option>`)}
    </select>`;
  }
  return html`<input name="${name}" value="${initial}" autocomplete="off" />`;
}

function renderButton(
  element: Json,
  block: Json,
  where: Where | undefined,
  label: string,
  choice: string | undefined,
): Html {
  if (!where) return html`<span class="button">${label}</span>`;
  const style = element.style === 'danger' || element.style === 'primary' ? String(element.style) : '';
  const url = /^https?:\/\//.test(String(element.url)) ? String(element.url) : '';
  return html`<button type="button" class="${style}" data-press="press" data-choice="${choice ?? ''}" data-url="${url}"
    data-confirm="${textOf((element.confirm as Json | undefined)?.text)}" ${attributes(element, block, where)}>${label}</button>`;
}

function attributes(element: Json, block: Json, where: Where | undefined): Html {
  const place = where?.kind === 'message' ? html`data-channel="${where.channel}" data-ts="${where.ts}"` : '';
  return html`data-where="${where?.kind ?? ''}" data-action="${String(element.action_id)}" data-block="${String(block.block_id ?? '')}" ${place}`;
}

function optionsOf(element: Json): Json[] {
  return [...list(element.options), ...list(element.option_groups).flatMap(({ options }) => list(options))];
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const node = (typeof value === 'object' && value !== null ? value : {}) as Json;
  return typeof node.text === 'object' ? textOf(node.text) : String(node.text ?? node.alt_text ?? '');
}
