import type { Dissection } from './dissection.ts';

/** Bytes of one direction of a connection, in order, as they are offered to a protocol. */
export interface Payload {
  bytes: Uint8Array;
  side: 'client' | 'server';
  /** False where a segment was cut or quoted: what is missing will not come, and must not be waited for. */
  canWait: boolean;
  /** The sender closed behind these bytes. */
  isLast: boolean;
  /** What `Wants` of the same message left for its next bytes; `bytes` begin behind those already taken then. */
  resume?: Resume;
}

/** What a protocol made of a payload. */
export interface Parsed {
  /** The frame that brought the last of these bytes carries the protocol, as tshark counts it. */
  isNamed: boolean;
  wants?: Wants;
}

export interface Wants {
  /** Where in the payload the unfinished message starts; what stands before it is done. */
  from: number;
  /** An exact count of missing bytes, the whole next segment, or all until the sender closes. */
  bytes: number | 'segment' | 'stream';
  /** Present where the protocol needs none of the bytes again: they are not kept. */
  resume?: Resume;
}

/** Goes on inside a message whose earlier bytes are gone. */
export interface Resume {
  /** False: only their number counts, they need not even be kept until the message is whole. */
  readsBytes: boolean;
  /** Takes the next bytes; gives how many belonged to the message once it ended, undefined while it goes on. */
  take(bytes: Uint8Array): number | undefined;
}

export type MessageParser = (dissection: Dissection, payload: Payload) => Parsed;
