import { checkImage, checkList, checkText, isShape, type Shape } from './check-blocks.ts';

/** Elements that ask for something, and so may stand in an input block. */
export const inputTypes = [
  'plain_text_input',
  'rich_text_input',
  'email_text_input',
  'url_text_input',
  'number_input',
  'static_select',
  'multi_static_select',
  'external_select',
  'multi_external_select',
  'users_select',
  'multi_users_select',
  'conversations_select',
  'multi_conversations_select',
  'channels_select',
  'multi_channels_select',
  'datepicker',
  'timepicker',
  'datetimepicker',
  'checkboxes',
  'radio_buttons',
  'file_input',
];

const otherTypes = ['button', 'overflow', 'feedback_buttons', 'icon_button', 'workflow_button'];
const optionLimits: Record<string, number> = {
  static_select: 100,
  multi_static_select: 100,
  checkboxes: 10,
  radio_buttons: 10,
  overflow: 5,
};

/** An interactive element, wherever it stands. */
export function checkElement(element: Shape): string | undefined {
  const type = String(element.type);
  if (type === 'image') return checkImage(element);
  if (!inputTypes.includes(type) && !otherTypes.includes(type)) return `unsupported element: ${type}`;
  if (typeof element.action_id === 'string' && element.action_id.length > 255) return 'action_id too long';
  if (element.placeholder !== undefined) {
    const placeholder = checkText(element.placeholder, 150, ['plain_text']);
    if (placeholder) return placeholder;
  }
  if (type === 'button') return checkButton(element);
  if (type === 'feedback_buttons') return checkFeedback(element);
  if (type === 'plain_text_input') return checkTextInput(element);
  const limit = optionLimits[type];
  if (limit === undefined || element.option_groups !== undefined) return undefined;
  return checkList(element.options, limit, checkOption);
}

function checkButton(element: Shape): string | undefined {
  if (typeof element.value === 'string' && element.value.length > 2000) return 'value too long';
  if (typeof element.url === 'string' && element.url.length > 3000) return 'url too long';
  if (element.style !== undefined && element.style !== 'primary' && element.style !== 'danger') return 'button style';
  return checkText(element.text, 75, ['plain_text']);
}

function checkFeedback(element: Shape): string | undefined {
  for (const name of ['positive_button', 'negative_button'] as const) {
    const button = element[name];
    if (!isShape(button) || typeof button.value !== 'string') return `missing field: ${name}`;
    const text = checkText(button.text, 75, ['plain_text']);
    if (text) return text;
  }
  return undefined;
}

function checkTextInput(element: Shape): string | undefined {
  const { min_length: least, max_length: most } = element;
  if (typeof least === 'number' && (least < 0 || least > 3000)) return 'min_length';
  return typeof most === 'number' && (most < 1 || most > 3000) ? 'max_length' : undefined;
}

function checkOption(option: Shape): string | undefined {
  if (typeof option.value !== 'string' || option.value === '' || option.value.length > 150) return 'option value';
  return checkText(option.text, 75, ['plain_text', 'mrkdwn']);
}
