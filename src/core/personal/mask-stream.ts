import { addCounts, maskPersonal } from './mask-personal.ts';
import type { PersonalCounts } from './personal-spans.ts';

/** Of a line without end so much is looked at once. */
const longestPiece = 256 * 1024;

export interface MaskedStream {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** What was found so far: all of it once the stream has ended. */
  found: { counts: PersonalCounts; bytesRead: number };
}

/** A text on its way with everything personal in it masked, line by line; its bytes stay as they are else. */
export function maskStream(source: ReadableStream<Uint8Array>): MaskedStream {
  const found = { counts: {} as PersonalCounts, bytesRead: 0 };
  let rest = '';
  const take = (controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>, whole: string) => {
    const { text, counts } = maskPersonal(whole);
    addCounts(found.counts, counts);
    if (text !== '') controller.enqueue(toBytes(text));
  };
  const transform = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      found.bytesRead += chunk.byteLength;
      const text = rest + toText(chunk);
      const end = text.lastIndexOf('\n') + 1;
      const cut = end > 0 ? end : text.length > longestPiece ? text.length : 0;
      rest = text.slice(cut);
      if (cut > 0) take(controller, text.slice(0, cut));
    },
    flush: (controller) => take(controller, rest),
  });
  return { stream: source.pipeThrough(transform), found };
}

/** One character a byte, so that what is no UTF-8 passes unchanged; every form is of plain letters. */
function toText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
