import { checkList, type Shape } from './check-blocks.ts';

const richContainers = ['rich_text_section', 'rich_text_preformatted', 'rich_text_quote'];
const richLeaves: Record<string, string> = {
  text: 'text',
  link: 'url',
  emoji: 'name',
  user: 'user_id',
  channel: 'channel_id',
  usergroup: 'usergroup_id',
  broadcast: 'range',
  color: 'value',
};

export function checkRichText(element: Shape): string | undefined {
  if (element.type === 'rich_text_list') {
    if (element.style !== 'bullet' && element.style !== 'ordered') return 'list style';
    return checkList(element.elements, 1000, checkRichText);
  }
  if (!richContainers.includes(String(element.type))) return `unsupported rich text: ${element.type}`;
  return checkList(element.elements, 1000, (leaf) => {
    if (leaf.type === 'date') return typeof leaf.timestamp === 'number' ? undefined : 'date needs timestamp';
    const field = Object.hasOwn(richLeaves, String(leaf.type)) ? richLeaves[String(leaf.type)] : undefined;
    if (!field) return `unsupported rich text element: ${leaf.type}`;
    if (element.type === 'rich_text_preformatted' && leaf.type !== 'text' && leaf.type !== 'link')
      return 'only text here';
    const value = leaf[field];
    return typeof value === 'string' && value !== '' ? undefined : `missing field: ${field}`;
  });
}
