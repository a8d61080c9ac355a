import { viewOf } from '../../../lines/byte-reading.ts';
import { readDns } from './dns.ts';
import type { MessageParser } from './stream-messages.ts';

/** DNS over TCP: each message behind its length (RFC 1035, section 4.2.2). */
export const parseDnsMessages: MessageParser = (dissection, { bytes, canWait }) => {
  let isNamed = false;
  for (let at = 0; at < bytes.length; ) {
    const left = bytes.length - at;
    if (left < 2) return canWait ? { isNamed, wants: { from: at, bytes: 'segment' } } : { isNamed };
    const totalBytes = 2 + ((bytes[at]! << 8) | bytes[at + 1]!);
    if (totalBytes > left && canWait) return { isNamed, wants: { from: at, bytes: totalBytes - left } };
    const { bytes: frame, view, layers } = dissection;
    const named = layers.length;
    dissection.bytes = bytes;
    dissection.view = viewOf(bytes);
    readDns(dissection, at + 2, Math.min(bytes.length, at + totalBytes));
    dissection.bytes = frame;
    dissection.view = view;
    // The stream names the layer once a frame.
    layers.length = named;
    isNamed = true;
    at += totalBytes;
  }
  return { isNamed };
};
