import { checkBlocks, isShape } from './check-blocks.ts';
import { type Arguments, isTrue, nested, SlackProblem } from './web-api.ts';
import type { SlackMessage, SlackMetadata } from './workspace.ts';

const truncatedAt = 40_000;
const metadataLimit = 8_000;
const markdownTextLimit = 12_000;
const mostAttachments = 100;

type Content = Pick<SlackMessage, 'text' | 'blocks' | 'attachments' | 'metadata' | 'mrkdwn'>;

/** Text, blocks, attachments and metadata of a message, checked as Slack checks them. */
export function readContent(args: Arguments): Content {
  const markdownText = args.markdown_text;
  if (markdownText !== undefined && (args.text !== undefined || args.blocks !== undefined)) {
    throw new SlackProblem('markdown_text_conflict');
  }
  if (typeof markdownText === 'string' && markdownText.length > markdownTextLimit)
    throw new SlackProblem('msg_too_long');
  const text = String(args.text ?? markdownText ?? '');
  const blocks = args.blocks === undefined ? [] : readBlocks(args.blocks);
  const attachments = args.attachments === undefined ? [] : readAttachments(args.attachments);
  if (text === '' && blocks.length === 0 && attachments.length === 0) throw new SlackProblem('no_text');
  const metadata = args.metadata === undefined ? undefined : readMetadata(args.metadata);
  return {
    text: text.slice(0, truncatedAt),
    ...(blocks.length > 0 ? { blocks } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(metadata ? { metadata } : {}),
    ...(args.mrkdwn === undefined ? {} : { mrkdwn: isTrue(args.mrkdwn) }),
  };
}

function readBlocks(value: unknown): unknown[] {
  const blocks = nested(value, 'invalid_blocks_format');
  const problem = checkBlocks(blocks);
  if (!problem) return blocks as unknown[];
  throw new SlackProblem(problem.error, {
    errors: [problem.detail],
    response_metadata: { messages: [problem.detail] },
  });
}

/** Secondary attachments: what gives a message its colour, and what an unfurl is made of. */
export function readAttachments(value: unknown): Record<string, unknown>[] {
  const attachments = nested(value, 'invalid_attachments');
  if (!Array.isArray(attachments) || !attachments.every(isShape)) throw new SlackProblem('invalid_attachments');
  if (attachments.length > mostAttachments) throw new SlackProblem('too_many_attachments');
  return attachments.map((attachment, index) => readAttachment(attachment, index + 1));
}

export function readAttachment(attachment: Record<string, unknown>, id: number): Record<string, unknown> {
  const { blocks, ...rest } = attachment;
  if (blocks === undefined) return { id, ...rest };
  // Slack says so where the app gave none itself.
  return { id, fallback: '[no preview available]', ...rest, blocks: readBlocks(blocks) };
}

function readMetadata(value: unknown): SlackMetadata {
  const metadata = nested(value, 'invalid_metadata_format') as Partial<SlackMetadata> | null;
  if (typeof metadata !== 'object' || metadata === null) throw new SlackProblem('invalid_metadata_format');
  const { event_type, event_payload } = metadata;
  if (typeof event_type !== 'string' || event_type === '') throw new SlackProblem('invalid_metadata_format');
  if (!isShape(event_payload)) throw new SlackProblem('invalid_metadata_format');
  if (JSON.stringify(event_payload).length > metadataLimit) throw new SlackProblem('metadata_too_large');
  return { event_type, event_payload };
}
