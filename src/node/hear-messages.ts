import { StringDecoder } from 'node:string_decoder';
import type { Spawned } from './spawner.ts';

export interface Message {
  type: string;
  [field: string]: unknown;
}

interface Hearer {
  message(message: Message): void;
  /** A line that is no message. */
  nonsense(): void;
  /** A line that does not end. */
  overflow(): void;
}

const maxMessageBytes = 256 * 1024 * 1024;

/** Takes what a child says apart into messages: a line of JSON each. */
export function hearMessages(child: Pick<Spawned, 'hear'>, to: Hearer): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  child.hear((chunk) => {
    const pieces = decoder.write(chunk).split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      length += piece.length;
      if (length > maxMessageBytes) return to.overflow();
      if (index === pieces.length - 1) continue;
      const message = parse(parts.join(''));
      if (message) to.message(message);
      else to.nonsense();
      parts = [];
      length = 0;
    }
  });
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
