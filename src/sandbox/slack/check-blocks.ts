import { checkChart } from './check-chart.ts';
import { checkElement, inputTypes } from './check-elements.ts';
import { checkRichText } from './check-rich-text.ts';

/** Why Slack would refuse a message's blocks; `detail` as in its `response_metadata.messages`. */
interface BlockProblem {
  error: 'invalid_blocks' | 'invalid_blocks_format' | 'msg_blocks_too_long';
  detail: string;
}

/** Slack documents 12,000 characters for all markdown blocks together; the ceiling for the whole is measured. */
const markdownLimit = 12_000;
const totalLimit = 13_200;
export type Shape = Record<string, unknown>;
export type Surface = 'message' | 'modal' | 'home';

const blockLimits = { message: 50, modal: 100, home: 100 } as const;
const mostCharts = 2;

/** Checks blocks against Block Kit's documented limits. Undefined: Slack takes them. */
export function checkBlocks(blocks: unknown, surface: Surface = 'message'): BlockProblem | undefined {
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', detail: 'blocks must be an array' };
  if (blocks.length > blockLimits[surface])
    return refuse(`no more than ${blockLimits[surface]} items allowed [json-pointer:/blocks]`);
  const ids = new Set<string>();
  let markdown = 0;
  for (const [index, block] of blocks.entries()) {
    const at = `/blocks/${index}`;
    if (!isShape(block) || typeof block.type !== 'string') return refuse(`missing field: type [json-pointer:${at}]`);
    if (block.block_id !== undefined) {
      const id = block.block_id;
      if (typeof id !== 'string' || id.length > 255) return refuse(`block_id too long [json-pointer:${at}]`);
      if (ids.has(id)) return refuse(`block_id is already used [json-pointer:${at}]`);
      ids.add(id);
    }
    if (block.type === 'markdown') markdown += typeof block.text === 'string' ? block.text.length : 0;
    const check = Object.hasOwn(checks, block.type) ? checks[block.type] : undefined;
    if (
      !check ||
      (surface !== 'modal' && block.type === 'alert') ||
      (surface !== 'message' && messagesOnly.includes(block.type))
    )
      return refuse(`unsupported type: ${block.type} [json-pointer:${at}/type]`);
    const problem = check(block);
    if (problem) return refuse(`${problem} [json-pointer:${at}]`);
  }
  if (surface !== 'message') return undefined;
  if (markdown > markdownLimit) return { error: 'msg_blocks_too_long', detail: 'markdown blocks too long' };
  if (textLength(blocks) > totalLimit) return { error: 'msg_blocks_too_long', detail: 'blocks too long' };
  if (blocks.filter(({ type }) => type === 'data_visualization').length > mostCharts)
    return refuse(`no more than ${mostCharts} data_visualization blocks allowed [json-pointer:/blocks]`);
  return undefined;
}

const messagesOnly = ['markdown', 'table', 'data_visualization', 'context_actions', 'file'];

const checks: Record<string, (block: Shape) => string | undefined> = {
  divider: () => undefined,
  header: (block) => checkText(block.text, 150, ['plain_text']),
  section: checkSection,
  context: (block) =>
    checkList(block.elements, 10, (element) =>
      element.type === 'image' ? checkImage(element) : checkText(element, 3000, ['mrkdwn', 'plain_text']),
    ),
  actions: (block) => checkList(block.elements, 25, checkElement),
  context_actions: (block) => checkList(block.elements, 5, checkElement),
  image: checkImage,
  markdown: (block) => (typeof block.text === 'string' && block.text !== '' ? undefined : 'missing field: text'),
  rich_text: (block) => checkList(block.elements, 1000, checkRichText),
  table: checkTable,
  data_visualization: checkChart,
  input: checkInput,
  video: checkVideo,
  file: (block) => (typeof block.external_id === 'string' && block.source === 'remote' ? undefined : 'file source'),
  alert: (block) => checkText(block.text, 3000, ['mrkdwn', 'plain_text']),
};

const videoLimits = { title_url: 3000, video_url: 3000, thumbnail_url: 3000, author_name: 50, provider_name: 50 };

