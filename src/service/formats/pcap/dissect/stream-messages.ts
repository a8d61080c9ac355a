import type { Dissection } from './dissection.ts';

/**
 * Finds the messages of one protocol in one direction of a TCP stream. `feed` takes the next bytes in order and
 * tells whether a message ended in them: only then does the frame carry the protocol, as tshark counts it.
 */
export interface MessageReader {
  feed(dissection: Dissection, bytes: Uint8Array): boolean;
  /** The sender closed: a body that runs to the end of the stream is complete now. */
  close(dissection: Dissection): boolean;
  /** Bytes were lost: what comes next is taken as the start of a message. */
  restart(): void;
}
