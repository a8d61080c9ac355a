import { RemoteError } from './errors.ts';

/** A whole body as text; one that is longer than it may be fails as `rejected`. */
export async function readCapped(body: AsyncIterable<Uint8Array>, maxBytes: number, whose: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RemoteError('rejected', `${whose} answered with more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
