import { readDns } from './dns.ts';
import type { MessageReader } from './stream-messages.ts';

/** DNS over TCP: each message behind its length (RFC 1035, section 4.2.2). */
export function createDnsReader(): MessageReader {
  let pending = new Uint8Array(0);

  return {
    feed(dissection, bytes) {
      const whole = new Uint8Array(pending.length + bytes.length);
      whole.set(pending);
      whole.set(bytes, pending.length);
      let at = 0;
      let hasEnded = false;
      while (at + 2 <= whole.length) {
        const end = at + 2 + ((whole[at]! << 8) | whole[at + 1]!);
        if (end > whole.length) break;
        const { bytes: frame, view, layers } = dissection;
        dissection.bytes = whole;
        dissection.view = new DataView(whole.buffer);
        readDns(dissection, at + 2, end);
        dissection.bytes = frame;
        dissection.view = view;
        dissection.layers = layers;
        // The stream names the layer once a frame.
        dissection.layers.pop();
        at = end;
        hasEnded = true;
      }
      pending = whole.slice(at);
      return hasEnded;
    },
    close: () => false,
    skip: () => false,
    fill: () => false,
    restart() {
      pending = new Uint8Array(0);
    },
  };
}