function checkVideo(block: Shape): string | undefined {
  const title = checkText(block.title, 200, ['plain_text']);
  if (title) return title;
  for (const name of ['video_url', 'thumbnail_url', 'alt_text'] as const) {
    if (typeof block[name] !== 'string' || block[name] === '') return `missing field: ${name}`;
  }
  for (const [name, limit] of Object.entries(videoLimits)) {
    const value = block[name];
    if (typeof value === 'string' && value.length > limit) return `${name} must be less than ${limit + 1} characters`;
  }
  return block.description === undefined ? undefined : checkText(block.description, 200, ['plain_text']);
}

function checkInput(block: Shape): string | undefined {
  const label = checkText(block.label, 2000, ['plain_text']);
  if (label) return label;
  if (block.hint !== undefined) {
    const hint = checkText(block.hint, 2000, ['plain_text']);
    if (hint) return hint;
  }
  if (!isShape(block.element)) return 'missing field: element';
  const { type } = block.element;
  if (!inputTypes.includes(String(type))) return `unsupported element: ${type}`;
  return checkElement(block.element);
}

function checkSection(block: Shape): string | undefined {
  if (block.text === undefined && block.fields === undefined) return 'missing field: text';
  const text = block.text === undefined ? undefined : checkText(block.text, 3000, ['mrkdwn', 'plain_text']);
  if (text) return text;
  if (block.fields !== undefined) {
    const fields = checkList(block.fields, 10, (field) => checkText(field, 2000, ['mrkdwn', 'plain_text']));
    if (fields) return fields;
  }
  return block.accessory === undefined
    ? undefined
    : isShape(block.accessory)
      ? checkElement(block.accessory)
      : 'accessory';
}

export function checkText(text: unknown, limit: number, types: readonly string[]): string | undefined {
  if (!isShape(text)) return 'missing text object';
  if (typeof text.type !== 'string' || !types.includes(text.type)) return `unsupported text type: ${text.type}`;
  if (typeof text.text !== 'string' || text.text.length === 0) return 'must be more than 0 characters';
  if (text.text.length > limit) return `must be less than ${limit + 1} characters`;
  return undefined;
}

export function checkImage(image: Shape): string | undefined {
  const hasSource = typeof image.image_url === 'string' || isShape(image.slack_file);
  return hasSource && typeof image.alt_text === 'string'
    ? undefined
    : 'image needs image_url or slack_file, and alt_text';
}

function checkTable(block: Shape): string | undefined {
  if (!Array.isArray(block.rows) || block.rows.length === 0 || block.rows.length > 100) return 'rows: 1 to 100';
  if (Array.isArray(block.column_settings) && block.column_settings.length > 20) return 'column_settings: at most 20';
  for (const row of block.rows) {
    const problem = checkList(row, 20, (cell) => {
      if (cell.type === 'rich_text') return checkList(cell.elements, 1000, checkRichText);
      if (cell.type === 'raw_number') return typeof cell.value === 'number' ? undefined : 'raw_number needs value';
      return cell.type === 'raw_text' && typeof cell.text === 'string' ? undefined : `unsupported cell: ${cell.type}`;
    });
    if (problem) return problem;
  }
  return undefined;
}

export function checkList(
  list: unknown,
  limit: number,
  check: (item: Shape) => string | undefined,
): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return 'must have at least 1 item';
  if (list.length > limit) return `no more than ${limit} items allowed`;
  for (const item of list) {
    const problem = isShape(item) ? check(item) : 'must be an object';
    if (problem) return problem;
  }
  return undefined;
}

/** Characters of everything a reader would see, wherever it is nested. */
function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0);
  if (!isShape(value)) return 0;
  return Object.entries(value).reduce((sum, [key, item]) => {
    if (typeof item === 'string')
      return sum + (key === 'text' || key === 'title' || key === 'alt_text' ? item.length : 0);
    return sum + textLength(item);
  }, 0);
}

function refuse(detail: string): BlockProblem {
  return { error: 'invalid_blocks', detail: `[ERROR] ${detail}` };
}

export function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
