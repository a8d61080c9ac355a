import { bigOf, nextField, openMessage, signedOf, unsignedOf } from './wire-cursor.ts';

/** What every packet may say of itself, and where its contents lie. */
export interface PacketHeader {
  timestamp: bigint | undefined;
  clock: number;
  sequence: number | undefined;
  needsState: boolean;
  isCleared: boolean;
  isLossy: boolean;
  trustedPid: number | undefined;
  machine: number;
  defaults: Uint8Array | undefined;
  interned: Uint8Array | undefined;
  /** Everything else, in the order of the fields' numbers. */
  contents: { field: number; bytes: Uint8Array }[];
  isDamaged: boolean;
}

const flagCleared = 1;
const flagNeedsState = 2;

export function readPacketHeader(packet: Uint8Array): PacketHeader {
  const header: PacketHeader = {
    timestamp: undefined,
    clock: 0,
    sequence: undefined,
    needsState: false,
    isCleared: false,
    isLossy: false,
    trustedPid: undefined,
    machine: 0,
    defaults: undefined,
    interned: undefined,
    contents: [],
    isDamaged: false,
  };
  const cursor = openMessage(packet);
  while (nextField(cursor)) {
    switch (cursor.field) {
      case 8:
        header.timestamp = bigOf(cursor);
        break;
      case 58:
        header.clock = unsignedOf(cursor);
        break;
      case 10:
        header.sequence = unsignedOf(cursor);
        break;
      case 13: {
        const flags = unsignedOf(cursor);
        header.needsState = flags % 4 >= flagNeedsState;
        if (flags % 2 === flagCleared) header.isCleared = true;
        break;
      }
      case 41:
        if (unsignedOf(cursor) !== 0) header.isCleared = true;
        break;
      case 42:
        header.isLossy = unsignedOf(cursor) !== 0;
        break;
      case 79:
        header.trustedPid = signedOf(cursor);
        break;
      case 98:
        header.machine = unsignedOf(cursor);
        break;
      default:
        if (cursor.wire !== 2) break;
        {
          const bytes = packet.subarray(cursor.start, cursor.stop);
          if (cursor.field === 59) header.defaults = bytes;
          else if (cursor.field === 12) header.interned = bytes;
          else header.contents.push({ field: cursor.field, bytes });
        }
    }
  }
  header.isDamaged = cursor.isDamaged;
  return header;
}
