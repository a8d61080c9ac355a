import type { Dissection } from './dissection.ts';

/**
 * Finds the messages of one protocol in one direction of a TCP stream. `feed` takes the next bytes in order and
 * tells whether a message ended in them: only then does the frame carry the protocol, as tshark counts it.
 */
export interface MessageReader {
  feed(dissection: Dissection, bytes: Uint8Array): boolean;
  /** The sender closed: a body that runs to the end of the stream is complete now. */
  close(dissection: Dissection): boolean;
  /**
   * Bytes are missing before the next ones. True where the reader knows that they lie within the message it is in:
   * it goes on behind them, and the message ends unnamed unless `fill` brings them. False: `restart` is due.
   */
  skip(missingBytes: number): boolean;
  /** Some of the missing bytes came late. True when they complete a message whose end was seen. */
  fill(lateBytes: number): boolean;
  /** What comes next is taken as the start of a message. */
  restart(): void;
}

/** Keeps account of bytes that a message lacks. */
export interface MissingBytes {
  lose(count: number): void;
  /** At a message's end: whether it is whole. */
  isWhole(): boolean;
  fill(count: number): boolean;
  clear(): void;
}

export function createMissingBytes(): MissingBytes {
  let inMessage = 0;
  let inEndedMessage = 0;

  return {
    lose(count) {
      inMessage += count;
    },
    isWhole() {
      const isWhole = inMessage === 0;
      inEndedMessage = inMessage;
      inMessage = 0;
      return isWhole;
    },
    fill(count) {
      if (inMessage > 0) {
        inMessage = Math.max(0, inMessage - count);
        return false;
      }
      if (inEndedMessage === 0) return false;
      inEndedMessage = Math.max(0, inEndedMessage - count);
      return inEndedMessage === 0;
    },
    clear() {
      inMessage = 0;
      inEndedMessage = 0;
    },
  };
}
