import { RemoteError } from '#core/errors.ts';
import type { SlackContent } from './render/render-message.ts';

const mostBlocks = 50;
const mostBlocksChars = 13_000;
const mostText = 4_000;
const mostSection = 3_000;
const mostHeader = 150;

/** Refuses what Slack would refuse, before anything is sent: a message that is too large is a mistake of ours. */
export function checkOutgoing(content: Extract<SlackContent, { kind: 'message' }>): void {
  const { text, blocks } = content;
  if (text === '') throw tooMuch('no text');
  if (text.length > mostText) throw tooMuch(`text has ${text.length} characters`);
  if (blocks.length > mostBlocks) throw tooMuch(`${blocks.length} blocks`);
  const size = JSON.stringify(blocks).length;
  if (size > mostBlocksChars) throw tooMuch(`blocks have ${size} characters`);
  for (const block of blocks) {
    const inner = (block.text as { text?: unknown } | undefined)?.text;
    const most = block.type === 'header' ? mostHeader : mostSection;
    if (typeof inner === 'string' && inner.length > most)
      throw tooMuch(`a ${block.type} has ${inner.length} characters`);
    if (block.block_id !== undefined && block.block_id.length > 255) throw tooMuch('a block_id is too long');
  }
}

function tooMuch(what: string): RemoteError {
  return new RemoteError('rejected', `a message breaks Slack's limits: ${what}`, { reason: 'over_limit' });
}
