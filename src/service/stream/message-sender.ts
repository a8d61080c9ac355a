import type { WebSocket } from 'ws';
import type { Timers } from '#core/clock.ts';
import { StreamError } from './stream-error.ts';
import { errorMessage, type StreamMessage } from './stream-message.ts';

const maxBufferedBytes = 4 * 1024 * 1024;
const maxBlockedMs = 30_000;

export interface MessageSender {
  send(message: StreamMessage): void;
  /** Sends the terminal message and closes. Nothing goes out after it, and a second end does nothing. */
  end(message: StreamMessage, closeCode: number, reason: string): void;
}

/** Holds messages back while the client does not take them, and gives up on one that takes none for half a minute. */
export function createMessageSender(socket: WebSocket, timers: Timers): MessageSender {
  const waiting: StreamMessage[] = [];
  let ending: { closeCode: number; reason: string } | undefined;
  let cancelPatience: (() => void) | undefined;

  function flush(): void {
    while (waiting.length > 0 && socket.readyState === socket.OPEN) {
      if (socket.bufferedAmount > maxBufferedBytes) {
        cancelPatience ??= timers.after(maxBlockedMs, giveUp);
        return;
      }
      socket.send(JSON.stringify(waiting.shift()), flush);
      cancelPatience?.();
      cancelPatience = undefined;
    }
    if (ending && waiting.length === 0) socket.close(ending.closeCode, ending.reason);
  }

  function giveUp(): void {
    ending = { closeCode: 1013, reason: 'too_slow' };
    waiting.length = 0;
    socket.send(JSON.stringify(errorMessage(new StreamError('too_slow', 'The client does not read.'))));
    socket.close(ending.closeCode, ending.reason);
    timers.after(1_000, () => socket.terminate());
  }

  return {
    send(message) {
      if (ending) return;
      // Progress is only for show: a client that is behind does without.
      if (message.type === 'progress' && waiting.length > 0) return;
      waiting.push(message);
      flush();
    },
    end(message, closeCode, reason) {
      if (ending) return;
      ending = { closeCode, reason: shorten(reason) };
      waiting.push(message);
      flush();
    },
  };
}

/** A close frame holds 123 bytes of reason. */
function shorten(reason: string): string {
  return Buffer.from(reason).subarray(0, 120).toString('utf8').replaceAll('\uFFFD', '');
}
